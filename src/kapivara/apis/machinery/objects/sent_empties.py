"""Keeps empty lists and maps that a client sent, for the kinds that distinguish them from absent ones.

The normal form of objects (see `codec.typed.decoding`) omits them, as responses do. If a kind `keeps_empties`, they
remain in an object from its decoding until its storage.
Upstream: nil and empty slices and maps of Go, which are not deeply equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kapivara.codec.shapes import Field, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern

Place: TypeAlias = tuple[str | int, ...]
"""The fields and positions that lead to a part of a value."""

_HOLDERS = frozenset((dict, list))
MAPS = (
    "allocatedResourceStatuses",
    "allocatedResources",
    "annotations",
    "attributes",
    "binaryData",
    "capacity",
    "consumedCapacity",
    "counters",
    "data",
    "hard",
    "labels",
    "limits",
    "matchLabels",
    "nodeAllocatableResources",
    "nodeSelector",
    "options",
    "overhead",
    "requests",
    "selector",
    "stringData",
    "unverifiedUserAnnotations",
    "used",
    "userAnnotations",
    "volumeAttributes",
)
"""The fields that hold maps, of all kinds that keep empty maps."""
_BLANKS = b" \t\r\n"
_EMPTY_FIELD = lazy_bytes_pattern(
    rb'\[[ \t\r\n]*+\]|"(?:' + "|".join(MAPS).encode() + rb')"[ \t\r\n]*+:[ \t\r\n]*+\{[ \t\r\n]*+\}'
)


def may_hold_empties(source: bytes) -> bool:
    """Returns True if JSON contains empty lists, or empty maps in fields of maps.

    Most other empty objects are structs.
    """
    dense = source.translate(None, _BLANKS)
    return (b"[]" in dense or b"{}" in dense) and _EMPTY_FIELD.search(source) is not None


def find_empties(value: JsonValue, shape: Shape) -> list[Place]:
    """Returns the places of empty lists and maps in a value, for the fields that its type has.

    Hot: most values have none, which is found out without building places.
    """
    if not _has_empties([value]):
        return []
    found: list[Place] = []
    todo: list[tuple[Place, JsonValue, Shape]] = [((), value, shape)]
    for place, each, kind in todo:  # the list grows in the loop
        if isinstance(kind, ListOf | MapOf):
            items = each.items() if type(each) is dict else enumerate(each)
            todo += [((*place, step), item, kind.item) for step, item in items if item and type(item) in _HOLDERS]
        elif isinstance(kind, Struct) and type(each) is dict:
            for name, item in each.items():
                field = kind.tables.by_name.get(name) if type(item) in _HOLDERS else None
                if field is None:
                    continue
                if item:
                    todo.append(((*place, name), item, field.shape))
                elif isinstance(field.shape, ListOf | MapOf):
                    found.append((*place, name))
    return found


def _has_empties(values: list[JsonValue]) -> bool:
    holders: list[JsonValue] = [values]
    for each in holders:  # the list grows in the loop
        for item in each.values() if type(each) is dict else each:
            if type(item) in _HOLDERS:
                if not item:
                    return True
                holders.append(item)
    return False


def restore_empties(obj: JsonObject, shape: Struct, places: Iterable[Place]) -> None:
    """Puts empty lists and maps back into a decoded object where its type has them.

    Skips those in the metadata: no kind distinguishes them from absent ones.
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


def without_empties(value: JsonValue, shape: Shape) -> JsonValue:
    """Returns the printed form of a value, without empty lists and maps; the same object if it has none."""
    if isinstance(shape, Struct):
        return _without(value, ((name, shape.tables.by_name.get(name)) for name in value))
    if isinstance(shape, ListOf | MapOf) and isinstance(shape.item, Struct | ListOf | MapOf):
        steps = value if isinstance(value, dict) else range(len(value))
        items = [(step, without_empties(value[step], shape.item)) for step in steps if value[step]]
        changed = {step: item for step, item in items if item is not value[step]}
        if changed:
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            whole = {step: changed.get(step, item) for step, item in pairs}
            return whole if isinstance(value, dict) else list(whole.values())
    return value


def _without(value: JsonObject, fields: Iterable[tuple[str, Field | None]]) -> JsonObject:
    changed: JsonObject = {}
    dropped: list[str] = []
    for name, field in fields:
        item = value[name]
        if field is None or not isinstance(item, dict | list):
            continue
        if item:
            printed = without_empties(item, field.shape)
            if printed is not item:
                changed[name] = printed
        elif isinstance(field.shape, ListOf | MapOf) and field.omit_empty and not field.pointer:
            dropped.append(name)
    if not changed and not dropped:
        return value
    return {name: changed.get(name, item) for name, item in value.items() if name not in dropped}
