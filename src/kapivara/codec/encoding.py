"""Values to JSON, as the server writes it: sorted keys, no spaces, whole floats without a point, Go's exponents.

One liberty: `<`, `>` and `&` stay as they are, where the server writes `\\u003c`; every reader takes both alike.
Upstream: encoding/json Marshal, by way of apimachinery/pkg/runtime/serializer/json (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.codec.light_json import dumps_sorted
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.rendering import format_json_float, to_json_text

if TYPE_CHECKING:
    import orjson

# Two patterns, for one would lose the quick search for its first letter; a match inside a string costs time only.
_WHOLE_FLOAT = lazy_bytes_pattern(rb"\.(?=0[,\]}])")
_EXPONENT = lazy_bytes_pattern(rb"e[-+0-9][0-9]*+[,\]}]")


def encode_json(value: JsonValue) -> bytes:
    """Writes a value as JSON in UTF-8."""
    exact = encode_exactly(value)
    return encode_as_go(value) if exact is None else exact


def encode_exactly(value: JsonValue) -> bytes | None:
    """Writes a value as JSON that is sure to be read as the same value again; returns None where that is not sure.

    Whoever still has the value need not decode the bytes then.
    """
    try:
        data = dumps_sorted(value)
    except TypeError:  # nested deeper than orjson goes
        return None
    return None if type(value) is float or may_differ(data) else data


def is_encoding_of(value: JsonValue, exact: bytes) -> bool:
    """Tells whether a value is the one that was encoded exactly."""
    try:
        return dumps_sorted(value) == exact
    except TypeError:
        return False


def encode_as_go(value: JsonValue) -> bytes:
    """Writes a value that may hold floats which Go prints in another way: whole ones without a point."""
    import orjson

    if type(value) is float:
        return format_json_float(value).encode()
    try:
        orjson.dumps(value)
    except TypeError:  # nested deeper than orjson goes, and maybe than a function of ours that calls itself
        return to_json_text(value).encode()
    return orjson.dumps(_with_go_floats(value, orjson.Fragment), option=orjson.OPT_SORT_KEYS)


def may_differ(data: bytes) -> bool:
    """Tells whether orjson's text may hold a float that Go prints in another way."""
    return (b".0" in data and _WHOLE_FLOAT.search(data) is not None) or _EXPONENT.search(data) is not None


def _with_go_floats(value: JsonValue, fragment: type[orjson.Fragment]) -> Any:
    """Returns a copy in which every float is a piece of ready-made JSON."""
    kind = type(value)
    if kind is dict:
        return {key: _with_go_floats(item, fragment) for key, item in value.items()}
    if kind is list:
        return [_with_go_floats(item, fragment) for item in value]
    return fragment(format_json_float(value)) if kind is float else value
