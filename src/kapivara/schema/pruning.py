"""Pruning: fields that no schema declares are removed, and told where somebody asks.

Upstream: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go and
defaulting/prunenulls.go (1.37). `apiVersion`, `kind` and `metadata` of whole objects stay out of it.
"""

from __future__ import annotations

from typing import Any

from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue

META_FIELDS = frozenset(("apiVersion", "kind", "metadata"))
_NESTED = frozenset((dict, list))


def prune(value: JsonValue, schema: Structural | None, *, resource_root: bool = False) -> list[str]:
    """Removes undeclared fields in place; returns their paths, sorted."""
    unknown: list[str] = []
    _prune(value, schema, resource_root or _is_resource(schema), "", unknown)
    unknown.sort()
    return unknown


def is_tidy(value: Any, schema: Structural, resource_root: bool = False) -> bool:
    """Tells quickly that no field and no null is to go; a false answer only means that a closer look is needed.

    Hot: every object passes here once.
    """
    if type(value) is dict:
        properties = schema.properties
        whole = resource_root or schema.embedded_resource
        for name, item in value.items():
            if whole and name in META_FIELDS:
                continue
            declared = properties.get(name)
            if declared is None:
                declared = schema.additional_schema
                if declared is None:
                    if schema.preserve_unknown_fields and schema.additional_properties is None:
                        continue
                    return False
            kind = type(item)
            if kind is str:
                continue
            if item is None or ((kind is dict or kind is list) and not is_tidy(item, declared)):
                return False
        return True
    items = schema.items
    if items is None:
        return schema.preserve_unknown_fields or not value
    for item in value:
        kind = type(item)
        if item is None or ((kind is dict or kind is list) and not is_tidy(item, items)):
            return False
    return True


def _is_resource(schema: Structural | None) -> bool:
    return schema is not None and schema.embedded_resource


def _prune(value: JsonValue, schema: Structural | None, resource: bool, path: str, unknown: list[str]) -> None:
    preserve = schema is not None and schema.preserve_unknown_fields
    if type(value) is dict:
        _prune_object(value, schema, resource, preserve, path, unknown)
    elif type(value) is list:
        items = None if schema is None else schema.items
        for index, item in enumerate(value):
            if type(item) not in _NESTED:
                continue
            if preserve:
                _prune_kept(item, items, f"{path}[{index}]", unknown)
            else:
                _prune(item, items, _is_resource(items), f"{path}[{index}]", unknown)


def _prune_object(
    value: JsonObject, schema: Structural | None, resource: bool, preserve: bool, path: str, unknown: list[str]
) -> None:
    for name in list(value):
        if resource and name in META_FIELDS:
            continue
        here = f"{path}.{name}" if path else name
        if schema is not None:
            declared = schema.properties.get(name)
            if declared is not None or schema.additional_properties is not None:
                below = declared if declared is not None else schema.additional_schema
                _prune(value[name], below, _is_resource(below), here, unknown)
                continue
            if preserve:
                continue
        if path or name not in META_FIELDS:
            unknown.append(here)
        del value[name]


def _prune_kept(value: JsonValue, schema: Structural | None, path: str, unknown: list[str]) -> None:
    """Prunes below an item of a preserving list: only what is declared there is looked into."""
    if schema is None:
        return
    if type(value) is dict:
        _prune_object(value, schema, schema.embedded_resource, True, path, unknown)
    elif type(value) is list:
        for index, item in enumerate(value):
            _prune_kept(item, schema.items, f"{path}[{index}]", unknown)


def drop_nulls(value: JsonValue, schema: Structural | None) -> None:
    """Removes nulls, in place, from fields that are neither nullable nor defaulted."""
    if type(value) is dict:
        for name in list(value):
            below = None if schema is None else schema.child(name)
            item = value[name]
            if item is None:
                if below is not None and not below.nullable and below.default is ABSENT:
                    del value[name]
            elif type(item) in _NESTED:
                drop_nulls(item, below)
    elif type(value) is list:
        items = None if schema is None else schema.items
        for item in value:
            if type(item) in _NESTED:
                drop_nulls(item, items)
