"""Rules on parts of a value: each item, each key, one member, one item; each part is first paired with its old value.

On an update, unchanged parts are not checked. Items of lists are paired by their keys or by their whole value,
depending on the list type; in a list without such a type every item counts as new.
Upstream: apimachinery/pkg/api/validate/each.go, item.go, subfield.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from kapivara.codec.shapes import Scalar, Shape
from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.field.path import NO_PATH
from kapivara.validate.parts.values import octets, same, zero_value
from kapivara.values.record import record

Check: TypeAlias = Callable[[Operation, "FieldPath | None", Any, Any], ErrorList]
Keys: TypeAlias = "tuple[tuple[str, Any], ...]"
"""The keys of a list's items: JSON names, each with the value that a missing key has (None for pointers)."""


@record(eq=False)
class Items:
    """Describes the items of a list: their shape, and how an item is paired with its old value.

    Items are paired by `keys`, or `by_value`; if neither is set, they are not paired. Lists of `pointers` may contain
    nil.
    """

    shape: Shape
    keys: Keys = ()
    by_value: bool = False
    pointers: bool = False


def step_index(path: FieldPath | None, position: int) -> FieldPath:
    """Returns the path of an item; a None path is the root."""
    return (path or NO_PATH).index(position)


def step_key(path: FieldPath | None, key: str) -> FieldPath:
    """Returns the path of an entry of a map."""
    return (path or NO_PATH).key(key)


def step_child(path: FieldPath | None, name: str) -> FieldPath:
    """Returns the path of a field."""
    return (path or NO_PATH).child(name)


def each_item(op: Operation, path: FieldPath | None, new: Any, old: Any, items: Items, check: Check) -> ErrorList:
    """Checks each item of a list that is not unchanged."""
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
    """Returns the function that finds the first matching item in the old list."""
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
    """Checks each changed value of a map, in the order of the document.

    The reference may start anywhere in this order: Go walks small maps in insertion order, from a random start.
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
    """Checks each new key of a map; errors have the path of the map."""
    errors: ErrorList = []
    known = old or {}
    for key in new or ():
        if op.verb is not Verb.UPDATE or key not in known:
            errors += check(op, path, key, None)
    return errors


@record(eq=False)
class Part:
    """One member of a struct: its path step, its getter and its shape."""

    name: str
    get: Callable[[Any], Any]
    shape: Shape


def subfield(op: Operation, path: FieldPath | None, new: Any, old: Any, part: Part, check: Check) -> ErrorList:
    """Checks one member of a struct, unless it is unchanged."""
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
    """Checks the first item with the wanted keys, unless it is unchanged."""
    position, item = first_with(items, new, wanted)
    if item is None:
        return []
    _, before = first_with(items, old, wanted)
    if op.verb is Verb.UPDATE and before is not None and same(items.shape, item, before):
        return []
    return check(op, step_index(path, position), item, before)


def first_with(items: Items, values: Any, wanted: tuple[Any, ...]) -> tuple[int, Any]:
    """Returns the position and value of the first item with the wanted keys; (-1, None) where there is none."""
    for position, each in enumerate(values or ()):
        item = zero_value(items.shape) if each is None and not items.pointers else each
        if item is not None and key_of(items.keys, item) == wanted:
            return position, item
    return -1, None


def evaluated(op: Operation, path: FieldPath | None, new: Any, old: Any, check: Check) -> ErrorList:
    """Checks a value with a compiled rule object, such as a set of CEL rules."""
    return check(op, path, new, old)


def has_item(items: Items, wanted: tuple[Any, ...], values: Any) -> bool:
    """Returns whether an item has the wanted keys."""
    return first_with(items, values, wanted)[1] is not None
