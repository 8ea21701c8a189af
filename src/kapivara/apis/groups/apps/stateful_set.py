"""StatefulSet as a built-in kind.

Upstream: pkg/registry/apps/statefulset/{strategy.go,storage/storage.go}, pkg/apis/apps/v1/conversion.go
Convert_apps_StatefulSetSpec_To_v1_StatefulSetSpec (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.scales.replica_scale import ReplicaScale
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.apis.shared.pods.warnings.claim_warnings import claim_spec_warnings
from kapivara.content.names import name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1.zz_generated_types import StatefulSet
    from kapivara.apis.machinery.tables.table import TableLayout

_CLAIMS = FieldPath.of("spec", "volumeClaimTemplates")
_KEEPS_ALL = "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"


class StatefulSetKind(TemplateKind):
    """A number of pods that keep their names and volumes."""

    warns_of_names = False
    subresource_types: ClassVar = {**TemplateKind.subresource_types, "scale": ReplicaScale}
    shown_when_blank: ClassVar = {"spec": {"replicas": 0}}

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults, and sets apiVersion and kind of the claim templates."""
        super().apply_defaults(obj)
        for claim in _as_stateful_set(obj)["spec"].get("volumeClaimTemplates", ()):
            claim["apiVersion"], claim["kind"] = "v1", "PersistentVolumeClaim"

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS label, since pod names contain the name."""
        return name_is_dns_label(name, prefix)

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a stateful set, given the old object, if any."""
        from kapivara.apis.groups.apps.stateful_set_rules import validate_stateful_set  # only writes need it

        return validate_stateful_set(_as_stateful_set(new), old if old is ABSENT else _as_stateful_set(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Validates a new status against the old one."""
        from kapivara.apis.groups.apps.stateful_set_rules import validate_stateful_set_status  # status updates are rare

        return validate_stateful_set_status(_as_stateful_set(new), _as_stateful_set(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of pods, claims, and an unlimited history. Kept: on update, claims have a different path."""
        if operation.subresource == "status":
            return []
        spec, warnings = _as_stateful_set(new)["spec"], super().warnings(operation, new, old)
        for position, claim in enumerate(spec.get("volumeClaimTemplates", ())):
            path = _CLAIMS.index(position) if old is ABSENT else _CLAIMS.index(position).child("Spec")
            warnings += claim_spec_warnings(claim["spec"], path)
        if spec["revisionHistoryLimit"] < 0:
            warnings.append(_KEEPS_ALL)
        return warnings

    def make_table(self) -> TableLayout:
        """Returns the columns: name, ready pods, age and template.

        Upstream: pkg/printers/internalversion/printers.go printStatefulSet.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        ready = Column("Ready", "string", _ready, description="Number of the pod with ready state")
        return TableLayout((name_column(), ready, age_column(self.surroundings), *template_columns(self.template_of)))


KIND = StatefulSetKind


def _as_stateful_set(obj: JsonObject) -> StatefulSet:
    return cast("StatefulSet", obj)


def _ready(obj: JsonObject) -> str:
    stateful_set = _as_stateful_set(obj)
    return f"{stateful_set['status'].get('readyReplicas', 0)}/{stateful_set['spec']['replicas']}"
