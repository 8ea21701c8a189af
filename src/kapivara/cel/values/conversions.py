"""Conversions between types, such as `int('5')`, with their range checks and the reference's messages.

Upstream: cel-go common/types/*.go ConvertToType, overflow.go.
"""

from __future__ import annotations

from typing import Any, NoReturn

from kapivara.cel import types
from kapivara.cel.errors import CelError
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.numbers import UINT64_MAX, parse_bool, parse_double, parse_int, parse_uint
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import runtime_name, type_of_value, type_text
from kapivara.cel.values.uint import UInt
from kapivara.values.json_value import INT64_MAX
from kapivara.values.rendering import format_float


def conversion_error(value: Any, target: Type) -> NoReturn:
    """Raises the CelError for a value without conversion to a type."""
    raise CelError(f"type conversion error from '{type_text(type_of_value(value))}' to '{type_text(target)}'")


def to_int(value: Any) -> int:
    """Returns `int(value)`: the seconds of a timestamp, the nanoseconds of a duration, the whole part of a double."""
    kind = type(value)
    if kind is int:
        return int(value)
    if kind is str:
        number = parse_int(value)
        if number is not None:
            return number
    elif kind is float:
        if not -(2.0**63) < value < 2.0**63:  # kept: the smallest integer is rejected
            raise CelError("integer overflow")
        return int(value)
    elif kind is UInt:
        if value > INT64_MAX:
            raise CelError("integer overflow")
        return int(value)
    elif kind is Timestamp:
        return int(value.seconds)
    elif kind is Duration:
        return int(value.nanos)
    conversion_error(value, types.INT)


def to_uint(value: Any) -> UInt:
    """Returns `uint(value)`; raises CelError."""
    kind = type(value)
    if kind is UInt:
        return UInt(value)
    if kind is str:
        number = parse_uint(value)
        if number is not None:
            return UInt(number)
    elif kind is float:
        if not 0 <= value < 2.0**64:
            raise CelError("unsigned integer overflow")
        return UInt(value)
    elif kind is int:
        if not 0 <= value <= UINT64_MAX:
            raise CelError("unsigned integer overflow")
        return UInt(value)
    conversion_error(value, types.UINT)


def to_double(value: Any) -> float:
    """Returns `double(value)`; raises CelError."""
    kind = type(value)
    if kind in (float, int, UInt):
        return float(value)
    if kind is str:
        number = parse_double(value)
        if number is not None:
            return number
    conversion_error(value, types.DOUBLE)


def to_string(value: Any) -> str:
    """Returns `string(value)`; raises CelError."""
    kind = type(value)
    if kind is str:
        return str(value)
    if kind in (int, UInt, Timestamp, Duration):
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return format_float(value)
    if kind is bytes:
        try:
            return str(value, "utf-8")
        except UnicodeDecodeError:
            raise CelError("invalid UTF-8 in bytes, cannot convert to string") from None
    if value is None:
        return "null"
    if kind is Type:
        return runtime_name(value)
    convert = getattr(kind, "cel_string", None)  # values of libraries define whether they have a text
    if convert is not None:
        return str(convert(value))
    conversion_error(value, types.STRING)


def to_bytes(value: Any) -> bytes:
    """Returns `bytes(value)`; raises CelError."""
    if type(value) is bytes:
        return value
    if type(value) is str:
        return value.encode("utf-8", "surrogatepass")
    conversion_error(value, types.BYTES)


def to_bool(value: Any) -> bool:
    """Returns `bool(value)`; raises CelError."""
    if type(value) is bool:
        return value
    if type(value) is str:
        read = parse_bool(value)
        if read is not None:
            return read
    conversion_error(value, types.BOOL)


def to_timestamp(value: Any) -> Timestamp:
    """Returns `timestamp(value)` of an RFC 3339 text or of seconds since 1970; raises CelError."""
    kind = type(value)
    if kind is Timestamp:
        return value  # type: ignore[no-any-return]
    if kind is str:
        parsed = Timestamp.parse(value)
        if parsed is not None:
            return parsed
    elif kind is int:
        return Timestamp.checked(value * 1_000_000_000)
    conversion_error(value, types.TIMESTAMP)


def to_duration(value: Any) -> Duration:
    """Returns `duration(value)` of a text such as `1h30m`; kept: integers are declared too, but rejected."""
    kind = type(value)
    if kind is Duration:
        return value  # type: ignore[no-any-return]
    if kind is str:
        parsed = Duration.parse(value)
        if parsed is not None:
            return parsed
    conversion_error(value, types.DURATION)
