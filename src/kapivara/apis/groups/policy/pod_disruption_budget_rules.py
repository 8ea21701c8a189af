"""Validation rules of PodDisruptionBudget: bounds, selector and status.

Upstream: pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec,
ValidatePodDisruptionBudgetStatusUpdate; pkg/registry/policy/poddisruptionbudget/strategy.go ValidateUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.int_or_percent import (
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.field.path import NO_PATH
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.policy.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_STATUS: Final = FieldPath.of("status")
_EVICTION_POLICIES: Final = ("AlwaysAllow", "IfHealthyBudget")


def validate_budget(new: v1.PodDisruptionBudget, old: v1.PodDisruptionBudget | Absent) -> ErrorList:
    """Validates the spec of a budget; any label values are accepted if the old selector was malformed."""
    spec, errors = new["spec"], ErrorList()
    least, most = spec.get("minAvailable"), spec.get("maxUnavailable")
    if least is not None and most is not None:
        from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

        shown = internal_form({**spec}, "policy.PodDisruptionBudgetSpec")
        errors.append(invalid(_SPEC, shown, "minAvailable and maxUnavailable cannot be both set"))
    for field, bound in (("minAvailable", least), ("maxUnavailable", most)):
        if bound is not None:
            errors += validate_positive_int_or_percent(bound, _SPEC.child(field))
            errors += validate_not_more_than_100_percent(bound, _SPEC.child(field))
    was_malformed = old is not ABSENT and bool(validate_label_selector(old["spec"].get("selector"), NO_PATH))
    errors += validate_label_selector(spec.get("selector"), _SPEC.child("selector"), any_values=was_malformed)
    if "unhealthyPodEvictionPolicy" in spec:
        path = _SPEC.child("unhealthyPodEvictionPolicy")
        errors += validate_choice(spec["unhealthyPodEvictionPolicy"], path, _EVICTION_POLICIES)
    return errors


def validate_budget_status(new: v1.PodDisruptionBudget) -> ErrorList:
    """Validates a new status."""
    from kapivara.apis.shared.rules.conditions import validate_conditions  # status updates are rare

    return validate_conditions(new["status"].get("conditions", ()), _STATUS.child("conditions"))
