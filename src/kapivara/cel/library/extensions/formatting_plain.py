"""`format` by the specification: independent of the reader's language.

Upstream: cel-go ext/formatting_v2.go (strings from version 4 on).
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.checks.format_words import PLAIN
from kapivara.cel.library.extensions.formatting import Clause, digit_clauses, refuse, render
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import runtime_name
from kapivara.cel.values.uint import UInt
from kapivara.values.rendering import format_fixed

_NUMBERS = frozenset((int, UInt, float))
_MAX_PRECISION = 100


def format_text(budget: Budget, text: str, values: list[Any]) -> str:
    """Renders a format string."""
    return render(budget, text, values, _CLAUSES, max_precision=_MAX_PRECISION)


def _string(value: Any, _precision: int | None = None) -> str:
    kind = type(value)
    if kind in (str, int, UInt, Duration):
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return _special(value) or format_fixed(value)
    if kind is bytes:
        return str(value, "utf-8", "replace")
    if kind is Timestamp:
        return str(Timestamp(value.nanos))
    if value is None:
        return "null"
    if kind is Type:
        return runtime_name(value)
    if isinstance(value, list):
        return "[" + ", ".join([_string(each) for each in value]) + "]"  # a generator would use the C stack
    if isinstance(value, (dict, CelMap)):
        pairs = [(_string(key), _string(item)) for key, item in value.items()]
        pairs.sort(key=lambda pair: pair[0])
        return "{" + ", ".join(f"{key}: {item}" for key, item in pairs) + "}"
    raise refuse(PLAIN["s"], value)


def _special(number: float) -> str:
    if number - number == 0:
        return ""
    return "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"


def _decimal(value: Any, _precision: int | None) -> str:
    if type(value) in _NUMBERS:
        return _string(value)
    raise refuse(PLAIN["d"], value)


def _fixed(value: Any, precision: int | None) -> str:
    if type(value) not in _NUMBERS:
        raise refuse(PLAIN["f"], value)
    number = float(value)
    return _special(number) or f"{number:.{6 if precision is None else precision}f}"


def _scientific(value: Any, precision: int | None) -> str:
    if type(value) not in _NUMBERS:
        raise refuse(PLAIN["e"], value)
    number = float(value)
    return _special(number) or f"{number:.{6 if precision is None else precision}e}"


_CLAUSES: dict[str, Clause] = {
    "s": _string,
    "d": _decimal,
    "f": _fixed,
    "e": _scientific,
    **digit_clauses(PLAIN),
}
