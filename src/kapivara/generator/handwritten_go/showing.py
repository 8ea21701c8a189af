"""Prepares bad values for errors: their Go type decides how messages print them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.generator.handwritten_go.go_types import NIL, PATH, is_basic, same_type
from kapivara.generator.handwritten_go.scope import PackageCode
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import STRING, Type, TypeKind
from kapivara.validate.parts.values import shown
from kapivara.values.rendering import JsonFloat, NamedString


def shower(kind: Type, program: PackageCode) -> Callable[[Any], Any] | None:
    """Returns a function that prepares values of a type for messages; None where they cannot be shown."""
    if kind is NIL:
        return lambda value: value
    if kind.kind is TypeKind.POINTER and kind.elem is not None:
        if same_type(kind, PATH):
            return None
        below = shower(kind.elem, program)
        return below and (lambda value: None if value is None else _as_json(below(value)))
    if is_basic(kind):
        return (lambda value: value) if not kind.name.package else _as_json
    if native_type(kind).kind in (TypeKind.STRUCT, TypeKind.SLICE, TypeKind.MAP):
        return lambda value: shown(program.shape(kind), value)
    return None


def _as_json(value: Any) -> Any:
    """Marks a value that Go does not print as a plain string or float."""
    if type(value) is str:
        return NamedString(value)
    return JsonFloat(value) if type(value) is float else value


def is_text(kind: Type) -> bool:
    """Returns whether values of a type are strings."""
    return native_type(kind) is STRING
