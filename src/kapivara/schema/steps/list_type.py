"""Validates lists of type set and map: unique items, or items with unique keys.

The errors come after all others; unlike those of value rules, their paths are exact (`spec.m[key][1]`).
Upstream: apiextensions-apiserver pkg/apiserver/schema/listtype/validation.go.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kapivara.field import ErrorList, FieldPath, duplicate, invalid
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import to_json_text

_NO_KEY = object()


def validate_lists(path: FieldPath | None, schema: Structural, value: JsonValue) -> ErrorList:
    """Returns the duplicates in all set and map lists below a value."""
    if not schema.holds_keyed_lists:
        return []
    if type(value) is list:
        return _validate_list(path, schema, value)
    if type(value) is dict:
        return _validate_object(path, schema, value)
    return []


def _validate_object(path: FieldPath | None, schema: Structural, value: JsonObject) -> ErrorList:
    errors: ErrorList = []
    additional = schema.additional_schema
    for name, item in value.items():
        if type(item) not in (dict, list):
            continue
        if additional is not None and additional.holds_keyed_lists:
            errors += validate_lists(_key(path, name), additional, item)
        declared = schema.properties.get(name)
        if declared is not None and declared.holds_keyed_lists:
            errors += validate_lists(FieldPath.of(name) if path is None else path.child(name), declared, item)
    return errors


def _key(path: FieldPath | None, name: str) -> FieldPath:
    return FieldPath(None, f"[{name}]") if path is None else path.key(name)


def validate_items(place: FieldPath, schema: Structural, value: list[JsonValue]) -> ErrorList:
    """Returns the duplicates in one set or map list."""
    if schema.list_type == "set":
        errors = [duplicate(place.index(i), value[i]) for i in _repeats(map(_identity, value))]
    else:
        errors = _validate_keys(place, schema.list_map_keys, value)
    if schema.custom_errors:
        from kapivara.schema.rules.custom_errors import in_own_words
        from kapivara.schema.structural.combining import LIST_TYPE  # only documents have them

        errors = in_own_words(schema, LIST_TYPE, errors)
    return errors


def _validate_list(path: FieldPath | None, schema: Structural, value: list[JsonValue]) -> ErrorList:
    errors: ErrorList = []
    place = FieldPath.of("") if path is None else path
    if schema.asks_unique and not _is_distinct(schema, value):
        errors += validate_items(place, schema, value)
    if schema.items is not None and schema.items.holds_keyed_lists:
        for index, item in enumerate(value):
            errors += validate_lists(place.index(index), schema.items, item)
    return errors


def _is_distinct(schema: Structural, value: list[JsonValue]) -> bool:
    check = schema.known.has_distinct_items
    if check is None:
        check = schema.known.has_distinct_items = has_distinct_items(schema)
    return check(value)


def _validate_keys(path: FieldPath, keys: list[str], value: list[JsonValue]) -> ErrorList:
    for index, item in enumerate(value):
        if item is not None and type(item) is not dict:
            return [invalid(path.index(index), item, "must be an object for an array of list-type map")]
    if len(value) < 2:
        return []
    repeats = _repeats(_keys_identity(item, keys) for item in value)
    return [duplicate(path.index(i), {k: value[i][k] for k in keys if k in (value[i] or {})}) for i in repeats]


def _identity(item: JsonValue) -> Hashable:
    """Returns the identity of an item; the type counts, so that 1, 1.0 and true differ."""
    if type(item) in (dict, list):
        return to_json_text(item)
    return type(item), item


def _keys_identity(item: JsonObject | None, keys: list[str]) -> Hashable:
    """Returns the identity of an item's keys. Kept: several keys are compared as printed, so that 1.0 equals 1."""
    if item is None:
        return tuple(_NO_KEY for _ in keys)
    same = _identity if len(keys) == 1 else _printed_identity
    return tuple(same(item[key]) if key in item else _NO_KEY for key in keys)


def _printed_identity(item: JsonValue) -> Hashable:
    return to_json_text(item) if type(item) is float else str(item) if type(item) is int else _identity(item)


def _repeats(identities: Any) -> list[int]:
    """Returns the positions of the second occurrence of each item; further ones are not reported."""
    seen: dict[Hashable, int] = {}
    found = []
    for index, identity in enumerate(identities):
        times = seen.get(identity, 0) + 1
        seen[identity] = times
        if times == 2:
            found.append(index)
    return found


def has_distinct_items(schema: Structural) -> Callable[[list[JsonValue]], bool]:
    """Returns the fast check of one list, for the compiled `ok`."""
    if schema.list_type == "set":
        return _is_set
    keys = schema.list_map_keys

    def is_map(value: list[JsonValue]) -> bool:
        if len(value) < 2 and all(type(item) is dict for item in value):
            return True
        return not _validate_keys(_ANYWHERE, keys, value)

    if len(keys) != 1:
        return is_map
    key = keys[0]

    def is_map_by_one_key(value: list[JsonValue]) -> bool:
        if len(value) == 1 and type(value[0]) is dict:
            return True
        seen = set()
        for item in value:
            if type(item) is not dict or type(item.get(key)) is not str:
                return is_map(value)
            seen.add(item[key])
        return len(seen) == len(value)

    return is_map_by_one_key


_ANYWHERE = FieldPath.of("")


def _is_set(value: list[JsonValue]) -> bool:
    if len(value) < 2:
        return True
    if all(type(item) is str for item in value):
        return len(set(value)) == len(value)
    return not _repeats(map(_identity, value))
