"""Validation rules of the status of a ValidatingAdmissionPolicy: type-checking warnings and conditions.

Upstream: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicyStatus,
validateExpressionWarning, validateFieldRef (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.languages.go.white_space import trim_space
from kapivara.languages.json_path.parsing import PathSyntaxError, parse_template

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1

_STATUS: Final = FieldPath.of("status")
_WARNINGS: Final = _STATUS.child("typeChecking", "expressionWarnings")


def validate_policy_status(status: v1.ValidatingAdmissionPolicyStatus) -> ErrorList:
    """Requires warnings with a text and a field reference, and valid conditions."""
    errors: ErrorList = []
    for position, warning in enumerate(status.get("typeChecking", {}).get("expressionWarnings", ())):
        path = _WARNINGS.index(position)
        if not warning["warning"]:
            errors.append(required(path.child("warning")))
        errors += _validate_place(trim_space(warning["fieldRef"]), path.child("fieldRef"))
    return errors + validate_conditions(status.get("conditions", ()), _STATUS.child("conditions"))


def _validate_place(place: str, path: FieldPath) -> ErrorList:
    """Requires a valid JSONPath."""
    if not place:
        return [required(path)]
    try:
        parse_template(f"{{{place}}}")
    except PathSyntaxError as error:
        return [invalid(path, place, f"invalid JSONPath: {error}")]
    return []
