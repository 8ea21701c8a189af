"""Applies a JSON merge patch (RFC 7386) like the server.

Upstream: gopkg.in/evanphx/json-patch.v4 merge.go MergePatch.
"""

from __future__ import annotations

from typing import Any

from kapivara.codec.json.plain.source import JsonSource
from kapivara.patch.errors import PatchDecodeError, cannot_unmarshal
from kapivara.patch.json.nodes import CLOSED, PLAIN, OpenObject, opened
from kapivara.patch.json.open_list import OpenList
from kapivara.values import JsonObject, JsonValue


def check_merge_patch(patch: JsonValue, *, strict: bool = True) -> None:
    """Raises PatchDecodeError if a document is no merge patch for an object.

    `strict` is the server's mode unless field validation is Ignore.
    """
    if patch is None or (not strict and type(patch) not in (dict, list)):
        raise PatchDecodeError("Invalid JSON Patch")
    if strict and type(patch) is not dict:
        raise cannot_unmarshal(patch, "value of type map[string]interface {}")


def apply_merge_patch(target: JsonObject, patch: JsonValue) -> JsonValue:
    """Returns the merged document (`nodes.py`); a patch that is a list replaces the object, as upstream.

    The patch is a plain value or a text's `JsonSource`; neither it nor the target is changed.
    """
    change = opened(patch)
    if not isinstance(change, OpenObject):
        return _without_nulls(patch)
    merged = OpenObject(target)
    _merge(merged, change)
    return merged


def _merge(target: OpenObject, patch: OpenObject) -> None:
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif target.get(key) is None:
            target[key] = _without_nulls(value)
        else:
            target[key] = _merged(target[key], value)


def _merged(current: JsonValue, value: JsonValue) -> JsonValue:
    document = opened(current)
    if not isinstance(document, OpenObject):
        return _without_nulls(value)
    change = opened(value)
    if not isinstance(change, OpenObject):
        return value  # kept: nulls of objects inside such a list stay
    _merge(document, change)
    return document


def _without_nulls(value: JsonValue) -> JsonValue:
    """Returns a value without null members; opens a spelled value if it may have some.

    Null items of lists stay.
    """
    if type(value) in CLOSED:
        return _values_without_nulls(value)
    inside = value.inside if type(value) is JsonSource else value
    if isinstance(inside, dict):
        return OpenObject({key: _without_nulls(item) for key, item in inside.items() if item is not None})
    if isinstance(inside, list | OpenList):  # a list may hold millions of scalar or empty items
        return OpenList(
            [
                item if type(item) in PLAIN or (not item and type(item) in CLOSED) else _without_nulls(item)
                for item in inside
            ]
        )
    return value


def _values_without_nulls(value: JsonValue) -> JsonValue:
    """Returns a plain list or object without null members; the same object if it has none."""
    changes: dict[Any, JsonValue] = {}
    is_object = type(value) is dict
    for place, item in value.items() if is_object else enumerate(value):
        if item is None:
            if is_object:
                changes[place] = None
        elif type(item) in CLOSED and item:
            made = _values_without_nulls(item)
            if made is not item:
                changes[place] = made
    if not changes:
        return value
    if is_object:
        return {key: item for key, item in {**value, **changes}.items() if item is not None}
    items = value[:]
    for place, item in changes.items():
        items[place] = item
    return items
