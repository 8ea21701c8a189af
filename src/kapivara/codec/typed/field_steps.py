"""The steps of paths in field sets (`f:name`, `k:{"id":1}`, `v:"x"`, `i:0`), and their order in the server.

Upstream: structured-merge-diff fieldpath PathElement.Compare, serialize-pe.go; value CompareUsing.
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.values import JsonValue

RANKS: Final = "fkvi"
"""The kinds of steps: a field, an item by its keys, an item by its value, an item by its index."""
_SELF: Final = "."


def step_order(step: str) -> tuple[Any, ...]:
    """Returns the sort key of a step: its kind, then names as text, and values by type."""
    kind, rest = step[:1], step[2:]
    rank = RANKS.find(kind) if kind else -1
    if kind == "f" or rank < 0:
        return rank, rest
    if kind == "i":
        return rank, int(rest)
    value = decode_json(rest.encode()).value
    if kind == "v":
        return rank, _value_order(value)
    return rank, [(name, _value_order(value[name])) for name in sorted(value)]


def _value_order(value: JsonValue) -> tuple[Any, ...]:
    match value:
        case None:
            return (5,)
        case bool():
            return 2, value
        case str():
            return 1, value
        case list():
            return 3, [_value_order(item) for item in value]
        case dict():
            return 4, [(name, _value_order(value[name])) for name in sorted(value)]
    return 0, value


def in_step_order(fields: JsonValue) -> JsonValue:
    """Returns a field set with its steps in the server's order; an invalid one unchanged."""
    try:
        return _ordered(fields)
    except (DecodeError, ValueError, TypeError):  # invalid steps, which decoders of field sets reject
        return fields


def _ordered(fields: JsonValue) -> JsonValue:
    if not isinstance(fields, dict):
        return fields
    steps = sorted((step for step in fields if step != _SELF), key=step_order)
    first = [_SELF] if _SELF in fields else []
    return {step: _ordered(fields[step]) for step in (*first, *steps)}
