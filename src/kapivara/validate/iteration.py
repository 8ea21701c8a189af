"""Rules on parts of a value: each item, each key, one member, one item; each part finds its old self first.

A part that is what it was is not looked at on an update. Items of lists are found again by their keys or by their
whole value, as the type of the list says; of a list without such a type every item is new.
Upstream: apimachinery/pkg/api/validate/each.go, item.go, subfield.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from kapivara.codec.shapes import Scalar, Shape
from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.field.path import NO_PATH
from kapivara.validate.values import octets, same, zero_value
from kapivara.values.record import record

Check: TypeAlias = Callable[[Operation, "FieldPath | None", Any, Any], ErrorList]
Keys: TypeAlias = "tuple[tuple[str, Any], ...]"
"""The keys of a list's items: JSON names with what stands for a missing one (None for pointers)."""


@record(eq=False)
class Items:
    """What is known about the items of a list: their shape, and how one finds its old self.

    `keys` find it by keys, `by_value` by the whole value; neither: not at all. Lists of `pointers` may hold nil.
    """

    shape: Shape
    keys: Keys = ()
    by_value: bool = False
    pointers: bool = False


def step_index(path: FieldPath | None, position: int) -> FieldPath:
    """Steps into an item; the root has no path of its own."""
    return (path or NO_PATH).index(position)


def step_key(path: FieldPath | None, key: str) -> FieldPath:
    """Steps into an entry of a map."""
    return (path or NO_PATH).key(key)


def step_child(path: FieldPath | None, name: str) -> FieldPath:
    """Steps into a field."""
    return (path or NO_PATH).child(name)


def each_item(op: Operation, path: FieldPath | None, new: Any, old: Any, items: Items, check: Check) -> ErrorList:
    """Checks each item of a list that is not what it was."""
    errors: ErrorList = []
    find = _finder(items, octets(old)) if old else None
    for position, item in enumerate(octets(new) or ()):
        if item is None:
            if items.pointers:
                continue
            item = zero_value(items.shape)
        before = None if find is None else find(item)
        if before is not None and op.verb is Verb.UPDATE and (items.by_value or same(items.shape, item, before)):
            continue
        errors += check(op, step_index(path, position), item, before)
    return errors


def _finder(items: Items, old: Sequence[Any]) -> Callable[[Any], Any] | None:
    """Makes the function that finds an item in the old list, the first that matches."""
    present = [
        zero_value(items.shape) if each is None else each for each in old if each is not None or not items.pointers
    ]
    if items.keys:
        by_keys: dict[tuple[Any, ...], Any] = {}
        for each in present:
            by_keys.setdefault(key_of(items.keys, each), each)
        return lambda item: by_keys.get(key_of(items.keys, item))
    if not items.by_value:
        return None
    if isinstance(items.shape, Scalar):
        return {each: each for each in present}.get
    return lambda item: next((each for each in present if same(items.shape, item, each)), None)


def key_of(keys: Keys, item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Returns the values of an item's keys."""
    return tuple(missing if (value := item.get(name)) is None else value for name, missing in keys)


def each_entry(op: Operation, path: FieldPath | None, new: Any, old: Any, shape: Shape, check: Check) -> ErrorList:
    """Checks each value of a map that is not what it was under its key, in the order of the document.

    The reference's order is any rotation of it: Go walks small maps in the order of their making, from a random start.
    """
    errors: ErrorList = []
    before_all = old or {}
    for key in new or ():
        value = zero_value(shape) if new[key] is None else new[key]
        before = before_all.get(key)
        if before is None and key in before_all:
            before = zero_value(shape)
        if op.verb is Verb.UPDATE and before is not None and same(shape, value, before):
            continue
        errors += check(op, step_key(path, key), value, before)
    return errors


def each_key(op: Operation, path: FieldPath | None, new: Any, old: Any, check: Check) -> ErrorList:
    """Checks each key of a map that was not there before; failures blame the map."""
    errors: ErrorList = []
    known = old or {}
    for key in new or ():
        if op.verb is not Verb.UPDATE or key not in known:
            errors += check(op, path, key, None)
    return errors


@record(eq=False)
class Part:
    """One member of a struct: the step of the path, how it is read, and its shape."""

    name: str
    get: Callable[[Any], Any]
    shape: Shape


def subfield(op: Operation, path: FieldPath | None, new: Any, old: Any, part: Part, check: Check) -> ErrorList:
    """Checks one member of a struct, unless it is what it was."""
    if new is None:
        return []
    value = part.get(new)
    before = None if old is None else part.get(old)
    if op.verb is Verb.UPDATE and old is not None and same(part.shape, value, before):
        return []
    return check(op, step_child(path, part.name), value, before)


def item_with(
    op: Operation, path: FieldPath | None, new: Any, old: Any, items: Items, wanted: tuple[Any, ...], check: Check
) -> ErrorList:
    """Checks the first item that has the wanted keys, unless it is what it was."""
    position, item = first_with(items, new, wanted)
    if item is None:
        return []
    _, before = first_with(items, old, wanted)
    if op.verb is Verb.UPDATE and before is not None and same(items.shape, item, before):
        return []
    return check(op, step_index(path, position), item, before)


def first_with(items: Items, values: Any, wanted: tuple[Any, ...]) -> tuple[int, Any]:
    """Finds the first item that has the wanted keys; (-1, None) where there is none."""
    for position, each in enumerate(values or ()):
        item = zero_value(items.shape) if each is None and not items.pointers else each
        if item is not None and key_of(items.keys, item) == wanted:
            return position, item
    return -1, None


def evaluated(op: Operation, path: FieldPath | None, new: Any, old: Any, check: Check) -> ErrorList:
    """Checks a value by rules that are an object of their own, such as those in CEL."""
    return check(op, path, new, old)


def has_item(items: Items, wanted: tuple[Any, ...], values: Any) -> bool:
    """Tells whether an item has the wanted keys."""
    return first_with(items, values, wanted)[1] is not None
