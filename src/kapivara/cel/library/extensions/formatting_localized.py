"""`format` in the server's dialect: lists and maps as literals, doubles in American English notation.

Upstream: cel-go ext/formatting.go (strings before version 4); golang.org/x/text/message and internal/number.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.checks.format_words import LOCALIZED
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions.formatting import Clause, digit_clauses, refuse, render
from kapivara.cel.types import Type
from kapivara.cel.values.conversions import to_string
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import name_of_type
from kapivara.cel.values.uint import UInt
from kapivara.values.rendering import format_fixed, format_float, quote

_SUPERSCRIPT = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
_SCALARS = frozenset((int, UInt, float, bool, str, Timestamp, bytes, Duration, Type))
_SPELLED = frozenset(("NaN", "Infinity", "-Infinity"))
_WIDEST = 1_000_000


def format_text(budget: Budget, text: str, values: list[Any]) -> str:
    """Renders a format string."""
    return render(budget, text, values, _CLAUSES)


def _string(value: Any, _precision: int | None = None) -> str:
    if type(value) in _SCALARS:
        try:
            return to_string(value)
        except CelError as problem:
            raise CelError(f"could not convert argument {quote(str(problem))} to string") from None
    if value is None:
        return "null"
    if isinstance(value, list):
        return "[" + ", ".join([_literal(each) for each in value]) + "]"  # a generator would use the C stack
    if isinstance(value, (dict, CelMap)):
        pairs = sorted([(_key(key), _literal(item)) for key, item in value.items()])
        return "{" + ", ".join(f"{key}:{item}" for key, item in pairs) + "}"
    raise refuse(LOCALIZED["s"], value)


def _literal(value: Any) -> str:
    """Returns the text of a value inside a list or a map."""
    kind = type(value)
    if kind is str:
        return quote(value)
    if kind is bytes:
        return f"b{quote(_string(value))}"
    if kind is Timestamp:
        return f'timestamp("{value}")'
    if kind is Duration:
        return f'duration("{value}")'
    if kind is float:
        return f"{value:.6f}" if value - value == 0 else quote(format_float(value))
    if kind in _SCALARS or value is None or isinstance(value, (list, dict, CelMap)):
        return _string(value)
    raise CelError(f"no formatting function for {name_of_type(value)}")


def _key(key: Any) -> str:
    if type(key) is str:
        return quote(key)
    if type(key) in (bool, int, UInt):
        return to_string(key)
    raise CelError(f"no formatting function for map key of type {name_of_type(key)}")


def _decimal(value: Any, _precision: int | None) -> str:
    if type(value) in (int, UInt):
        return str(value)
    raise refuse(LOCALIZED["d"], value)


def _double(value: Any, wanted: str) -> float:
    if type(value) is float:
        return value
    if type(value) is str and value in _SPELLED:
        return float(value)
    raise refuse(wanted, value)


def _fixed(value: Any, precision: int | None) -> str:
    number = _double(value, LOCALIZED["f"])
    places = 6 if precision is None else precision
    if places // 10 > _WIDEST:
        return "%!(NOVERB)"
    special = _special(number)
    if special:
        return special
    kept = (places + 2**15) % 2**16 - 2**15  # kept: places are counted in 16 bits, zeros for padding in 8
    text = format_fixed(number) if kept < 0 else f"{number:.{kept}f}"
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0").ljust(places % 256, "0")
    grouped = f"{int(whole):,}" if len(whole) > 3 else whole
    sign = "-" if number < 0 else ""
    return sign + grouped.lstrip("-") + (f".{fraction}" if fraction else "")


def _scientific(value: Any, precision: int | None) -> str:
    number = _double(value, LOCALIZED["e"])
    width = 6 if precision is None else precision  # kept: the precision is used as a width
    if width // 10 > _WIDEST:
        return "%!(NOVERB)"
    text = _special(number)
    if not text:
        digits, _, exponent = f"{abs(number):.6e}".partition("e")
        power = f"{int(exponent):03d}" if int(exponent) < 0 else f"{int(exponent):02d}"
        text = f"{'-' if number < 0 else ''}{digits}\u00d710{power.translate(_SUPERSCRIPT)}"
    return text.rjust(width % 2**16)


def _special(number: float) -> str:
    if number - number == 0:
        return ""
    return "NaN" if number != number else "\u221e" if number > 0 else "-\u221e"


_CLAUSES: dict[str, Clause] = {
    "s": _string,
    "d": _decimal,
    "f": _fixed,
    "e": _scientific,
    **digit_clauses(LOCALIZED),
}
