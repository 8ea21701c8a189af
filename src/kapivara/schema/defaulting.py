"""Defaulting: missing fields, and nulls where none is allowed, take the schema's default.

Upstream: apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go (1.37). There is no end there to what
defaults may add: a list of empty objects, or defaults that hold lists whose items have defaults, fill any memory. Here
they end where no storage would take the object any more, and where a request has had enough of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec.errors import CannotError
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json
from kapivara.values.request_budget import ADDED_BYTES, current_budget

if TYPE_CHECKING:
    from kapivara.compiler.pass_plan import Filling

MOST_ADDED = 24 << 20
"""How many bytes of values defaults may add to an object; what takes so much is more than the server stores of one."""


class OutgrownError(Exception):
    """Defaults would make an object larger than any storage takes."""

    def __str__(self) -> str:
        return f"defaults add more than {MOST_ADDED >> 20} MiB to it"


class Allowance:
    """What defaults may still add to one object: `left`, in bytes. Who takes from it checks it before long."""

    __slots__ = ("left", "may_hold_floats")

    def __init__(self) -> None:
        self.left = MOST_ADDED
        self.may_hold_floats = False
        """Whether one pass over the object has met a float, or what it does not look into."""

    def spend(self, size: int) -> None:
        """Counts added bytes; raises OutgrownError where they are too many."""
        self.left -= size
        if self.left < 0:
            raise OutgrownError

    def close(self) -> None:
        """Counts what was added for the request, too; raises CannotError where that is too much."""
        if self.left < MOST_ADDED and not current_budget().count_added(MOST_ADDED - self.left):
            raise CannotError(f"go on: defaults add more than {ADDED_BYTES >> 20} MiB to the objects; ask for fewer")


def apply_defaults(value: JsonValue, schema: Structural | None) -> None:
    """Fills in defaults, in place; they are copied, never shared. Raises OutgrownError and CannotError."""
    if schema is None:
        return
    if schema.holds_defaults:
        allowance = Allowance()
        fill_defaults(value, schema, allowance)
        allowance.close()
    if schema.holds_default_rules:
        from kapivara.schema.default_rules import apply_default_rules  # behind a gate

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
