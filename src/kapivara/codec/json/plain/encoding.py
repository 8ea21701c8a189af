"""Encodes values as JSON like the server: sorted keys, no spaces, whole floats without a point, Go's exponents.

One difference: `<`, `>` and `&` stay unescaped, where the server writes `\\u003c`; every reader treats both alike.
Upstream: encoding/json Marshal, through apimachinery/pkg/runtime/serializer/json (1.37).
"""

from __future__ import annotations

import re

from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.rendering import format_json_float, to_json_text

# Two patterns, because one would lose the fast search for its first byte; a match inside a string only costs time.
_WHOLE_FLOAT = lazy_bytes_pattern(rb"\.(?=0[,\]}])")
_EXPONENT = lazy_bytes_pattern(rb"e[-+0-9][0-9]*+[,\]}]")
_STRING_OR_ZERO_FRACTION = lazy_bytes_pattern(rb'("[^"\\]*+(?:\\.[^"\\]*+)*")|\.0(?=[,\]}]|\Z)')
_STRING_OR_EXPONENT = lazy_bytes_pattern(rb'"[^"\\]*+(?:\\.[^"\\]*+)*"|(-?[0-9][0-9.]*+e[-+0-9]++)')


def encode_json(value: JsonValue) -> bytes:
    """Writes a value as JSON in UTF-8."""
    exact = encode_exactly(value)
    return encode_as_go(value) if exact is None else exact


def encode_exactly(value: JsonValue) -> bytes | None:
    """Returns JSON that decodes to exactly the same value; None if that is uncertain.

    A caller with the value then need not decode the bytes.
    """
    try:
        data = dumps_sorted(value)
    except TypeError:  # nested too deeply for orjson
        return None
    return None if type(value) is float or may_differ(data) else data


def is_encoding_of(value: JsonValue, exact: bytes) -> bool:
    """Returns True if a value is the one that was encoded exactly."""
    try:
        return dumps_sorted(value) == exact
    except TypeError:
        return False


def encode_as_go(value: JsonValue) -> bytes:
    """Encodes a value whose floats Go may print differently: whole floats without a point."""
    from kapivara.codec.json.large.pieces import PIECE, cut  # most objects hold no such float

    if type(value) is float:
        return format_json_float(value).encode()
    try:
        text = dumps_sorted(value)
    except TypeError:  # nested too deeply for orjson, and perhaps for recursive functions
        return to_json_text(value).encode()
    # In pieces, because a search blocks all other threads.
    return b",".join([_with_go_floats(piece) for _, piece, _ in cut(text, PIECE)])


def may_differ(data: bytes) -> bool:
    """Returns True if orjson's text may contain a float that Go prints differently."""
    return (b".0" in data and _WHOLE_FLOAT.search(data) is not None) or _EXPONENT.search(data) is not None


def _with_go_floats(text: bytes) -> bytes:
    text = _STRING_OR_ZERO_FRACTION.sub(rb"\1", text)
    return _STRING_OR_EXPONENT.sub(_with_go_exponent, text) if b"e" in text else text


def _with_go_exponent(match: re.Match[bytes]) -> bytes:
    return match[0] if match[1] is None else format_json_float(float(match[1])).encode()
