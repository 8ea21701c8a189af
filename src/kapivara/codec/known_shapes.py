"""The shapes of types with their own JSON decoding that sources use but do not declare: times, quantities.

Generated validators print them from here. `opaque` types, which no source declares, accept any value. Upstream: the
MarshalJSON, UnmarshalJSON and equality functions of the types named (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import ANYTHING as ANYTHING
from kapivara.codec.shapes import INT32, INT64, Custom
from kapivara.codec.typed import meta_json
from kapivara.codec.typed.described import described
from kapivara.codec.typed.raw_json import as_it_is, in_document_order, same_document
from kapivara.codec.typed.reader import MismatchError
from kapivara.codec.typed.time_text import ZERO_TIME, read_micro_time, read_time, same_instant
from kapivara.languages.go.durations import format_go_duration, go_duration_fault, parse_go_duration
from kapivara.values import JsonValue, deep_equal
from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import go_json_type
from kapivara.values.quantity import Quantity, QuantityError, parse_quantity
from kapivara.values.rendering import format_json_float


def opaque(go_name: str) -> Custom:
    """Declares an unknown type, which accepts any value unchanged."""
    return Custom(go_name, as_it_is)


def _read_go_time(value: JsonValue) -> JsonValue:
    """Decodes a time.Time, which keeps fractions and the zone."""
    if value is None:
        return ZERO_TIME
    read_time(value)  # raises for invalid times
    return value


def _read_duration(value: JsonValue) -> JsonValue:
    """Decodes a metav1.Duration: stored as nanoseconds, printed in Go's notation, 90s as 1m30s."""
    if value is not None and type(value) is not str:
        raise MismatchError(go_json_type(value), "string")
    text = value or ""  # null leaves the text empty, which is an invalid duration
    nanoseconds = parse_go_duration(text)
    if nanoseconds is None:
        raise DecodeError(go_duration_fault(text))
    return format_go_duration(nanoseconds)


def _quantity(value: JsonValue) -> Quantity:
    if value is None:
        return Quantity(0)
    if isinstance(value, float):
        return parse_quantity(format_json_float(value))
    return parse_quantity(value if isinstance(value, str) else str(value))


def _read_quantity(value: JsonValue) -> JsonValue:
    try:
        return _canonical_quantity(value) if type(value) is str else str(_quantity(value))
    except QuantityError as error:
        raise DecodeError(str(error)) from None


@cache_short_texts(4096, 24)
def _canonical_quantity(text: str) -> str:
    """Returns a quantity in its canonical form; the same string if it is canonical already."""
    canonical = str(parse_quantity(text))
    return text if canonical == text else canonical


def _same_quantity(one: JsonValue, other: JsonValue) -> bool:
    """Compares quantities by number, ignoring suffixes; compares other values directly."""
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


_ZERO_DURATION = "0s"

TIME: Final = meta_json.TIME
FIELDS_V1: Final = meta_json.FIELDS_V1
OBJECT_META: Final = described("meta.v1").struct("ObjectMeta")
GO_TIME: Final = Custom("time.Time", _read_go_time, same=same_instant, zero=ZERO_TIME)
GO_DURATION: Final = INT64.named("time.Duration")
MICRO_TIME: Final = Custom(
    "v1.MicroTime",
    read_micro_time,
    same=same_instant,
    folder="meta.v1",
    schema={"type": "string", "format": "date-time"},
    message="codec.protobuf.own_messages.MICRO_TIME",
)
DURATION: Final = Custom(
    "v1.Duration",
    _read_duration,
    zero=_ZERO_DURATION,
    folder="meta.v1",
    schema={"type": "string"},
    message="codec.protobuf.own_messages.DURATION",
)
QUANTITY: Final = Custom(
    "resource.Quantity",
    _read_quantity,
    same=_same_quantity,
    zero="0",
    by_spelling=True,
    folder="meta.resource",
    schema={"oneOf": [{"type": "string"}, {"type": "number"}]},
    message="codec.protobuf.own_messages.QUANTITY",
)
INT_OR_STRING: Final = Custom(
    "intstr.IntOrString",
    _read_int_or_string,
    zero=0,
    folder="meta.intstr",
    schema={"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]},
    message="codec.protobuf.own_messages.INT_OR_STRING",
)
RAW_EXTENSION: Final = Custom(
    "runtime.RawExtension",
    as_it_is,
    same=same_document,
    show=in_document_order,
    verbatim=True,
    folder="meta.runtime",
    schema={"type": "object"},
    message="codec.protobuf.own_messages.RAW_EXTENSION",
)
