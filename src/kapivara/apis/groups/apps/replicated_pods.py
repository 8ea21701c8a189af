"""Validation rules of the selector and the template of Deployments and ReplicaSets.

Upstream: pkg/apis/apps/validation/validation.go ValidateDeploymentSpec, ValidateReplicaSetSpec,
ValidatePodTemplateSpecForReplicaSet (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.pod_template import validate_pod_template_spec
from kapivara.apis.shared.pods.rules.selected_template import (
    is_selected,
    unselected,
    validate_always_running,
    validate_own_selector,
)
from kapivara.apis.shared.rules.changes import validate_immutable_value
from kapivara.apis.shared.rules.labels import shown_selector
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import LabelSelector

SPEC: Final = FieldPath.of("spec")
SELECTOR: Final = SPEC.child("selector")
TEMPLATE: Final = SPEC.child("template")
_LABEL_SELECTOR: Final = described("meta.v1").struct("LabelSelector")


def validate_replicated_pods(
    spec: v1.DeploymentSpec | v1.ReplicaSetSpec, old: v1.DeploymentSpec | v1.ReplicaSetSpec | Absent
) -> ErrorList:
    """Requires a selector that matches the template, and pods with restart policy Always.

    Kept: for both kinds, errors about an empty selector name a deployment, and all others a ReplicaSet.
    """
    selector, template = spec.get("selector"), spec["template"]
    errors = [required(SELECTOR)] if selector is None else validate_own_selector(selector, SELECTOR, "deployment")
    selected = is_selected(selector, template["metadata"].get("labels", {}))
    if selected is None and selector is not None:
        errors.append(invalid(SELECTOR, shown_selector(selector), "invalid label selector"))
        return errors
    if not selected:
        errors += unselected(template, TEMPLATE)
    errors += validate_pod_template_spec(template, old if old is ABSENT else old["template"], TEMPLATE)
    return errors + validate_always_running(template, TEMPLATE, "ReplicaSet")


def validate_selector_stays(new: LabelSelector | None, old: LabelSelector | None) -> ErrorList:
    """Rejects a changed selector."""
    return validate_immutable_value(new, old, SELECTOR, _LABEL_SELECTOR)
