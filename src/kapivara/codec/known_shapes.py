"""The shapes of types that read their JSON themselves and that sources name without declaring: times, quantities.

Generated validators print them from here. What is declared in no source at all is taken as it is (`opaque`).
Upstream: the MarshalJSON, UnmarshalJSON and equality functions of the types named (1.37).
"""

from __future__ import annotations

import re
from typing import Final

from kapivara.codec import meta_shapes
from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import INT32, INT64, Custom
from kapivara.codec.time_text import read_time
from kapivara.codec.typed_reader import MismatchError
from kapivara.values import JsonValue, deep_equal
from kapivara.values.json_value import go_json_type
from kapivara.values.quantity import Quantity, QuantityError, parse_quantity
from kapivara.values.rendering import format_json_float


def opaque(go_name: str) -> Custom:
    """Declares a type of which nothing is known: any value, as it is."""
    return Custom(go_name, _as_it_is)


def _as_it_is(value: JsonValue) -> JsonValue:
    return value


def _read_go_time(value: JsonValue) -> JsonValue:
    """Reads a time.Time, which keeps fractions and zone."""
    if value is None:
        return _ZERO_TIME
    read_time(value)  # refuses what is no time
    return value


def _read_micro_time(value: JsonValue) -> JsonValue:
    return value if value is None or read_time(value) else None


def _same_instant(one: JsonValue, other: JsonValue) -> bool:
    return _instant(one) == _instant(other)


def _instant(value: JsonValue) -> tuple[JsonValue, str]:
    """A time in UTC, and its fraction of a second; a text that is no time is compared as it is."""
    if not isinstance(value, str):
        return None, ""
    try:
        whole = read_time(value)
    except DecodeError:
        return value, ""
    fraction = re.search(r"[.,](\d+)", value, re.ASCII)
    return whole, fraction[1].rstrip("0") if fraction else ""


def _read_duration(value: JsonValue) -> JsonValue:
    if value is None:
        return _ZERO_DURATION
    if isinstance(value, str):
        return value
    raise MismatchError(go_json_type(value), "string")


def _quantity(value: JsonValue) -> Quantity:
    if value is None:
        return Quantity(0)
    if isinstance(value, float):
        return parse_quantity(format_json_float(value))
    return parse_quantity(value if isinstance(value, str) else str(value))


def _read_quantity(value: JsonValue) -> JsonValue:
    try:
        return str(_quantity(value))
    except QuantityError as error:
        raise DecodeError(str(error)) from None


def _same_quantity(one: JsonValue, other: JsonValue) -> bool:
    """Compares by number, whatever the suffix; what is no quantity is compared as it is."""
    try:
        return _quantity(one) == _quantity(other)
    except QuantityError:
        return deep_equal(one, other)


def _read_int_or_string(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return value
    if value is None:
        return 0
    if type(value) is int and INT32.low <= value <= INT32.high:
        return value
    if type(value) in (int, float):
        raise MismatchError.of_number(value, "int32")
    raise MismatchError(go_json_type(value), "int32")


_ZERO_TIME = "0001-01-01T00:00:00Z"
_ZERO_DURATION = "0s"

TIME: Final = meta_shapes.TIME
FIELDS_V1: Final = meta_shapes.FIELDS_V1
OBJECT_META: Final = meta_shapes.OBJECT_META
ANYTHING: Final = opaque("interface {}")
GO_TIME: Final = Custom("time.Time", _read_go_time, same=_same_instant, zero=_ZERO_TIME)
GO_DURATION: Final = INT64.named("time.Duration")
MICRO_TIME: Final = Custom("v1.MicroTime", _read_micro_time, same=_same_instant)
DURATION: Final = Custom("v1.Duration", _read_duration, zero=_ZERO_DURATION)
QUANTITY: Final = Custom("resource.Quantity", _read_quantity, same=_same_quantity, zero="0")
INT_OR_STRING: Final = Custom("intstr.IntOrString", _read_int_or_string, zero=0)
RAW_EXTENSION: Final = opaque("runtime.RawExtension")
