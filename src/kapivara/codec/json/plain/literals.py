"""Decodes JSON strings and numbers as the server does.

Invalid UTF-8 and lone surrogates become U+FFFD. A number without fraction and exponent that fits int64 is an integer,
every other number a float. Upstream: sigs.k8s.io/json internal decode.go unquoteBytes, convertNumber (1.37).
"""

from __future__ import annotations

import re

from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_bytes_pattern, lazy_pattern

_ESCAPE = lazy_pattern(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL
)
_ESCAPE_OR_SURROGATE = lazy_bytes_pattern(
    rb"(?s)\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
_STRING_OR_LONG_INTEGER = lazy_bytes_pattern(
    rb'"[^"\\]*+(?:\\.[^"\\]*+)*"|(?<![-+.0-9eE])(-?[0-9]{19,400})(?![0-9.eE])'
)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPED_BYTE = lazy_pattern("[\udc80-\udcff]")
_FLOAT_SIGNS = lazy_bytes_pattern(rb"[.eE]")
_INT64_DIGITS = 20  # including the sign


def unquote(literal: bytes) -> str:
    """Returns the text of a well-formed string literal with quotes."""
    text = to_text(literal[1:-1])
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def mend_strings(text: bytes) -> bytes:
    """Returns a JSON text in which U+FFFD replaces invalid UTF-8 and lone surrogates."""
    text = to_text(text).encode()
    return _ESCAPE_OR_SURROGATE.sub(_replace_surrogate, text) if b"\\u" in text else text


def with_float_integers(text: bytes) -> bytes:
    """Returns a JSON text in which integers beyond int64 are floats, as the server reads them."""
    return _STRING_OR_LONG_INTEGER.sub(_as_float, text)


def _as_float(match: re.Match[bytes]) -> bytes:
    digits = match[1]
    return match[0] if digits is None or INT64_MIN <= int(digits) <= INT64_MAX else digits + b".0"


def _replace_surrogate(match: re.Match[bytes]) -> bytes:
    return match[0] if match[1] is None else rb"\ufffd"


def to_text(raw: bytes) -> str:
    """Decodes UTF-8 as Go does: each invalid byte becomes U+FFFD."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return _ESCAPED_BYTE.sub("\ufffd", raw.decode("utf-8", "surrogateescape"))


def _unescape(match: re.Match[str]) -> str:
    high, low, unit, short = match.groups()
    if short is not None:
        return _SHORT.get(short, short)
    if unit is not None:
        code = int(unit, 16)
        return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)
    return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)


def read_number(literal: bytes) -> int | float:
    """Returns the number of a literal; raises OverflowError for a number out of the range of floats."""
    if len(literal) <= _INT64_DIGITS and not _FLOAT_SIGNS.search(literal):
        integer = int(literal)
        if INT64_MIN <= integer <= INT64_MAX:
            return integer
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise OverflowError(literal)
    return number
