"""Parses integers in tags: decimal, in their shortest form, and within the range of the type that they limit.

The grammar accepts hexadecimal and octal numbers, signs and leading zeros; tags reject them.
Upstream: code-generator/cmd/validation-gen/util/util.go ParseInt, ParseSignedInt, ParseUnsignedInt (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.natives import UNSIGNED
from kapivara.generator.model.types import Type
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_SIGNED_DIGITS = lazy_pattern(r"[+-]?[0-9]{1,100}")
_DIGITS = lazy_pattern(r"[0-9]{1,100}")
_BITS = {"byte": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32}


class NumberError(ValueError):
    """A text that is not a valid number in a tag, or a number out of range."""


def parse_int(text: str) -> int:
    """Parses an integer of 64 bits; raises NumberError."""
    return _parse_signed(text, "Atoi")


def parse_fitting(text: str, kind: Type) -> int:
    """Parses an integer in the range of a native integer type; raises NumberError."""
    bits = _BITS.get(kind.name.name, 64)
    if kind.name.name in UNSIGNED:
        value, name, lowest, highest = _parse_unsigned(text), f"uint{bits}", 0, (1 << bits) - 1
    else:
        value, name = _parse_signed(text, "ParseInt"), f"int{bits}"
        lowest, highest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    if not lowest <= value <= highest:
        raise NumberError(f"value {value} does not fit in {name} (range [{lowest}, {highest}])")
    return value


def _parse_signed(text: str, function: str) -> int:
    if not _SIGNED_DIGITS.fullmatch(text):
        raise _unreadable(text, "int", function, "invalid syntax")
    value = int(text)
    if not -(1 << 63) <= value < 1 << 63:
        raise _unreadable(text, "int", function, "value out of range")
    return _canonical(text, value, "int")


def _parse_unsigned(text: str) -> int:
    if not _DIGITS.fullmatch(text):
        raise _unreadable(text, "uint", "ParseUint", "invalid syntax")
    value = int(text)
    if value >= 1 << 64:
        raise _unreadable(text, "uint", "ParseUint", "value out of range")
    return _canonical(text, value, "uint")


def _canonical(text: str, value: int, kind: str) -> int:
    if str(value) != text:
        raise NumberError(f"{quote(text)} is not a valid {kind} value")
    return value


def _unreadable(text: str, kind: str, function: str, why: str) -> NumberError:
    shown = quote(text)
    return NumberError(f"parsing {shown} as {kind}: strconv.{function}: parsing {shown}: {why}")
