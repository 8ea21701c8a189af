"""Compares values of Go types in their JSON form, and prepares them for messages.

A missing field of a struct, a null and the zero value are equal; so are a nil list or map and an empty one. Messages
show the output of Go's json.Marshal, fields in the order of their declaration.
Upstream: apimachinery/pkg/api/equality Semantic.DeepEqual, apimachinery/pkg/api/validate DirectEqual (1.37).
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.values.rendering import GoStruct, JsonFloat, NamedString

_DEEPEST = 20


def same(shape: Shape, one: Any, other: Any) -> bool:
    """Returns whether two values are equal; nil differs from a zero value, but not from an empty list or map."""
    if one is other or (one == other and (not _is_verbatim(shape) or _is_same_verbatim(shape, one, other))):
        return True
    if isinstance(shape, ListOf | MapOf | Bytes) and not one and not other:
        return True
    if one is None or other is None:
        return False
    if isinstance(shape, Struct):
        fields = shape.tables.by_name.values()
        return embedded_in(shape, one) == embedded_in(shape, other) and all(
            _same_field(each, one, other) for each in fields
        )
    if isinstance(shape, ListOf):
        item, equal = shape.item, same if shape.pointers else _same_value
        return len(one) == len(other) and all(equal(item, a, b) for a, b in zip(one, other, strict=True))
    if isinstance(shape, MapOf):
        return one.keys() == other.keys() and all(_same_value(shape.item, one[key], other[key]) for key in one)
    return isinstance(shape, Custom) and shape.same(one, other)


def _is_verbatim(shape: Shape) -> bool:
    """Returns whether values of a type may differ although their JSON is equal."""
    for _ in range(_DEEPEST):  # lists may contain lists of such values
        if not isinstance(shape, ListOf | MapOf):
            break
        shape = shape.item
    return isinstance(shape, Struct | Custom) and shape.verbatim


def _is_same_verbatim(shape: Shape, one: Any, other: Any) -> bool:
    """Returns whether values with equal JSON are equal, for types where JSON does not decide. Hot: updates."""
    if one is None:
        return True
    if isinstance(shape, Struct):
        found = _verbatim_fields.get(shape)
        if found is None:
            fields = shape.tables.fields
            found = _verbatim_fields[shape] = tuple(
                (each.name, each.shape) for each in fields if _is_verbatim(each.shape)
            )
        return all(_is_same_verbatim(held, one[name], other[name]) for name, held in found if name in one)
    if isinstance(shape, ListOf):
        return all(_is_same_verbatim(shape.item, a, b) for a, b in zip(one, other, strict=True))
    if isinstance(shape, MapOf):
        return all(_is_same_verbatim(shape.item, one[key], other[key]) for key in one)
    return isinstance(shape, Custom) and shape.same(one, other)


_verbatim_fields: dict[Struct, tuple[tuple[str, Shape], ...]] = {}  # at most one entry per type


def _same_field(field: Field, one: Any, other: Any) -> bool:
    a, b = one.get(field.name), other.get(field.name)
    return same(field.shape, a, b) if field.pointer else _same_value(field.shape, a, b)


def _same_value(shape: Shape, one: Any, other: Any) -> bool:
    """Compares two values that are not pointers: null is the zero value."""
    if one is None or other is None:
        zero = zero_value(shape)
        return same(shape, zero if one is None else one, zero if other is None else other)
    return same(shape, one, other)


def embedded_in(shape: Struct, value: Mapping[str, Any]) -> frozenset[str]:
    """Returns the embedded pointers of a struct that are not nil: those with at least one given field."""
    inside = shape.tables.inside
    if not inside:
        return _NOTHING
    return frozenset(parent for each in inside if each.name in value for parent in each.parents)


_NOTHING: frozenset[str] = frozenset()


def zero_value(shape: Shape) -> Any:
    """Returns the zero value of a type."""
    return {} if isinstance(shape, Struct) else shape.empty()


def or_zero(value: Any, zero: Any) -> Any:
    """Returns a value, or the zero value where the value is None."""
    return zero if value is None else value


def octets(value: Any) -> Any:
    """Decodes raw bytes, a base64 text in JSON, to a list of numbers; returns lists unchanged.

    Invalid base64 has no bytes here: decoding reports it as an error.
    """
    if not isinstance(value, str):
        return value
    try:
        return list(b64decode(value))
    except ValueError:
        return []


def shown(shape: Shape, value: Any) -> Any:
    """Returns a value as messages show it."""
    if isinstance(shape, Scalar):
        return value if shape.go_name in _PLAIN else as_json(value)
    if isinstance(shape, Custom):
        return shape.show(value)
    if value is None or isinstance(shape, Bytes):
        return value
    if isinstance(shape, ListOf):
        # A nil pointer is null; a null in a list of values is a zero value.
        return [None if each is None and shape.pointers else _shown_value(shape.item, each) for each in value]
    if isinstance(shape, MapOf):
        return {key: _shown_value(shape.item, each) for key, each in value.items()}
    held = embedded_in(shape, value)
    return GoStruct(
        (each.name, printed)
        for each in shape.tables.by_name.values()
        if held.issuperset(each.parents) and (printed := _printed(each, value.get(each.name))) is not _LEFT_OUT
    )


_PLAIN = frozenset(("string", "float32", "float64"))
"""The types whose values messages show as they are; types derived from them are shown as JSON."""


def as_json(value: Any) -> Any:
    """Marks a scalar that messages show as JSON: one with a named type, or behind a pointer."""
    if type(value) is str:
        return NamedString(value)
    return JsonFloat(value) if type(value) is float else value


_LEFT_OUT = object()


def _printed(field: Field, value: Any) -> Any:
    """Returns a field as messages show it, or the marker for a field that they omit."""
    if field.omit_empty and (value is None or (not field.pointer and not value)) and not _is_struct_value(field):
        return _LEFT_OUT
    if field.pointer and value is None:
        return None
    return _shown_value(field.shape, value)


def _is_struct_value(field: Field) -> bool:
    return isinstance(field.shape, Struct) and not field.pointer


def _shown_value(shape: Shape, value: Any) -> Any:
    return shown(shape, zero_value(shape) if value is None else value)
