"""Merges a strategic merge patch into an object, by the declarations of the object's types.

Changes both: the patch loses its applied directives, so errors quote it without them. Upstream:
apimachinery/pkg/util/strategicpatch/patch.go StrategicMergeMapPatch, mergeMap, mergeSlice (1.37).
"""

from __future__ import annotations

from typing import NamedTuple

from kapivara.codec.shapes import Shape
from kapivara.patch.errors import PatchFailedError, PatchNotAppliedError
from kapivara.patch.strategic.declared import (
    DELETE,
    DELETE_FROM_LIST,
    MERGE,
    PATCH,
    REPLACE,
    RETAIN_KEYS,
    SET_ORDER,
    Declared,
    bad_directive,
    bad_format,
    bad_type,
    declared_field,
    declared_list,
    identity,
    kind_name,
    no_merge_key,
)
from kapivara.patch.strategic.ordering import Items, check_order, check_partition, identity_by, in_order
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.rendering import format_value


def merge_strategically(original: JsonObject, patch: JsonObject, shape: Shape) -> JsonObject:
    """Returns an object with a patch merged into it; changes both arguments. Raises PatchError."""
    if PATCH in patch:
        return _follow(patch)
    _retain_keys(original, patch)
    for key in [each for each in patch if each.startswith(SET_ORDER)]:
        _set_order(original, patch, key, shape)
    for key, value in list(patch.items()):
        if key.startswith(DELETE_FROM_LIST):
            _delete_from(original, _named_list(key, DELETE_FROM_LIST, "primitive list"), value, shape)
        else:
            _merge_field(original, key, value, shape)
    return original


def _follow(patch: JsonObject) -> JsonObject:
    """Returns the replacement of an object whose patch has a directive."""
    directive = patch[PATCH]
    if directive == REPLACE:
        del patch[PATCH]
        return patch
    if directive == DELETE:
        return {}
    raise bad_directive(directive, patch)


def _retain_keys(original: JsonObject, patch: JsonObject) -> None:
    """Removes all fields except those that the patch retains."""
    if RETAIN_KEYS not in patch:
        return
    kept = patch.pop(RETAIN_KEYS)
    if not isinstance(kept, list):
        raise bad_format("retainKeys")
    names = {each for each in kept if isinstance(each, str)}
    for key, value in patch.items():
        if value is not None and not key.startswith((DELETE_FROM_LIST, SET_ORDER)) and key not in names:
            raise bad_format("retainKeys")
    for key in [each for each in original if each not in names]:
        del original[key]


def _merge_field(original: JsonObject, key: str, value: JsonValue, shape: Shape) -> None:
    """Merges one field; null removes it, and a value of another type replaces it."""
    if value is None:
        original.pop(key, None)
        return
    current = original.get(key, ABSENT)
    if type(current) is not type(value):
        discard_nulls(value)
        _put(original, key, value)
    elif isinstance(value, dict):
        field = declared_field(shape, key)
        original[key] = value if field.strategy == REPLACE else merge_strategically(current, value, field.shape)
    elif isinstance(value, list):
        field = declared_list(shape, key)
        original[key] = _merge_list(current, value, field).items if field.strategy == MERGE else value
    else:
        original[key] = value


def _put(original: JsonObject, key: str, value: JsonValue) -> None:
    """Sets a value without directives; removes the field if nothing else is left."""
    kept = _without_directives(value)
    if kept is ABSENT:
        original.pop(key, None)
    else:
        original[key] = kept


def _delete_from(original: JsonObject, key: str, value: JsonValue, shape: Shape) -> None:
    """Removes items from a list of scalars.

    Kept: null removes the list, and two values of the same other type are merged like any field.
    """
    current = original.get(key, ABSENT)
    if value is not None and type(current) is not type(value):
        return
    if not isinstance(value, list):
        _merge_field(original, key, value, shape)
        return
    field = declared_list(shape, key)
    if (current or value) and _item_type(current, value) is not dict:
        gone = {identity(each) for each in value}
        original[key] = [each for each in current if identity(each) not in gone]
    else:
        original[key] = _merge_list(current, value, field).items


