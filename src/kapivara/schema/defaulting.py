"""Defaulting: missing fields, and nulls where none is allowed, take the schema's default.

Upstream: apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go (1.37).
"""

from __future__ import annotations

from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json


def apply_defaults(value: JsonValue, schema: Structural | None) -> None:
    """Fills in defaults, in place; they are copied, never shared."""
    if schema is None or not schema.holds_defaults:
        return
    if type(value) is dict:
        for name, default, nullable in schema.defaulted_properties:
            if name not in value or (value[name] is None and not nullable):
                value[name] = copy_json(default)
        _default_below(value, schema)
    elif type(value) is list:
        items = schema.items
        if items is not None:
            for index, item in enumerate(value):
                if item is None and not items.nullable:
                    value[index] = item = _default_of(items)
                apply_defaults(item, items)


def _default_below(value: JsonObject, schema: Structural) -> None:
    additional = schema.additional_schema
    if additional is None:
        for name, declared in schema.properties_holding_defaults:
            if name in value:
                apply_defaults(value[name], declared)
        return
    for name, item in value.items():
        if name in schema.properties:
            apply_defaults(item, schema.properties[name])
            continue
        if item is None and not additional.nullable:
            value[name] = item = _default_of(additional)
        apply_defaults(item, additional)


def _default_of(schema: Structural) -> JsonValue:
    default = schema.default
    return None if default is ABSENT else copy_json(default)
