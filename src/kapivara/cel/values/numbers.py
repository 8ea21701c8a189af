"""Parses numbers exactly as Go's strconv does; `values.rendering` prints them.

Upstream: Go strconv ParseInt, ParseUint, ParseFloat, ParseBool.
"""

from __future__ import annotations

from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern

UINT64_MAX = 2**64 - 1
_INTEGER = lazy_pattern("[+-]?0*+([0-9]*+)")
_DECIMAL = lazy_pattern(r"[+-]?(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?|\.[0-9][0-9_]*+)(?:[eE][+-]?[0-9][0-9_]*+)?")
_HEXADECIMAL = lazy_pattern(
    r"[+-]?0[xX](?:_?[0-9a-fA-F][0-9a-fA-F_]*+(?:\.[0-9a-fA-F_]*+)?|\.[0-9a-fA-F][0-9a-fA-F_]*+)[pP][+-]?[0-9][0-9_]*+"
)
_LOOSE = lazy_pattern("_(?![0-9])|(?<![0-9])_")
_LOOSE_HEXADECIMAL = lazy_pattern("_(?![0-9a-fA-F])|(?<![0-9a-fA-FxX])_")
_INFINITE = frozenset(("inf", "infinity"))
_TRUE = frozenset(("1", "t", "T", "TRUE", "true", "True"))
_FALSE = frozenset(("0", "f", "F", "FALSE", "false", "False"))


def parse_int(text: str) -> int | None:
    """Parses a decimal 64-bit integer, or returns None."""
    number = _parse(text)
    return number if number is not None and INT64_MIN <= number <= INT64_MAX else None


def parse_uint(text: str) -> int | None:
    """Parses a decimal unsigned 64-bit integer without a sign, or returns None."""
    number = _parse(text) if text[:1] not in ("+", "-") else None
    return number if number is not None and number <= UINT64_MAX else None


def _parse(text: str) -> int | None:
    match = _INTEGER.fullmatch(text)
    if not match or text in ("", "+", "-") or len(match[1]) > 20:
        return None
    return int(text[0] + (match[1] or "0")) if text[0] in "+-" else int(match[1] or "0")


def parse_double(text: str) -> float | None:
    """Parses a double as Go does, with hexadecimal, underscores, NaN and Inf; None if invalid or too large."""
    word = text.lower()
    if word == "nan":
        return float("nan")
    if word.lstrip("+-") in _INFINITE and len(word) - len(word.lstrip("+-")) <= 1:
        return float("-inf") if word[0] == "-" else float("inf")
    plain = text.replace("_", "")
    if _DECIMAL.fullmatch(text):
        number = float(plain) if not _LOOSE.search(text) else float("inf")
    elif _HEXADECIMAL.fullmatch(text) and not _LOOSE_HEXADECIMAL.search(text):
        try:
            number = float.fromhex(plain)
        except OverflowError:
            return None
    else:
        return None
    return number if number - number == 0 else None


def parse_bool(text: str) -> bool | None:
    """Parses a boolean as Go does, or returns None."""
    return True if text in _TRUE else False if text in _FALSE else None
