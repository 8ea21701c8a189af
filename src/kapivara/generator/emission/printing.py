"""Prints values for generated code."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kapivara.emit.source import literal
from kapivara.values import JsonValue


@lru_cache(maxsize=200, typed=True)  # the same names occur all over a package
def printed(value: str | int | float | bool | None) -> str:
    """Returns a scalar as a literal; strings are in double quotes, unless they contain some."""
    return literal(value, double_quotes=True)


def tuple_of(parts: Iterable[str]) -> str:
    """Returns a tuple of expressions, printed."""
    inside = list(parts)
    return f"({inside[0]},)" if len(inside) == 1 else f"({', '.join(inside)})"


def printed_json(value: JsonValue) -> str:
    """Returns a JSON value as a Python expression."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{printed(key)}: {printed_json(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(printed_json, value))}]"
    return printed(value)