def _set_order(original: JsonObject, patch: JsonObject, directive: str, shape: Shape) -> None:
    """Merges a list whose order the patch sets, and removes both from the patch."""
    order = patch.pop(directive)
    if not isinstance(order, list):
        raise bad_type("[]interface {}", order)
    key = _named_list(directive, SET_ORDER, "setElementOrder list")
    current, change = original.get(key, ABSENT), patch.get(key, ABSENT)
    for each in (current, change):
        if each is not ABSENT and not isinstance(each, list):
            raise bad_type("[]interface {}", each)
    field = declared_list(shape, key)
    live: Items = [] if current is ABSENT else current
    added: Items = [] if change is ABSENT else change
    check_order(added, order, field.merge_key)
    if current is ABSENT and change is ABSENT:
        return
    merged = Merged(live, live)
    if current is ABSENT:
        merged = Merged([kept for each in added if (kept := _without_directives(each)) is not ABSENT], live)
    elif change is not ABSENT:
        merged = _merge_list(list(live), added, field) if field.strategy == MERGE else Merged(added, live)
    if field.merge_key:
        check_partition(merged.items, order, field.merge_key)
    identify = identity_by(field.merge_key, of_objects=_item_type(live, added) is dict)
    original[key] = in_order(merged.items, order, merged.live, identify)
    patch.pop(key, None)


def _named_list(directive: str, prefix: str, problem: str) -> str:
    """Returns the list name of a directive, which follows the slash."""
    found, slash, name = directive.partition("/")
    if not slash or found != prefix:
        raise bad_format(problem)
    return name


class Merged(NamedTuple):
    """A merged list, and the live list after the merge.

    Kept: new items overwrite the places of deleted ones at the end of the live list. Only a given order uses that list
    again: there, as many new items as were deleted count as its last ones.
    """

    items: Items
    live: Items


def _merge_list(current: Items, patch: Items, field: Declared) -> Merged:
    """Merges two lists: scalars without duplicates, objects by their key."""
    live = current
    if not current and not patch:
        return Merged(current, live)
    if _item_type(current, patch) is not dict:
        once = {identity(each): each for each in reversed([*current, *patch])}
        return Merged(in_order(list(once.values())[::-1], patch, current, identity), live)
    if not field.merge_key:
        raise PatchFailedError(f"cannot merge lists without merge key for {kind_name(field.shape)}")
    current, patch, replaced = _follow_items(current, patch, field.merge_key)
    identify = identity_by(field.merge_key)
    places = {identify(each): place for place, each in reversed(list(enumerate(current)))}
    merged = list(current)
    for item in patch:
        key = identify(item)
        if key in places:
            merged[places[key]] = merge_strategically(merged[places[key]], item, field.shape)
        else:
            places[key] = len(merged)
            merged.append(item)
    return Merged(in_order(merged, patch, current, identify), live if replaced else merged[: len(live)])


def _follow_items(current: Items, patch: Items, merge_key: str) -> tuple[Items, Items, bool]:
    """Applies the directives among the items of a patch.

    Returns the remaining items of both lists, and True if the patch replaces the other one.
    """
    left, replaced = [], False
    for item in patch:
        match item.get(PATCH, ABSENT):
            case value if value is ABSENT:
                left.append(item)
            case "delete":
                if merge_key not in item:
                    raise no_merge_key(item, merge_key)
                gone = identity(item[merge_key])
                current = [each for each in current if merge_key not in each or identity(each[merge_key]) != gone]
            case "replace":
                replaced = True
            case "merge":
                raise PatchFailedError("merging lists cannot yet be specified in the patch")
            case other:
                raise bad_directive(other, item)
    return (left, [], True) if replaced else (current, left, False)


def _item_type(*lists: Items) -> type:
    """Returns the common type of all items; ends the patch if they differ."""
    kinds = {type(each) for items in lists for each in items}
    if not kinds:
        raise PatchFailedError("no elements in any of the given slices")
    first = next(type(each) for items in lists for each in items)
    if first is list:
        raise PatchNotAppliedError("lists of lists are not supported")
    if len(kinds) > 1:
        raise PatchFailedError(f"list element types are not identical: {format_value(list(lists))}")
    return first


def discard_nulls(value: JsonValue) -> None:
    """Removes null fields from a value and all values below, in place; null items of lists stay."""
    if isinstance(value, dict):
        for key in [name for name, each in value.items() if each is None]:
            del value[key]
        for each in value.values():
            discard_nulls(each)
    elif isinstance(value, list):
        for each in value:
            if each:  # a list may be long: skip empty items
                discard_nulls(each)


def _without_directives(value: JsonValue) -> JsonValue:
    """Returns a value without parts marked by a directive, objects in place; ABSENT if nothing is left."""
    if isinstance(value, dict):
        if PATCH in value:
            return ABSENT
        for name, each in list(value.items()):
            _put(value, name, each)
        return value
    if isinstance(value, list):
        items = [_without_directives(each) if each else each for each in value]
        return [each for each in items if each is not ABSENT]
    return value
