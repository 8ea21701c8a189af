"""JSON data as variables of expressions: its types, its sizes, and results as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from kapivara.cel import types
from kapivara.cel.budget import Budget
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.json_form import JsonForm
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values import OptionalValue, runtime_name
from kapivara.values import JsonValue

_SCALARS = {
    type(None): types.NULL,
    bool: types.BOOL,
    int: types.INT,
    float: types.DOUBLE,
    str: types.STRING,
}


_MOST_LEVELS = 100


def type_of_json(value: JsonValue, levels: int = _MOST_LEVELS) -> Type:
    """Returns the type of a JSON value: objects are maps; lists and maps of different types have dynamic elements.

    Values nested deeper than `levels` are dynamic, too.
    """
    if not levels:
        return types.DYN
    if isinstance(value, list):
        return types.list_of(_common([type_of_json(each, levels - 1) for each in value]))
    if isinstance(value, dict):
        return types.map_of(types.STRING, _common([type_of_json(each, levels - 1) for each in value.values()]))
    return _SCALARS[type(value)]


def _common(found: Iterable[Type]) -> Type:
    different = list(dict.fromkeys(found))
    return reduce(_join, different) if different else types.DYN


def _join(one: Type, other: Type) -> Type:
    if one == other:
        return one
    if one.kind is other.kind and one.kind in (CelKind.LIST, CelKind.MAP):
        return Type(one.kind, one.name, tuple(map(_join, one.params, other.params)))
    return types.DYN


class JsonSizes:
    """The sizes of existing data, for cost estimation."""

    def __init__(self, variables: Mapping[str, JsonValue]):
        self._variables = variables

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """Returns the lowest and the highest size of the values at a path; None for an unknown variable."""
        if path[0] not in self._variables:
            return None
        found: list[JsonValue] = [self._variables[path[0]]]
        for step in path[1:]:
            found = [below for value in found for below in _below(value, step)]
        sizes = [_sizes(value) for value in found]
        if not sizes:
            return SizeEstimate(0, 0)
        return SizeEstimate(min(least for least, _ in sizes), max(most for _, most in sizes))


def _below(value: JsonValue, step: str) -> Iterable[JsonValue]:
    if step == "@items":
        return value if isinstance(value, list) else ()
    if not isinstance(value, dict):
        return ()
    if step == "@values":
        return value.values()
    if step == "@keys":
        return list(value)
    return (value[step],) if step in value else ()


def _sizes(value: JsonValue) -> tuple[int, int]:
    """Returns the size in CEL, and the size for costs, which counts the bytes of strings."""
    if isinstance(value, str):
        return len(value), len(value.encode("utf-8", "surrogatepass"))
    size = len(value) if isinstance(value, (list, dict)) else 1
    return size, size


class _ShownJson(JsonForm):
    """Converts results for users: other values become strings, an optional its value or null, bytes base64."""

    def key(self, key: Any) -> str:
        """Returns the text of a key."""
        if isinstance(key, bool):
            return "true" if key else "false"
        return str(key)

    def scalar(self, value: Any) -> JsonValue:
        """Returns a number or string unchanged, and other scalars as strings."""
        kind = type(value)
        if value is None or kind in (bool, int, str):
            found: JsonValue = value
            return found
        if kind is float:
            return value if math.isfinite(value) else str(value)
        if isinstance(value, int):
            return int(value)
        if isinstance(value, bytes):
            from base64 import b64encode

            return b64encode(value).decode()
        return runtime_name(value) if isinstance(value, Type) else str(value)

    def optional(self, value: OptionalValue) -> JsonValue:
        """Returns the JSON of an optional's value, or null."""
        return self.unfolded(value.value) if value.has_value else None


_SHOWN = _ShownJson()


def to_json(budget: Budget, value: Any) -> JsonValue:
    """Returns a result as JSON; raises BudgetExceededError where it is too large."""
    return _SHOWN.make(budget, value)
