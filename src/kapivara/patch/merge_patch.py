"""JSON merge patch (RFC 7386) as the server applies it.

Upstream: gopkg.in/evanphx/json-patch.v4 merge.go MergePatch.
"""

from __future__ import annotations

from kapivara.patch.errors import PatchDecodeError, cannot_unmarshal
from kapivara.values import JsonObject, JsonValue, copy_json


def check_merge_patch(patch: JsonValue, *, strict: bool = True) -> None:
    """Raises PatchDecodeError where a document is no merge patch for an object.

    `strict` is how the server reads unless field validation is Ignore.
    """
    if patch is None or (not strict and type(patch) not in (dict, list)):
        raise PatchDecodeError("Invalid JSON Patch")
    if strict and type(patch) is not dict:
        raise cannot_unmarshal(patch, "value of type map[string]interface {}")


def apply_merge_patch(target: JsonObject, patch: JsonValue) -> JsonValue:
    """Returns the merged copy of an object; a patch that is a list takes its place, as upstream has it."""
    if type(patch) is not dict:
        return _without_nulls(patch)
    merged: JsonObject = copy_json(target)
    _merge(merged, patch)
    return merged


def _merge(target: JsonObject, patch: JsonObject) -> None:
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
            continue
        current = target.get(key)
        if type(current) is dict and type(value) is dict:
            _merge(current, value)
        elif type(current) is dict:
            target[key] = copy_json(value)  # kept: nulls of objects inside such a list stay
        else:
            target[key] = _without_nulls(value)


def _without_nulls(value: JsonValue) -> JsonValue:
    """Copies a value without null members; null items of lists stay."""
    if type(value) is dict:
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    if type(value) is list:
        return [_without_nulls(item) for item in value]
    return value
