"""Fields that may not change once an object is there.

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
    """Refuses another value of a field that holds a scalar, or a list or map of them; an empty one is as none."""
    if new == old or (_is_empty(new) and _is_empty(old)):
        return []
    return [invalid(path, new, IMMUTABLE)]


def validate_immutable_value(new: Any, old: Any, path: FieldPath, shape: Shape, internal: str = "") -> ErrorList:
    """Refuses another value of a field of any type; None is a pointer without a value.

    Messages show it as its `internal` type, such as `core.Volume`, or, where none is named, as JSON of its own.
    """
    from kapivara.validate.values import same, shown  # only values that have changed need it

    if new == old or same(shape, new, old):
        return []
    if new is None or not internal:
        return [invalid(path, None if new is None else shown(shape, new), IMMUTABLE)]
    from kapivara.apis.internal_form import internal_form  # only messages need it

    return [invalid(path, internal_form(new, internal), IMMUTABLE)]


def _is_empty(value: Any) -> bool:
    return value is None or value in ([], {})
