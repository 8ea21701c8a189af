"""Orders the fields of built-in objects as the server prints them: in the order of their Go types.

Upstream: encoding/json Marshal, which prints structs in their own order and maps sorted.
"""

from __future__ import annotations

from kapivara.codec.shapes import Custom, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonValue
from kapivara.values.rendering import GoStruct


def in_go_order(value: JsonValue, shape: Shape | None) -> JsonValue:
    """Returns a copy of a normalized value in which every struct is a `GoStruct` with ordered fields."""
    if isinstance(shape, Custom):
        shape = None if shape.holds is None else shape.holds(value)
    if isinstance(shape, Struct) and isinstance(value, dict):
        known = [field for name, field in shape.tables.by_name.items() if name in value]
        return GoStruct({field.name: in_go_order(value[field.name], field.shape) for field in known})
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [in_go_order(item, shape.item) for item in value]
    if isinstance(shape, MapOf) and isinstance(value, dict):
        return {key: in_go_order(item, shape.item) for key, item in value.items()}
    return value
