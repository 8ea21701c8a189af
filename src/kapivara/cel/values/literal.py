"""Renders values as CEL literals, for showing results to users.

`display` is the form for messages, in which strings have no quotes.
"""

from __future__ import annotations

import math
from typing import Any

from kapivara.cel.types import Type
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.typing import type_text

_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def to_literal(value: Any) -> str:
    """Returns a value as CEL: `'text'`, `2u`, `[1, 2.0]`, `{'a': b'\\x00'}`, `duration('1s')`."""
    if value is None:
        return "null"
    kind = type(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return _double(value)
    if kind is str:
        return f"'{''.join(map(_escaped, value))}'"
    if kind is bytes:
        return f"b'{''.join(map(_escaped_byte, value))}'"
    if kind is Type:
        return type_text(value)
    if kind is OptionalValue:
        return f"optional.of({to_literal(value.value)})" if value.has_value else "optional.none()"
    if isinstance(value, list):
        return f"[{', '.join(map(to_literal, value))}]"
    if isinstance(value, (dict, CelMap)):
        return "{" + ", ".join(f"{to_literal(key)}: {to_literal(each)}" for key, each in value.items()) + "}"
    return repr(value)  # values of libraries have such a repr


def _double(number: float) -> str:
    if math.isfinite(number):
        return repr(number)
    return "double('NaN')" if math.isnan(number) else f"double('{'-' if number < 0 else ''}Infinity')"


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


def _escaped_byte(byte: int) -> str:
    char = chr(byte)
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if 0x20 <= byte < 0x7F else f"\\x{byte:02x}"
