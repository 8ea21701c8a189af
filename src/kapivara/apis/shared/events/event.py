"""Event, which two groups serve: the same objects, stored in the form of the core group.

Upstream: pkg/registry/core/event, pkg/registry/events/rest/storage_events.go, pkg/apis/events/v1/conversion.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.apis.machinery.kinds.converted_kind import ConvertedKind
from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.content.names import name_is_dns_subdomain, name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.meta import GroupResource, GroupVersionKind
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Event
    from kapivara.apis.machinery.tables.table import TableLayout

_CORE = "v1"
_RENAMED = {
    "involvedObject": "regarding",
    "message": "note",
    "reportingComponent": "reportingController",
    "source": "deprecatedSource",
    "firstTimestamp": "deprecatedFirstTimestamp",
    "lastTimestamp": "deprecatedLastTimestamp",
    "count": "deprecatedCount",
}
"""The core group's fields that the newer group renames; all other fields have the same name in both groups."""
_BOTH = (GroupVersionKind("", "v1", "Event"), GroupVersionKind("events.k8s.io", "v1", "Event"))
_INVOLVED = ("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")
_RENAMED_PATHS = {
    "reportingComponent": "reportingController",
    **{f"involvedObject.{field}": f"regarding.{field}" for field in _INVOLVED},
}
_CORE_NAMES = {new: old for old, new in _RENAMED.items()}


class EventKind(Kind):
    """An event in the form of the core group."""

    go_package = "core"
    create_on_update = True
    qualified_finalizers = False
    in_watch_cache = False
    garbage_collection = GarbageCollectionPolicy.UNSUPPORTED

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Returns the kind of either group."""
        return (RegardingEventKind if api.kind.group else cls)(api, surroundings)

    def other_shape(self, found: GroupVersionKind) -> Struct | None:
        """Returns the shape of the other group's version, or of an older version."""
        if found in _BOTH and found != self.gvk:
            return described(folder_of_types(found.group, found.version)).struct(found.kind)
        return super().other_shape(found)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates an event; validates its metadata only if nothing else is wrong. Kept: changes are not validated."""
        errors = self.event_errors(new)
        return errors if errors or old is not ABSENT else super().validate(operation, new, old)

    def event_errors(self, event: JsonObject, reporter: str = "reportingComponent") -> ErrorList:
        """Returns the errors of the rules that all events share.

        `reporter` is the reporting field's name in the group.
        """
        from kapivara.apis.shared.events.rules import validate_event

        return validate_event(cast("Event", event), reporter)

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Accepts any path segment. Kept: the core group never required more."""
        return name_is_path_segment(name, prefix)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the selectable fields: the involved object, the reason, the type and the reporter."""
        involved, reporter = obj.get("involvedObject") or {}, obj.get("reportingComponent", "")
        return {
            **super().selectable_fields(obj),
            **{f"involvedObject.{field}": involved.get(field, "") for field in _INVOLVED},
            "reason": obj.get("reason", ""),
            "reportingComponent": reporter,
            "source": (obj.get("source") or {}).get("component") or reporter,
            "type": obj.get("type", ""),
        }

    def make_table(self) -> TableLayout:
        """Returns the columns: time, type, reason, object and message."""
        from kapivara.apis.shared.events.table import event_layout

        return event_layout(self.surroundings)


class RegardingEventKind(ConvertedKind, EventKind):
    """An event in the form of the newer group. Its objects are those of the core group."""

    qualified_finalizers = True

    def __init__(self, api: ApiResource, surroundings: Surroundings):
        super().__init__(api, surroundings)
        self.stored_resource = GroupResource("", api.plural)

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002  the core group's kind
        """Returns the core group's kind."""
        return _BOTH[0]

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an event in the form of the core group."""
        return _renamed(obj, _CORE_NAMES, _CORE, described("apis.groups.core.v1").struct(self.gvk.kind))

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Converts an event of the core group to the newer group."""
        return _renamed(obj, _RENAMED, self.gvk.api_version, self.shape)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates an event and its metadata; rejects changes beyond its series."""
        from kapivara.apis.shared.events.rules import validate_regarding_event, validate_regarding_event_change

        event = cast("Event", self.to_hub(new))
        errors = self.event_errors(self.to_hub(new), "reportingController") + Kind.validate(self, operation, new, old)
        if old is ABSENT:
            return errors + validate_regarding_event(event)
        return errors + validate_regarding_event_change(event, cast("Event", self.to_hub(old)))

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS subdomain, as most kinds do."""
        return name_is_dns_subdomain(name, prefix)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the core group's selectable fields under this group's names, without `source`."""
        fields = {_RENAMED_PATHS.get(name, name): text for name, text in super().selectable_fields(obj).items()}
        del fields["source"]
        return fields


KIND = EventKind


def _renamed(obj: JsonObject, names: dict[str, str], api_version: str, shape: Struct) -> JsonObject:
    """Returns an event with renamed fields, in the normal form of a type."""
    event: JsonObject = decode_typed({names.get(name, name): item for name, item in obj.items()}, shape).value
    return event | {"apiVersion": api_version}
