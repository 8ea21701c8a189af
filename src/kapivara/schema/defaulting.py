"""Defaulting: missing fields, and nulls where none is allowed, take the schema's default.

Upstream: apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go (1.37). There is no end there to what
defaults may add: a list of empty objects, or defaults that hold lists whose items have defaults, fill any memory. Here
they end where no storage would take the object any more.
"""

from __future__ import annotations

from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json

MOST_ADDED = 1_000_000
"""How many values defaults may add to an object; so many do not fit what the server stores of one."""


class OutgrownError(Exception):
    """Defaults would make an object larger than any storage takes."""


class Allowance:
    """What defaults may still add to one object."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_ADDED

    def spend(self, values: int) -> None:
        """Counts added values; raises OutgrownError where they are too many."""
        self.left -= values
        if self.left < 0:
            raise OutgrownError


def apply_defaults(value: JsonValue, schema: Structural | None, allowance: Allowance | None = None) -> None:
    """Fills in defaults, in place; they are copied, never shared. Raises OutgrownError past the allowance."""
    if schema is not None and schema.holds_defaults:
        _fill(value, schema, allowance or Allowance())


def count_values(value: JsonValue) -> int:
    """Returns of how many values a value is made, itself included."""
    if type(value) is dict:
        return 1 + sum(map(count_values, value.values()))
    return 1 + sum(map(count_values, value)) if type(value) is list else 1


def _fill(value: JsonValue, schema: Structural, allowance: Allowance) -> None:
    if not schema.holds_defaults:
        return
    if type(value) is dict:
        for name, default, nullable in schema.defaulted_properties:
            if name not in value or (value[name] is None and not nullable):
                value[name] = _copy(default, allowance)
        _fill_below(value, schema, allowance)
    elif type(value) is list:
        items = schema.items
        if items is not None:
            for index, item in enumerate(value):
                if item is None and not items.nullable:
                    value[index] = item = _default_of(items, allowance)
                _fill(item, items, allowance)


def _fill_below(value: JsonObject, schema: Structural, allowance: Allowance) -> None:
    additional = schema.additional_schema
    if additional is None:
        for name, declared in schema.properties_holding_defaults:
            if name in value:
                _fill(value[name], declared, allowance)
        return
    for name, item in value.items():
        if name in schema.properties:
            _fill(item, schema.properties[name], allowance)
            continue
        if item is None and not additional.nullable:
            value[name] = item = _default_of(additional, allowance)
        _fill(item, additional, allowance)


def _default_of(schema: Structural, allowance: Allowance) -> JsonValue:
    default = schema.default
    return None if default is ABSENT else _copy(default, allowance)


def _copy(default: JsonValue, allowance: Allowance) -> JsonValue:
    allowance.spend(count_values(default))
    return copy_json(default)
