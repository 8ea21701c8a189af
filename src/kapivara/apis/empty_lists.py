"""Takes lists that hold nothing out of objects, as storing them does: protocol buffers know no empty ones.

Of bytes in a map they know no null: those are empty from the storage on.

Fields that are left out when empty have none in an object's normal form (see `codec.typed`); lists that are printed
even when empty say `null` from the storage on, whatever was sent. No type prints an empty map.
Upstream: apimachinery/pkg/runtime/serializer/protobuf; apiserver/pkg/registry/generic/registry/dryrun.go copyInto: what
is not stored takes the same way (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from kapivara.codec.shapes import Bytes, Field, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject

Visit: TypeAlias = Callable[[Any], None]


def drop_empty_lists(shape: Struct, obj: JsonObject) -> None:
    """Makes null of all lists in an object of a shape that hold nothing, in place."""
    _of(shape).apply(obj)


class _Lists:
    """The lists of one struct type, and of all that its values hold."""

    __slots__ = ("_below", "_printed", "_shape")

    def __init__(self, shape: Struct):
        self._shape = shape
        self._printed: tuple[str, ...] | None = None
        self._below: dict[str, Visit] = {}

    def apply(self, value: JsonObject) -> None:
        """Makes null of those that hold nothing."""
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


_known: dict[Struct, _Lists] = {}  # as many as there are types
_concerned: dict[Struct, bool] = {}


def _of(shape: Struct) -> _Lists:
    found = _known.get(shape)
    if found is None:
        found = _known[shape] = _Lists(shape)
    return found


def _visit(shape: Shape) -> Visit | None:
    """Returns what goes through a value of a shape; None where no list in it is printed when empty."""
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
    """Tells whether a struct holds a list that is printed when empty, however deeply."""
    known = _concerned.get(struct)
    if known is None:
        _concerned[struct] = False  # for types that hold themselves
        fields = struct.tables.fields
        known = _concerned[struct] = any(_is_printed(each) or _visit(each.shape) is not None for each in fields)
    return known


def _is_printed(field: Field) -> bool:
    """Tells whether a field is a list that is printed when empty."""
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
