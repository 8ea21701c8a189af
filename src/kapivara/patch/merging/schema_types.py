"""The merge types of custom resources, from their structural schemas.

Upstream: kube-openapi pkg/schemaconv/openapi.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kapivara.patch.merging.described_types import object_meta_type
from kapivara.patch.merging.merge_type import (
    ANY_SCALAR,
    ATOMIC,
    BOOLEAN,
    DEDUCED,
    NUMERIC,
    STRING,
    ListType,
    MapType,
    MergeType,
)
from kapivara.values import JsonObject

_NOTHING: Mapping[str, MergeType] = MappingProxyType({})


def read_resource_type(schema: JsonObject | None, *, preserve: bool = False) -> MergeType:
    """Returns the merge type of a custom resource; without a schema, its values determine their types."""
    if schema is None:
        return DEDUCED
    return _read(schema, preserve, _object_fields())


def _object_fields() -> Mapping[str, MergeType]:
    """Returns the merge types of the common fields of all objects."""
    return {"apiVersion": STRING, "kind": STRING, "metadata": object_meta_type()}


def _read(schema: JsonObject, preserve: bool, given: Mapping[str, MergeType] = _NOTHING) -> MergeType:
    preserve = preserve or schema.get("x-kubernetes-preserve-unknown-fields") is True
    if schema.get("x-kubernetes-embedded-resource"):
        given = _object_fields()
    match schema.get("type") or "":
        case "object":
            return MergeType(members=_read_map(schema, preserve, given))
        case "array":
            return MergeType(items=_read_list(schema, preserve))
        case "integer" | "number":
            return NUMERIC
        case "boolean":
            return BOOLEAN
        case "string":
            return STRING if schema.get("format") in (None, "", "byte") else ANY_SCALAR
    return MergeType("untyped", _read_list(schema, preserve), _read_map(schema, preserve, given))


def _read_map(schema: JsonObject, preserve: bool, given: Mapping[str, MergeType]) -> MapType:
    properties: JsonObject = schema.get("properties") or {}
    additional = schema.get("additionalProperties")
    other: Callable[[], MergeType] | None = None
    if type(additional) is dict:
        other = lambda: _read(additional, preserve)  # noqa: E731  read when it is needed
    elif additional or (additional is None and (preserve or not (properties or given))):
        other = lambda: DEDUCED  # noqa: E731

    def declared(name: str) -> MergeType:
        return given[name] if name in given else _read(properties[name], preserve)

    names = frozenset((*properties, *given))
    return MapType(names, declared, other, atomic=schema.get("x-kubernetes-map-type") == "atomic")


def _read_list(schema: JsonObject, preserve: bool) -> ListType:
    items = schema.get("items")
    if type(items) is not dict:
        return ListType(lambda: ATOMIC)
    list_type = schema.get("x-kubernetes-list-type")
    keys = tuple(schema.get("x-kubernetes-list-map-keys") or ()) if list_type == "map" else ()
    fields = items.get("properties") or {}
    defaults = {key: default for key in keys if (default := (fields.get(key) or {}).get("default")) is not None}
    return ListType(
        lambda: _read(items, preserve), atomic=list_type not in ("set", "map"), keys=keys, defaults=defaults
    )
