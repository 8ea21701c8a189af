"""ReplicationController as a built-in kind.

Upstream: pkg/registry/core/replicationcontroller/{strategy.go,storage/storage.go},
pkg/printers/internalversion/printers.go printReplicationController (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.machinery.scales.replica_scale import ReplicaScale
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.meta.selector_objects import labels_text
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.tables.table import TableLayout


class ControllerScale(ReplicaScale):
    """The `scale` subresource of a replication controller."""

    __slots__ = ()

    def selector(self, obj: JsonObject) -> str:
        """Returns the label selector of the controller's pods."""
        labels = _as_controller(obj)["spec"].get("selector", {})
        return ",".join(f"{key}={labels[key]}" for key in sorted(labels))


class ReplicationControllerKind(TemplateKind):
    """A number of equal pods; the predecessor of ReplicaSet."""

    declared_name_format = "format=k8s-long-name"
    garbage_collection = GarbageCollectionPolicy.ORPHAN_DEPENDENTS
    subresource_types: ClassVar = {**TemplateKind.subresource_types, "scale": ControllerScale}

    def template_of(self, obj: JsonObject) -> v1.PodTemplateSpec | None:  # type: ignore[override]  # it is optional
        """Returns the pod template of a controller, None if it has none."""
        return _as_controller(obj)["spec"].get("template")

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS subdomain; checks no prefix here."""
        return [] if prefix else super().check_name(name, prefix)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a controller.

        Kept: a name prefix is checked only without other errors, and only as a path segment.
        """
        errors = super().validate(operation, new, old)
        return errors or (self.validate_new_metadata(new, name_is_path_segment) if old is ABSENT else errors)

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec of a controller, given the old object, if any."""
        from kapivara.apis.groups.core.pods.replication_controller_rules import (
            validate_replication_controller,  # only writes need it
        )

        return validate_replication_controller(_as_controller(new), old if old is ABSENT else _as_controller(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  unused
        """Validates a new status."""
        from kapivara.apis.groups.core.pods.replication_controller_rules import (
            validate_replication_controller_status,  # status updates are rare
        )

        return validate_replication_controller_status(_as_controller(new))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns warnings about names and pods. Kept: an update gets the warnings of the old template."""
        if old is ABSENT or operation.subresource == "status":
            return super().warnings(operation, new, old)
        return self.template_warnings(old) if self.changes_template(new, old) else []

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and `status.replicas`."""
        replicas = (obj.get("status") or {}).get("replicas", 0)
        return {**super().selectable_fields(obj), "status.replicas": str(replicas)}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, desired, current and ready pods, age and template."""
        from kapivara.apis.groups.core.column_texts import REPLICATION_CONTROLLER as TEXTS
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        def selector(obj: JsonObject) -> str:
            return labels_text(_as_controller(obj)["spec"].get("selector"))

        return TableLayout(
            (
                name_column(),
                Column("Desired", "integer", _desired, description=TEXTS["Desired"]),
                Column("Current", "integer", _current, description=TEXTS["Current"]),
                Column("Ready", "integer", _ready, description=TEXTS["Ready"]),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                Column("Selector", "string", selector, description=TEXTS["Selector"], priority=1),
            )
        )


KIND = ReplicationControllerKind


def _as_controller(obj: JsonObject) -> v1.ReplicationController:
    return cast("v1.ReplicationController", obj)


def _desired(obj: JsonObject) -> int:
    return _as_controller(obj)["spec"].get("replicas", 0)


def _current(obj: JsonObject) -> int:
    return _as_controller(obj)["status"]["replicas"]


def _ready(obj: JsonObject) -> int:
    return _as_controller(obj)["status"].get("readyReplicas", 0)
