"""Hashable identities of list items, so that comparing n items needs n look-ups, not n².

Two identities are equal exactly where `values.same` holds: nil and empty lists are equal, absent fields have their zero
value, quantities and times compare by their meaning.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeAlias

from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.validate.parts.iteration import Keys, key_of
from kapivara.validate.parts.values import embedded_in, octets, same, zero_value

Identify: TypeAlias = Callable[[Any], Hashable]


def by_keys(keys: Keys) -> Identify:
    """Returns a function that identifies structs by the values of some fields; a missing pointer counts as a value."""
    if len(keys) > 1:
        return lambda item: key_of(keys, item)
    name, missing = keys[0]
    return lambda item: missing if (value := item.get(name)) is None else value


def by_value(shape: Shape) -> Identify:
    """Returns a function that identifies values of a shape."""
    if isinstance(shape, Scalar):
        return _itself
    return lambda value: _identity(shape, value)


def _itself(value: Any) -> Hashable:
    scalar: Hashable = value
    return scalar


def present_items(values: Any, shape: Shape, pointers: bool) -> Iterator[tuple[int, Any]]:
    """Yields the positions and items of a list: nil pointers are left out, other nulls become zero values.

    Bytes are a base64 text in JSON; their items are the decoded bytes.
    """
    if isinstance(values, str):
        values = b64decode(values)
    for position, value in enumerate(octets(values) or ()):
        if value is not None:
            yield position, value
        elif not pointers:
            yield position, zero_value(shape)


def _identity(shape: Shape, value: Any) -> Hashable:
    match shape:
        case Scalar():
            scalar: Hashable = zero_value(shape) if value is None else value
            return scalar
        case Bytes():
            return value or ""
        case ListOf():
            return tuple([_item_identity(shape, each) for each in value or ()])
        case MapOf():
            return frozenset([(key, _item_identity(shape, each)) for key, each in (value or {}).items()])
        case Struct():
            given = value or {}
            fields = [_field_identity(each, given.get(each.name)) for each in shape.tables.by_name.values()]
            return (embedded_in(shape, given), *fields)
        case Custom():
            return _Compared(shape, value)


def _item_identity(shape: ListOf | MapOf, value: Any) -> Hashable:
    return None if value is None and shape.pointers else _identity(shape.item, value)


def _field_identity(field: Field, value: Any) -> Hashable:
    if not field.pointer or isinstance(field.shape, ListOf | MapOf | Bytes):
        return _identity(field.shape, value)
    return None if value is None else (_identity(field.shape, value),)


class _Compared:
    """A value whose type defines its own equality."""

    __slots__ = ("_shape", "_value")

    def __init__(self, shape: Custom, value: Any):
        self._shape = shape
        self._value = value

    def __hash__(self) -> int:
        return 0 if self._value is None else hash(repr(self._shape.read(self._value)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Compared) and same(self._shape, self._value, other._value)
