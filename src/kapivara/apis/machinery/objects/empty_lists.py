"""Removes empty lists from objects, as the protocol buffer form of the storage does.

Null bytes in a map become empty bytes, since protocol buffers have no null there. Dry runs, which store nothing,
convert objects in the same way.

Fields with omitempty are already absent in an object's normal form (see `codec.typed.decoding`). Lists without
omitempty are null after they were stored, whatever was sent. No type prints an empty map.
Upstream: apimachinery/pkg/runtime/serializer/protobuf; apiserver/pkg/registry/generic/registry/dryrun.go copyInto
(1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from kapivara.codec.shapes import Bytes, Field, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject

Visit: TypeAlias = Callable[[Any], None]


def drop_empty_lists(shape: Struct, obj: JsonObject) -> None:
    """Replaces all empty lists in an object of a shape by null, in place."""
    _of(shape).apply(obj)


class _Lists:
    """The lists of one struct type and of all types that its values hold."""

    __slots__ = ("_below", "_printed", "_shape")

    def __init__(self, shape: Struct):
        self._shape = shape
        self._printed: tuple[str, ...] | None = None
        self._below: dict[str, Visit] = {}

    def apply(self, value: JsonObject) -> None:
        """Replaces empty lists by null."""
        if self._printed is None:
            self._printed = self._find()
        for name in self._printed:
            if name in value and not value[name]:
                value[name] = None
        below = self._below
        for name, item in value.items():
            if name in below and item:
                below[name](item)

    def _find(self) -> tuple[str, ...]:
        fields = self._shape.tables.fields
        for field in fields:
            if (visit := _visit(field.shape)) is not None:
                self._below[field.name] = visit
        return tuple(each.name for each in fields if _is_printed(each))


_known: dict[Struct, _Lists] = {}  # one entry per type
_concerned: dict[Struct, bool] = {}


def _of(shape: Struct) -> _Lists:
    found = _known.get(shape)
    if found is None:
        found = _known[shape] = _Lists(shape)
    return found


def _visit(shape: Shape) -> Visit | None:
    """Returns a function that visits a value of a shape, or None if the shape holds no list without omitempty."""
    match shape:
        case Struct():
            return _of(shape).apply if _is_concerned(shape) else None
        case MapOf() if isinstance(shape.item, Bytes):
            return _fill_bytes
        case ListOf() | MapOf():
            each = _visit(shape.item)
            if each is None:
                return None
            return partial(_visit_items if isinstance(shape, ListOf) else _visit_values, each)
    return None


def _is_concerned(struct: Struct) -> bool:
    """Returns True if a struct holds, at any depth, a list without omitempty."""
    known = _concerned.get(struct)
    if known is None:
        _concerned[struct] = False  # for recursive types
        fields = struct.tables.fields
        known = _concerned[struct] = any(_is_printed(each) or _visit(each.shape) is not None for each in fields)
    return known


def _is_printed(field: Field) -> bool:
    """Returns True if a field is a list without omitempty."""
    return isinstance(field.shape, ListOf) and not field.omit_empty


def _visit_items(visit: Visit, items: list[Any]) -> None:
    for item in items:
        if item:
            visit(item)


def _fill_bytes(items: JsonObject) -> None:
    for name, item in items.items():
        if item is None:
            items[name] = ""


def _visit_values(visit: Visit, items: JsonObject) -> None:
    _visit_items(visit, list(items.values()))
