"""The merge types of built-in kinds, from their Go types: list types and keys, and atomic values.

Upstream: kube-openapi pkg/schemaconv/openapi.go, over what pkg/generators makes of types.go (1.37).
"""

from __future__ import annotations

import json
from functools import cache

from kapivara.codec.known_shapes import FIELDS_V1
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
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
from kapivara.values import JsonValue

_SCALARS = {"string": STRING, "bool": BOOLEAN, "int": NUMERIC, "float": NUMERIC}


@cache
def object_meta_type() -> MergeType:
    """Returns the merge type of every object's metadata."""
    return read_described_type(described("meta.v1").struct("ObjectMeta"))


def read_described_type(shape: Struct) -> MergeType:
    """Returns the merge type of a struct; exactly one per type, because types may be recursive."""
    found = _known.get(shape)
    if found is None:
        found = _known[shape] = _read_struct(shape, atomic=shape.tables.atomic)
    return found


_known: dict[Struct, MergeType] = {}  # bounded by the number of types


def _read_struct(shape: Struct, *, atomic: bool) -> MergeType:
    fields = shape.tables.by_name
    return MergeType(members=MapType(frozenset(fields), lambda name: _field(fields[name]), atomic=atomic))


def _field(field: Field) -> MergeType:
    shape = field.shape
    match shape:
        case ListOf() if (list_type := field.said("list")) in ("map", "set"):
            keys = tuple(field.said("keys").split(",")) if list_type == "map" else ()
            defaults = _key_defaults(shape.item, keys)
            return MergeType(items=ListType(lambda: _read(shape.item), atomic=False, keys=keys, defaults=defaults))
        case MapOf() if field.said("map") == "atomic":
            return MergeType(members=MapType(other=lambda: _read(shape.item), atomic=True))
        case Struct() if shape.folder == "meta.v1" and shape.name == "ObjectMeta":
            return object_meta_type()
        case Struct() if field.said("map"):
            return _read_struct(shape, atomic=field.said("map") == "atomic")
    return _read(shape)


def _key_defaults(item: Shape, keys: tuple[str, ...]) -> dict[str, JsonValue]:
    """Returns the defaults of the key fields of list items."""
    fields = item.tables.by_name if isinstance(item, Struct) else {}
    defaults: dict[str, JsonValue] = {}
    for key in keys:
        field = fields[key]
        if said := field.said("default"):
            defaults[key] = json.loads(said)
        elif isinstance(field.shape, Scalar) and not field.pointer and not field.omit_empty:
            defaults[key] = field.shape.empty()
    return defaults


def _read(shape: Shape) -> MergeType:
    match shape:
        case Scalar():
            return _SCALARS[shape.kind]
        case Bytes():
            return STRING
        case Struct():
            return read_described_type(shape)
        case ListOf():
            return MergeType(items=ListType(lambda: _read(shape.item)))
        case MapOf():
            return MergeType(members=MapType(other=lambda: _read(shape.item)))
        case Custom():
            return _read_own(shape)


def _read_own(shape: Custom) -> MergeType:
    """Returns the merge type of a type with its own JSON decoding, from its OpenAPI schema."""
    kind = shape.schema.get("type")
    if shape is FIELDS_V1:
        return MergeType(members=MapType(other=lambda: DEDUCED))
    if kind == "object":
        return ATOMIC  # kept: an embedded document may have any type, and is owned as a whole
    if kind == "string" and "format" not in shape.schema:
        return STRING
    if shape.schema.get("format") == "int-or-string":
        return DEDUCED  # kept: without a declared type, only quantities are known scalars
    return ANY_SCALAR if shape.schema else ATOMIC
