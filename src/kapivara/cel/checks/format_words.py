"""The messages of `format` for values that it cannot render, in two dialects, at run time and for literals.

Upstream: cel-go ext/formatting.go, and ext/formatting_v2.go for strings from version 4 on (0.29).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.values.json_value import INT64_MAX
from kapivara.values.rendering import quote

NO_END = "could not find end of precision specifier"

_STRING = (
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, "
    "and timestamps"
)

LOCALIZED: Mapping[str, str] = {
    "s": _STRING,
    "d": "decimal clause can only be used on integers",
    "f": "fixed-point clause can only be used on doubles",
    "e": "scientific clause can only be used on doubles",
    "b": "only integers and bools can be formatted as binary",
    "x": "only integers, byte buffers, and strings can be formatted as hex",
    "o": "octal clause can only be used on integers",
}
"""The accepted values of each clause, by its letter: the server's dialect."""

PLAIN: Mapping[str, str] = {
    "s": _STRING,
    "d": "decimal clause can only be used on ints, uints, and doubles",
    "f": "fixed-point clause can only be used on ints, uints, and doubles",
    "e": "scientific clause can only be used on ints, uints, and doubles",
    "b": "only ints, uints, and bools can be formatted as binary",
    "x": "only ints, uints, bytes, and strings can be formatted as hex",
    "o": "octal clause can only be used on ints and uints",
}
"""The accepted values of each clause, by its letter: the newer dialect."""


def precision_problem(digits: str, maximum: int = INT64_MAX) -> str:
    """Returns the problem with the digits of a precision; empty where there is none."""
    number = digits.lstrip("0")
    if not digits or len(number) > 19 or int(number or 0) > INT64_MAX:
        reason = "value out of range" if digits else "invalid syntax"
        return f"error while converting precision to integer: strconv.Atoi: parsing {quote(digits)}: {reason}"
    if int(number or 0) > maximum:
        return f"precision {number} exceeds maximum allowed precision {maximum}"
    return ""
