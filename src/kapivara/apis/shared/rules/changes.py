"""Validation rules of immutable fields.

Upstream: apimachinery/pkg/api/validation/objectmeta.go ValidateImmutableField; apimachinery/pkg/api/equality
Semantic.DeepEqual (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.field import ErrorList, FieldPath, invalid

if TYPE_CHECKING:
    from kapivara.codec.shapes import Shape

IMMUTABLE = "field is immutable"


def validate_immutable(new: Any, old: Any, path: FieldPath) -> ErrorList:
    """Rejects a changed scalar, or a changed list or map of scalars; empty and absent are equal."""
    if new == old or (_is_empty(new) and _is_empty(old)):
        return []
    return [invalid(path, new, IMMUTABLE)]


def validate_immutable_value(new: Any, old: Any, path: FieldPath, shape: Shape, internal: str = "") -> ErrorList:
    """Rejects a changed value of any type; None is a nil pointer.

    Errors print the `internal` type, such as `core.Volume`, or by default the JSON of the value.
    """
    from kapivara.validate.parts.values import same, shown  # only changed values need it

    if new == old or same(shape, new, old):
        return []
    if new is None or not internal:
        return [invalid(path, None if new is None else shown(shape, new), IMMUTABLE)]
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    return [invalid(path, internal_form(new, internal), IMMUTABLE)]


def _is_empty(value: Any) -> bool:
    return value is None or value in ([], {})
