"""Empty lists and maps that a client sent, for the kinds that tell them from none at all.

In the normal form of objects (see `codec.typed`) they are left out, as in answers. Where a kind `keeps_empties`, they
stand in an object from when it is read until it is stored.
Upstream: nil and empty slices and maps of Go, which are not deeply equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from kapivara.codec.shapes import ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject, JsonValue

Place: TypeAlias = tuple[str | int, ...]
"""The fields and positions that lead to a part of a value."""


def find_empties(value: JsonValue, place: Place = ()) -> Iterator[Place]:
    """Finds the empty lists and objects in a value."""
    if isinstance(value, dict | list):
        if not value:
            yield place
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from find_empties(item, (*place, step))


def restore_empties(obj: JsonObject, shape: Struct, places: Iterable[Place]) -> None:
    """Puts empty lists and maps back into an object that was read, where its type has them and they were left out.

    Those of metadata stay out: no kind tells them from none.
    """
    for place in places:
        if place and place[0] != "metadata":
            _restore(obj, shape, place)


def _restore(value: JsonValue, shape: Shape, place: Place) -> None:
    for position, step in enumerate(place):
        if isinstance(value, dict) and isinstance(shape, Struct):
            field = shape.tables.by_name.get(str(step))
            if field is None:
                return
            shape = field.shape
            if step not in value:
                if position == len(place) - 1 and isinstance(shape, ListOf | MapOf):
                    value[step] = [] if isinstance(shape, ListOf) else {}
                return
        elif isinstance(shape, ListOf | MapOf):
            shape = shape.item
        else:
            return
        value = value[step]
