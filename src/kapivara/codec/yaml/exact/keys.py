"""Converts YAML keys to JSON keys, and prints invalid ones like Go.

Upstream: sigs.k8s.io/yaml convertToJSONableObject (1.37); fmt's %#v.
"""

from __future__ import annotations

import struct
from typing import TypeAlias

from kapivara.codec.yaml.exact.scalars import resolve
from kapivara.values.json_value import INT64_MAX, JsonValue
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled
from kapivara.values.rendering import format_float, quote

Key: TypeAlias = str | tuple[str, JsonValue]
"""A string, or the Go type and value of another scalar: 1, 1.0, true and "1" differ until they are JSON."""

_SPECIAL_FLOATS = {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}


def to_key(value: JsonValue) -> Key:
    """Returns the identity of a scalar key within its mapping."""
    return value if type(value) is str else (_go_type(value), value)


def key_text(key: Key) -> str | None:
    """Returns the JSON key; None if there is none (null, and integers beyond int64)."""
    if isinstance(key, str):
        return key
    kind, value = key
    if kind == "bool":
        return "true" if value else "false"
    if kind == "int":
        return str(value)
    return _float32_text(value) if kind == "float64" else None


def plain_key_text(text: str) -> str | None:
    """Returns the JSON key of a plain scalar; None if there is none."""
    return key_text(to_key(resolve(text)[1]))


def unsupported_key(key: Key, value: JsonValue) -> str:
    """Returns the error for a key that JSON cannot have."""
    kind, scalar = key if isinstance(key, tuple) else ("string", key)
    shown = "%!s(<nil>)" if kind == "nil" else kind
    return f"unsupported map key of type: {shown}, key: {_top(scalar)}, value: {_top(value)}"


def go_syntax(value: JsonValue) -> str:
    """Prints a value inside a list or map like Go's %#v."""
    kind = type(value)
    if value is None:
        return "interface {}(nil)"
    if kind is bool:
        return "true" if value else "false"
    if kind is str:
        return quote(value)
    if kind is float:
        return format_float(value)
    if kind in _BRACKETS:
        return nested_text(value, _BRACKETS, go_syntax)
    return hex(value) if value > INT64_MAX else str(value)


def _list(items: JsonValue) -> Brackets:
    return Brackets("[]interface {}{", unlabelled(items), ", ", "}")


def _map(fields: JsonValue) -> Brackets:
    return Brackets(
        "map[interface {}]interface {}{", [(f"{go_syntax(key)}:", fields[key]) for key in fields], ", ", "}"
    )


_BRACKETS: BracketsByType = {list: _list, dict: _map}


def _top(value: JsonValue) -> str:
    return "<nil>" if value is None else go_syntax(value)


def _go_type(value: JsonValue) -> str:
    if type(value) is int and value > INT64_MAX:
        return "uint64"
    return {type(None): "nil", bool: "bool", int: "int", float: "float64"}[type(value)]


def _float32_text(value: float) -> str:
    """Prints a float with the digits of a 32-bit one; kept: upstream formats keys that way."""
    try:
        (narrow,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        narrow = float("inf") if value > 0 else float("-inf")
    for precision in range(1, 10):
        short = float(f"{narrow:.{precision}g}")
        try:
            same = struct.pack("f", short) == struct.pack("f", narrow)
        except OverflowError:
            same = False
        if same:
            narrow = short
            break
    text = format_float(narrow)
    return _SPECIAL_FLOATS.get(text, text)
