"""Markers that configure how server-side apply merges lists, maps and structs.

Upstream: controller-tools/pkg/crd/markers/topology.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.crd.markers.marker import (
    ANYWHERE,
    EARLY,
    USUAL,
    Marker,
    MarkerError,
    Schema,
    SchemaOwner,
    single,
)
from kapivara.generator.grammar.marker_arguments import ArgumentKind

_LIST_TYPE, _LIST_KEYS, _MAP_TYPE = "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"
_LIST_TYPES = ("map", "set", "atomic")
_MAP_TYPES = ("granular", "atomic")


def _list_type(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    _refuse_unless_list(schema, "listType")
    _refuse_other(value, _LIST_TYPES, "listType")
    schema[_LIST_TYPE] = value


def _list_map_key(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    _refuse_unless_list(schema, "listMapKey")
    if schema.get(_LIST_TYPE) != "map":
        raise MarkerError("listMapKey is for lists that are maps", "write +listType=map beside it")
    known = schema.get(_LIST_KEYS, ())
    if value not in known:  # Kubernetes types have both spellings of the marker; controller-gen adds the key twice
        schema[_LIST_KEYS] = [*known, value]


def _map_type(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    if schema.get("type") != "object":
        raise MarkerError(f"mapType is for maps, {_found(schema)}")
    _refuse_other(value, _MAP_TYPES, "mapType")
    schema[_MAP_TYPE] = value


def _struct_type(schema: Schema, value: Any, _owner: SchemaOwner) -> None:
    if schema.get("type", "object") != "object":
        raise MarkerError(f"structType is for structs, {_found(schema)}")
    _refuse_other(value, _MAP_TYPES, "structType")
    schema[_MAP_TYPE] = value


def _refuse_unless_list(schema: Schema, name: str) -> None:
    if schema.get("type") != "array":
        raise MarkerError(f"{name} is for lists, {_found(schema)}", "a named list type can carry it itself")


def _refuse_other(value: str, allowed: tuple[str, ...], name: str) -> None:
    if value not in allowed:
        raise MarkerError(f'"{value}" is no {name}', f"one of {', '.join(allowed)}")


def _found(schema: Schema) -> str:
    return f"found {schema['type']}" if schema.get("type") else "no type is declared here"


def _marker(name: str, docs: str, example: str, apply: Any, order: int = USUAL) -> Marker:
    arguments = single(ArgumentKind.TEXT)
    return Marker(name, ANYWHERE, docs, f"+{name}={example}", arguments=arguments, apply=apply, order=order)


_LIST_DOCS = "The merge strategy of a list: `map` by its keys, `set` by its values, `atomic` as a whole."
_KEY_DOCS = "A key field of the items of a list of type map; may be given several times."

MARKERS = (
    _marker("listType", _LIST_DOCS, "map", _list_type, EARLY),
    _marker("k8s:listType", _LIST_DOCS, "map", _list_type, EARLY),
    _marker("listMapKey", _KEY_DOCS, "name", _list_map_key),
    _marker("k8s:listMapKey", _KEY_DOCS, "name", _list_map_key),
    _marker("mapType", "The merge strategy of a map: `granular` key by key, `atomic` as a whole.", "atomic", _map_type),
    _marker(
        "structType",
        "The merge strategy of a struct: `granular` field by field, `atomic` as a whole.",
        "atomic",
        _struct_type,
    ),
)
