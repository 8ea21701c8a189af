"""Removes undeclared fields, and reports them on request.

Keeps `apiVersion`, `kind` and `metadata` of whole objects.
Upstream: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go and defaulting/prunenulls.go (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue

META_FIELDS = frozenset(("apiVersion", "kind", "metadata"))
_NESTED = frozenset((dict, list))


def prune(value: JsonValue, schema: Structural | None, *, resource_root: bool = False) -> list[str]:
    """Removes undeclared fields in place; returns their sorted paths."""
    pruning = _Pruning()
    pruning.look_into(value, schema, resource_root or _is_resource(schema))
    return sorted(pruning.unknown)


def is_pruned(value: Any, schema: Structural, resource_root: bool = False) -> bool:
    """Returns True if no field and no null must be removed, by a fast check; False may be wrong.

    Hot: runs once for every object.
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
            if item is None or ((kind is dict or kind is list) and not is_pruned(item, declared)):
                return False
        return True
    items = schema.items
    if items is None:
        return schema.preserve_unknown_fields or not value
    for item in value:
        kind = type(item)
        if item is None or ((kind is dict or kind is list) and not is_pruned(item, items)):
            return False
    return True


def _is_resource(schema: Structural | None) -> bool:
    return schema is not None and schema.embedded_resource


class _Pruning:
    """One walk; the path is a list of steps, joined to a text when a field is removed."""

    def __init__(self) -> None:
        self.unknown: list[str] = []
        self._path: list[str] = []

    def look_into(self, value: JsonValue, schema: Structural | None, resource: bool) -> None:
        """Prunes below a value."""
        preserve = schema is not None and schema.preserve_unknown_fields
        if type(value) is dict:
            self._look_into_object(value, schema, resource, preserve)
        elif type(value) is list:
            items = None if schema is None else schema.items
            for index, item in enumerate(value):
                if type(item) not in _NESTED:
                    continue
                self._path.append(f"[{index}]")
                if preserve:
                    self._look_into_kept(item, items)
                else:
                    self.look_into(item, items, _is_resource(items))
                self._path.pop()

    def _look_into_object(self, value: JsonObject, schema: Structural | None, resource: bool, preserve: bool) -> None:
        for name in list(value):
            if resource and name in META_FIELDS:
                continue
            if schema is not None:
                declared = schema.properties.get(name)
                if declared is not None or schema.additional_properties is not None:
                    below = declared if declared is not None else schema.additional_schema
                    if type(value[name]) in _NESTED:
                        self._path.append(f".{name}")
                        self.look_into(value[name], below, _is_resource(below))
                        self._path.pop()
                    continue
                if preserve:
                    continue
            if self._path or name not in META_FIELDS:
                self.unknown.append("".join((*self._path, ".", name)).removeprefix("."))
            del value[name]

    def _look_into_kept(self, value: JsonValue, schema: Structural | None) -> None:
        """Prunes below an item of a list that preserves unknown fields, only in declared fields."""
        if schema is None:
            return
        if type(value) is dict:
            self._look_into_object(value, schema, schema.embedded_resource, True)
        elif type(value) is list:
            for index, item in enumerate(value):
                self._path.append(f"[{index}]")
                self._look_into_kept(item, schema.items)
                self._path.pop()


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
