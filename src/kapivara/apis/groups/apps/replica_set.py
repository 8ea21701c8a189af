"""ReplicaSet as a built-in kind. Upstream: pkg/registry/apps/replicaset/{strategy.go,storage/storage.go} (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.scales.replica_scale import ReplicaScale
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.field import ErrorList
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1.zz_generated_types import ReplicaSet
    from kapivara.apis.machinery.tables.table import TableLayout

_DESIRED = (
    "Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. "
    "Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"
)
_CURRENT = (
    "Replicas is the most recently observed number of non-terminating pods. More info: "
    "https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"
)
_READY = "The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition."
_SELECTOR = (
    "Selector is a label query over pods that should match the replica count. Label keys and values that must match in "
    "order to be controlled by this replica set. It must match the pod template's labels. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
)


class ReplicaSetKind(TemplateKind):
    """A number of equal pods."""

    subresource_types: ClassVar = {**TemplateKind.subresource_types, "scale": ReplicaScale}
    shown_when_blank: ClassVar = {"spec": {"replicas": 0}}

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a replica set, given the old object, if any."""
        from kapivara.apis.groups.apps.replica_set_rules import validate_replica_set  # only writes need it

        return validate_replica_set(_as_replica_set(new), old if old is ABSENT else _as_replica_set(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  not compared
        """Validates a new status."""
        from kapivara.apis.groups.apps.replica_set_rules import validate_replica_set_status  # status updates are rare

        return validate_replica_set_status(_as_replica_set(new))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, desired, current and ready pods, age and template.

        Upstream: pkg/printers/internalversion/printers.go printReplicaSet.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import selector_column, template_columns

        return TableLayout(
            (
                name_column(),
                Column("Desired", "integer", _desired, description=_DESIRED),
                Column("Current", "integer", _current, description=_CURRENT),
                Column("Ready", "integer", _ready, description=_READY),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                selector_column(lambda obj: obj["spec"].get("selector"), _SELECTOR),
            )
        )


KIND = ReplicaSetKind


def _as_replica_set(obj: JsonObject) -> ReplicaSet:
    return cast("ReplicaSet", obj)


def _desired(obj: JsonObject) -> int:
    return _as_replica_set(obj)["spec"]["replicas"]


def _current(obj: JsonObject) -> int:
    return _as_replica_set(obj)["status"]["replicas"]


def _ready(obj: JsonObject) -> int:
    return _as_replica_set(obj)["status"].get("readyReplicas", 0)
