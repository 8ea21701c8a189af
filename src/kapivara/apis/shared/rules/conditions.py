"""Validation rules of the type Condition that all groups share.

Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateConditions, ValidateCondition,
IsValidConditionReason (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.content.messages import byte_length, regex_message
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required, too_long
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import Condition

_STATUSES: Final = ("False", "True", "Unknown")
_LONGEST_REASON: Final = 1024
_LONGEST_MESSAGE: Final = 32 * 1024
_REASON: Final = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?"
_REASON_PATTERN: Final = lazy_pattern(_REASON)
_REASON_RULE: Final = (
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric "
    "characters or '_,:', and must end with an alphanumeric character or '_'"
)
_REASON_EXAMPLES: Final = ("my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB")


def validate_conditions(conditions: Sequence[Condition], path: FieldPath) -> ErrorList:
    """Requires valid conditions, at most one of each type."""
    errors: ErrorList = []
    seen: set[str] = set()
    for position, condition in enumerate(conditions):
        place, kind = path.index(position), condition["type"]
        if kind in seen:
            errors.append(duplicate(place, kind).marked(covered_by_declarative=True))
        seen.add(kind)
        errors += validate_condition(condition, place)
    return errors


def validate_condition(condition: Condition, path: FieldPath) -> ErrorList:
    """Requires a type, a status, a time and a reason, and a message of limited length."""
    errors: ErrorList = []
    kind, status = condition["type"], condition["status"]
    if kind:
        errors += validate_label_name(kind, path.child("type"))
    else:
        errors.append(required(path.child("type"), "is required").marked(covered_by_declarative=True))
    if status not in _STATUSES:
        place = path.child("status")
        refused = not_supported(place, NamedString(status), _STATUSES) if status else required(place)
        errors.append(refused.marked(covered_by_declarative=True))
    generation = condition.get("observedGeneration", 0)
    if generation < 0:
        detail = "must be greater than or equal to zero"
        refused = invalid(path.child("observedGeneration"), generation, detail).with_origin("minimum")
        errors.append(refused.marked(covered_by_declarative=True))
    if not condition["lastTransitionTime"]:
        errors.append(required(path.child("lastTransitionTime")).marked(covered_by_declarative=True))
    errors += _validate_reason(condition["reason"], path.child("reason"))
    if byte_length(condition["message"]) > _LONGEST_MESSAGE:
        errors.append(too_long(path.child("message"), _LONGEST_MESSAGE))
    return errors


def _validate_reason(reason: str, path: FieldPath) -> ErrorList:
    if not reason:
        return [required(path).marked(covered_by_declarative=True)]
    errors: ErrorList = []
    if not _REASON_PATTERN.fullmatch(reason):
        errors.append(invalid(path, reason, regex_message(_REASON_RULE, _REASON, *_REASON_EXAMPLES)))
    if byte_length(reason) > _LONGEST_REASON:
        refused = too_long(path, _LONGEST_REASON).with_origin("maxBytes")
        errors.append(refused.marked(covered_by_declarative=True))
    return errors
