"""The meaning of null in documents: a missing value, and as an item of Go's lists the zero value."""

from __future__ import annotations

from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue

_ZEROS: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "number": int, "boolean": bool}


def fill_null_items(value: JsonValue, node: Structural | None) -> None:
    """Replaces null items of Go's lists by the zero value, in place."""
    if node is None:
        return
    if type(value) is dict:
        for name, item in value.items():
            if type(item) is dict or type(item) is list:
                fill_null_items(item, node.child(name))
    elif type(value) is list:
        items = node.items
        zero = _ZEROS.get(items.type) if items is not None and node.is_go_value else None
        for index, item in enumerate(value):
            if item is None and zero is not None:
                value[index] = zero()
            fill_null_items(item, items)
