"""Fills in the schema's defaults for missing fields, and for nulls that are not allowed.

The server does not limit what defaults add: a list of empty objects, or nested defaults, can fill any memory. Here the
limits are the size that a storage accepts, and a size per request.
Upstream: apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec.errors import CannotError
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json
from kapivara.values.request_budget import ADDED_BYTES, current_budget

if TYPE_CHECKING:
    from kapivara.compiler.pass_plan import Filling

MOST_ADDED = 24 << 20
"""The maximum number of bytes that defaults may add to an object; the server stores no larger objects."""


class OutgrownError(Exception):
    """Raised if defaults would make an object larger than any storage accepts."""

    def __str__(self) -> str:
        return f"defaults add more than {MOST_ADDED >> 20} MiB to it"


class Allowance:
    """The bytes that defaults may still add to one object."""

    __slots__ = ("left", "may_hold_floats")

    def __init__(self) -> None:
        self.left = MOST_ADDED
        self.may_hold_floats = False
        """True if a pass over the object met a float, or a value that it does not look into."""

    def spend(self, size: int) -> None:
        """Counts added bytes; raises OutgrownError at the limit."""
        self.left -= size
        if self.left < 0:
            raise OutgrownError

    def close(self) -> None:
        """Adds the object's bytes to those of the request; raises CannotError at its limit."""
        if self.left < MOST_ADDED and not current_budget().count_added(MOST_ADDED - self.left):
            raise CannotError(f"go on: defaults add more than {ADDED_BYTES >> 20} MiB to the objects; ask for fewer")


def apply_defaults(value: JsonValue, schema: Structural | None) -> None:
    """Fills in copies of defaults, in place. Raises OutgrownError and CannotError."""
    if schema is None:
        return
    if schema.holds_defaults:
        allowance = Allowance()
        fill_defaults(value, schema, allowance)
        allowance.close()
    if schema.holds_default_rules:
        from kapivara.schema.expressions.running.default_rules import apply_default_rules  # behind a gate

        apply_default_rules(value, schema)


def fill_defaults(value: JsonValue, schema: Structural, allowance: Filling) -> None:
    """Fills in defaults, in place, within an allowance."""
    if not schema.holds_defaults:
        return
    if type(value) is dict:
        for name, declared, nullable in schema.defaulted_properties:
            if name not in value or (value[name] is None and not nullable):
                value[name] = _default_of(declared, allowance)
        _fill_below(value, schema, allowance)
    elif type(value) is list:
        items = schema.items
        if items is not None:
            for index, item in enumerate(value):
                if item is None and not items.nullable:
                    value[index] = item = _default_of(items, allowance)
                fill_defaults(item, items, allowance)


def _fill_below(value: JsonObject, schema: Structural, allowance: Filling) -> None:
    additional = schema.additional_schema
    if additional is None:
        for name, declared in schema.properties_holding_defaults:
            if name in value:
                fill_defaults(value[name], declared, allowance)
        return
    for name, item in value.items():
        if name in schema.properties:
            fill_defaults(item, schema.properties[name], allowance)
            continue
        if item is None and not additional.nullable:
            value[name] = item = _default_of(additional, allowance)
        fill_defaults(item, additional, allowance)


def _default_of(schema: Structural, allowance: Filling) -> JsonValue:
    default = schema.default
    if default is ABSENT:
        return None
    allowance.spend(schema.default_size)
    return copy_json(default)
