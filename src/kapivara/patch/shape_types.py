"""How the objects of built-in kinds merge, read off their shapes.

Lists are one value there, but for conditions, which are told apart by their type.
"""

from __future__ import annotations

from kapivara.codec.shapes import ListOf, MapOf, Scalar, Shape, Struct
from kapivara.patch.merge_type import (
    ANY_SCALAR,
    ATOMIC,
    BOOLEAN,
    NUMERIC,
    OBJECT_META,
    STRING,
    ListType,
    MapType,
    MergeType,
)

_SCALARS = {"string": STRING, "bool": BOOLEAN, "int": NUMERIC, "float": NUMERIC}


def read_shape_type(shape: Struct) -> MergeType:
    """Returns how the objects of a kind merge."""
    names = frozenset((*shape.tables.by_name, "metadata"))
    return MergeType(members=MapType(names, lambda name: OBJECT_META if name == "metadata" else _field(shape, name)))


def _field(struct: Struct, name: str) -> MergeType:
    shape = struct.tables.by_name[name].shape
    if name == "conditions" and isinstance(shape, ListOf):
        item = shape.item
        return MergeType(items=ListType(lambda: _read(item), atomic=False, keys=("type",), defaults={"type": ""}))
    return _read(shape)


def _read(shape: Shape) -> MergeType:
    if isinstance(shape, Scalar):
        return _SCALARS[shape.kind]
    if isinstance(shape, Struct):
        return MergeType(members=MapType(frozenset(shape.tables.by_name), lambda name: _field(shape, name)))
    if isinstance(shape, ListOf):
        return MergeType(items=ListType(lambda: _read(shape.item)))
    if isinstance(shape, MapOf):
        return MergeType(members=MapType(other=lambda: _read(shape.item)))
    return ANY_SCALAR if shape.go_name.endswith("Time") else ATOMIC
