"""Validation rules of ReplicationController: its selector, its template, and the counts of its status.

Upstream: pkg/apis/core/validation/validation.go ValidateReplicationControllerSpec, ValidatePodTemplateSpecForRC,
ValidateReplicationControllerStatus; pkg/registry/core/replicationcontroller/strategy.go ValidateUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.pod_template import validate_pod_template_spec
from kapivara.apis.shared.pods.rules.selected_template import unselected, validate_always_running
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.apis.shared.rules.replica_counts import validate_replica_counts
from kapivara.field import ErrorList, FieldPath, invalid, not_found, required
from kapivara.values import ABSENT, Absent
from kapivara.values.record import replace

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_SELECTOR: Final = _SPEC.child("selector")
_TEMPLATE: Final = _SPEC.child("template")
_UNCONVERTIBLE: Final = "non-convertible.kubernetes.io"
_STATUS_NUMBERS: Final = (
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
)
_STATUS_PARTS: Final = ("fullyLabeledReplicas", "readyReplicas", "availableReplicas")


def validate_replication_controller(new: v1.ReplicationController, old: v1.ReplicationController | Absent) -> ErrorList:
    """Validates the spec of a controller, given the old object, if any."""
    spec = new["spec"]
    errors = _covered(validate_non_negative_fields(spec, _SPEC, "minReadySeconds"))
    if not spec.get("selector"):
        errors.append(required(_SELECTOR))
    if "replicas" not in spec:
        errors += _covered([required(_SPEC.child("replicas"))])
    errors += _covered(validate_non_negative_fields(spec, _SPEC, "replicas"))
    errors += _validate_template(spec, None if old is ABSENT else old["spec"].get("template"))
    return errors if old is ABSENT else errors + _validate_unconvertible(new, old)


def _covered(errors: ErrorList) -> ErrorList:
    """Marks errors as covered by declarative rules."""
    return [each.marked(covered_by_declarative=True) for each in errors] if errors else errors


def _validate_template(spec: v1.ReplicationControllerSpec, old: v1.PodTemplateSpec | None) -> ErrorList:
    """Requires a template with the selected labels, and pods with restart policy Always."""
    template = spec.get("template")
    if template is None:
        return [required(_TEMPLATE)]
    errors: ErrorList = []
    if not spec.get("selector", {}).items() <= template["metadata"].get("labels", {}).items():
        errors += unselected(template, _TEMPLATE)
    errors += validate_pod_template_spec(template, old, _TEMPLATE)
    return errors + validate_always_running(template, _TEMPLATE, "ReplicationController")


def _validate_unconvertible(new: v1.ReplicationController, old: v1.ReplicationController) -> ErrorList:
    """Rejects changes to fields that an annotation marks as not convertible from another version."""
    errors: ErrorList = []
    for key, text in old["metadata"].get("annotations", {}).items():
        prefix, slash, field = key.partition("/")
        if not prefix.startswith(_UNCONVERTIBLE) or not slash or "/" in field:
            continue
        if "selector" not in field:
            errors.append(replace(not_found(field, text), detail="unknown non-convertible field"))
        elif new["spec"].get("selector", {}) != old["spec"].get("selector", {}):
            selector = new["spec"].get("selector")
            errors.append(invalid(_SELECTOR, selector, "cannot update non-convertible selector"))
    return errors


def validate_replication_controller_status(new: v1.ReplicationController) -> ErrorList:
    """Validates a new status."""
    return validate_replica_counts(new["status"], _STATUS_NUMBERS, _STATUS_PARTS)
