"""Deployment as a built-in kind; changed annotations increase its generation, too, since its ReplicaSets copy them.

An old annotation requests a rollback to a revision; it was a field once, and is read as a number.
Upstream: pkg/registry/apps/deployment/{strategy.go,storage/storage.go}, pkg/apis/apps/v1/conversion.go
Convert_v1_Deployment_To_apps_Deployment (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.groups.apps.number_annotations import ROLLBACK, read_number
from kapivara.apis.machinery.scales.replica_scale import ReplicaScale
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.codec import DecodeError
from kapivara.field import ErrorList
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.selector_objects import selector_of
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1.zz_generated_types import Deployment
    from kapivara.apis.machinery.tables.table import TableLayout

_UP_TO_DATE = "Total number of non-terminating pods targeted by this deployment that have the desired template spec."
_AVAILABLE = (
    "Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment."
)
_SELECTOR = (
    "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this "
    "deployment. It must match the pod template's labels."
)


class DeploymentKind(TemplateKind):
    """A number of equal pods that are replaced step by step when the template changes."""

    kept_by_status = ("labels",)
    field_annotations = (ROLLBACK,)
    subresource_types: ClassVar = {**TemplateKind.subresource_types, "scale": ReplicaScale}
    shown_when_blank: ClassVar = {"spec": {"replicas": 0}}

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults, and reads the rollback annotation."""
        super().apply_defaults(obj)
        annotations = obj["metadata"].get("annotations", {})
        if ROLLBACK in annotations:
            text = annotations.pop(ROLLBACK)
            if text:
                try:
                    annotations[ROLLBACK] = str(read_number(text))
                except DecodeError as error:
                    problem = f"failed to parse annotation[{ROLLBACK}]={text} as int64: {error.message}"
                    raise DecodeError(problem) from None
            if not annotations:
                del obj["metadata"]["annotations"]

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and increases the generation if the spec or the annotations changed."""
        super().prepare_for_update(new, old)
        annotations, old_annotations = (each["metadata"].get("annotations") or {} for each in (new, old))
        if annotations != old_annotations:
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a deployment, given the old object, if any."""
        from kapivara.apis.groups.apps.deployment_rules import validate_deployment  # only writes need it

        return validate_deployment(_as_deployment(new), old if old is ABSENT else _as_deployment(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Validates a new status against the old one."""
        from kapivara.apis.groups.apps.deployment_rules import validate_deployment_status  # status updates are rare

        return validate_deployment_status(_as_deployment(new), _as_deployment(old))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, ready, updated and available pods, age, template and selector.

        Upstream: pkg/printers/internalversion/printers.go printDeployment.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        return TableLayout(
            (
                name_column(),
                Column("Ready", "string", _ready, description="Number of the pod with ready state"),
                Column("Up-to-date", "string", _updated, description=_UP_TO_DATE),
                Column("Available", "string", _available, description=_AVAILABLE),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                Column("Selector", "string", _selector, description=_SELECTOR, priority=1),
            )
        )


KIND = DeploymentKind


def _as_deployment(obj: JsonObject) -> Deployment:
    return cast("Deployment", obj)


def _ready(obj: JsonObject) -> str:
    deployment = _as_deployment(obj)
    return f"{deployment['status'].get('readyReplicas', 0)}/{deployment['spec']['replicas']}"


def _updated(obj: JsonObject) -> int:
    return _as_deployment(obj)["status"].get("updatedReplicas", 0)


def _available(obj: JsonObject) -> int:
    return _as_deployment(obj)["status"].get("availableReplicas", 0)


def _selector(obj: JsonObject) -> str:
    """Returns the selector's text. Kept: unlike elsewhere, one that selects everything is an empty text."""
    selector = _as_deployment(obj)["spec"].get("selector")
    try:
        return str(selector_of(selector)) if selector else ""
    except SelectorError:
        return "<invalid>"
