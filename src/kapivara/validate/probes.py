"""Rules with a fixed result, for tests of generators. Upstream: apimachinery/pkg/api/validate/testing.go."""

from __future__ import annotations

from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.validate.parts.values import shown
from kapivara.values.rendering import JsonFloat, NamedString


def validate_true(_op: Operation, _path: FieldPath | None, _new: Any, _old: Any, _text: str) -> ErrorList:
    """Accepts every value."""
    return []


def validate_false(_op: Operation, path: FieldPath | None, new: Any, _old: Any, text: str, shape: Shape) -> ErrorList:
    """Rejects every value; the message contains the text."""
    return [invalid(path, _printed(shape, new), f"forced failure: {text}").with_origin("validateFalse")]


def _printed(shape: Shape, value: Any) -> Any:
    """Returns the value as the message shows it; the reference passes a pointer, so scalars appear as JSON."""
    if isinstance(value, str):
        return NamedString(value)
    if isinstance(value, float):
        return JsonFloat(value)
    return value if value is None or isinstance(value, int) else shown(shape, value)
