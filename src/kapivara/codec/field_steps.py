"""The steps of paths in sets of fields (`f:name`, `k:{"id":1}`, `v:"x"`, `i:0`): in which order the server prints them.

Upstream: structured-merge-diff fieldpath PathElement.Compare, serialize-pe.go; value CompareUsing.
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.values import JsonValue

RANKS: Final = "fkvi"
"""The kinds of steps: to a field, to an item by its keys, by itself, and by its place."""
_SELF: Final = "."


def step_order(step: str) -> tuple[Any, ...]:
    """Returns what steps are sorted by: what kind of step it is, then names as texts, and values by their types."""
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
    """Returns a set of fields with its steps in the order of the server; one that is none, as it is."""
    try:
        return _ordered(fields)
    except (DecodeError, ValueError, TypeError):  # steps that nobody who reads sets lets pass
        return fields


def _ordered(fields: JsonValue) -> JsonValue:
    if not isinstance(fields, dict):
        return fields
    steps = sorted((step for step in fields if step != _SELF), key=step_order)
    first = [_SELF] if _SELF in fields else []
    return {step: _ordered(fields[step]) for step in (*first, *steps)}
