"""The encoders extension: base64 and JSON.

Upstream: cel-go ext/encoders.go.
"""

from __future__ import annotations

import binascii
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BYTES, DYN, STRING
from kapivara.cel.values.conversions import to_string
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.extent import pay_to_print
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import type_of_value, type_text
from kapivara.languages.go.base64 import Base64Error, decode_base64
from kapivara.values.rendering import format_json_float, to_json_text

_SAFE = 2**53 - 1


def decode(budget: Budget, text: str) -> bytes:
    """Decodes base64, with or without padding; raises CelError."""
    budget.take(len(text))
    try:
        return decode_base64(text)
    except Base64Error:
        try:
            return decode_base64(text, padded=False)
        except Base64Error as problem:
            raise CelError(str(problem)) from None


def encode(budget: Budget, data: bytes) -> str:
    """Encodes bytes as base64."""
    budget.take(len(data))
    return _encode(data)


def _encode(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode()


def encode_json(budget: Budget, value: Any) -> str:
    """Encodes a value as JSON: integers beyond doubles, times and bytes as strings."""
    pay_to_print(budget, value)
    return _encode_json(value)


def _encode_json(value: Any) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_encode_json, value))}]"
    if isinstance(value, (dict, CelMap)):
        pairs = sorted((to_string(key), item) for key, item in value.items())
        return "{" + ",".join(f"{to_json_text(key)}:{_encode_json(item)}" for key, item in pairs) + "}"
    if value is None or type(value) in (bool, str):
        return to_json_text(value)
    if isinstance(value, int):
        return str(value) if -_SAFE <= value <= _SAFE else f'"{value}"'
    if type(value) is float:
        if value - value != 0:
            raise CelError(f"google.protobuf.Value cannot have {'NaN' if value != value else 'infinite'} value")
        return format_json_float(value)
    if type(value) is bytes:
        return f'"{_encode(value)}"'
    if type(value) in (Timestamp, Duration):
        return f'"{value}"'
    raise CelError(f"type conversion error from '{type_text(type_of_value(value))}' to 'google.protobuf.Value'")


ENCODERS = library(
    function(
        "base64.decode",
        Overload("base64_decode_string", (STRING,), BYTES, decode, budgeted=True),
        doc="Decodes base64, with or without padding.",
        examples=(("base64.decode('aGVsbG8=')", "b'hello'"), ("base64.decode('aGVsbG8')", "b'hello'")),
    ),
    function(
        "base64.encode",
        Overload("base64_encode_bytes", (BYTES,), STRING, encode, fails=False, budgeted=True),
        doc="Encodes bytes in base64.",
        examples=(("base64.encode(b'hello')", "'aGVsbG8='"),),
    ),
    function(
        "json.encode",
        Overload("json_encode_dyn", (DYN,), STRING, encode_json, budgeted=True),
        doc="Writes a value as JSON.",
        examples=(("json.encode({'hello': ['world']})", '\'{"hello":["world"]}\''),),
    ),
    since=None,
)
