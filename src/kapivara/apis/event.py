"""Event, which two groups serve: the same objects, stored once, in the form of the core group.

Upstream: pkg/registry/core/event, pkg/registry/events/rest/storage_events.go, pkg/apis/events/v1/conversion.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.api_resource import ApiResource
from kapivara.apis.converted_kind import ConvertedKind
from kapivara.apis.kind import Kind
from kapivara.apis.surroundings import Surroundings
from kapivara.codec.described import described, folder_of_types
from kapivara.codec.shapes import Struct
from kapivara.codec.typed import decode_typed
from kapivara.meta import GroupResource, GroupVersionKind
from kapivara.values import JsonObject

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
"""What the newer group calls fields of the core group's; all others have the same name in both."""
_BOTH = (GroupVersionKind("", "v1", "Event"), GroupVersionKind("events.k8s.io", "v1", "Event"))
_CORE_NAMES = {new: old for old, new in _RENAMED.items()}


class EventKind(Kind):
    """Something that happened to an object, as the core group tells it."""

    go_package = "core"

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Makes the kind of either group."""
        return (RegardingEventKind if api.kind.group else cls)(api, surroundings)

    def other_shape(self, found: GroupVersionKind) -> Struct | None:
        """Returns the shape of what the other group has, or of an older version."""
        if found in _BOTH and found != self.gvk:
            return described(folder_of_types(found.group, found.version)).struct(found.kind)
        return super().other_shape(found)


class RegardingEventKind(ConvertedKind, EventKind):
    """The same as the newer group tells it, with what it is `regarding`. Its objects are those of the core group."""

    def __init__(self, api: ApiResource, surroundings: Surroundings):
        super().__init__(api, surroundings)
        self.group_resource = GroupResource("", api.plural)
        """Kept: errors name the core group's resource, too."""

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an event as the core group has it."""
        return _renamed(obj, _CORE_NAMES, _CORE, described("apis.core.v1").struct(self.gvk.kind))

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an event of the core group as the newer group has it."""
        return _renamed(obj, _RENAMED, self.gvk.api_version, self.shape)


KIND = EventKind


def _renamed(obj: JsonObject, names: dict[str, str], api_version: str, shape: Struct) -> JsonObject:
    """Returns an event with other names of fields, in the normal form of a type."""
    event: JsonObject = decode_typed({names.get(name, name): item for name, item in obj.items()}, shape).value
    return event | {"apiVersion": api_version}
