"""The wire forms of types with their own JSON decoding: times, quantities, raw JSON, numbers or strings.

Upstream: apimachinery/pkg/apis/meta/v1/{time_proto,micro_time_proto,fieldsv1}.go, pkg/api/resource/quantity_proto.go,
pkg/runtime and pkg/util/intstr generated.pb.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.protobuf.messages import OwnMessage
from kapivara.codec.typed.described import DescribedTypes, described
from kapivara.codec.typed.field_steps import in_step_order
from kapivara.codec.typed.raw_json import in_document_order
from kapivara.codec.typed.time_text import ZERO_TIME, utc_text
from kapivara.languages.go.durations import format_go_duration, parse_go_duration
from kapivara.languages.go.times import RFC3339, parse_time
from kapivara.values import JsonObject, JsonValue
from kapivara.values.quantity import QuantityError, parse_quantity
from kapivara.values.rendering import to_json_text

_IS_INT, _IS_STRING = 0, 1
"""The type field of an IntOrString."""
_MICROSECONDS = 1_000_000
_TIMES = range(-62_135_596_800, 253_402_300_800)
"""The seconds of the years 1 to 9999, which RFC 3339 can express."""


def raw_message(types: DescribedTypes, name: str) -> OwnMessage:
    """Returns the wire form of a type that keeps JSON as written; null has no bytes.

    The server parses it only after the whole message, and some kinds fail on invalid JSON.
    """
    return OwnMessage(types.wire_form(name), pack=_pack_raw, unpack=_unpack_raw, is_late=True)


class RawText:
    """The text of a raw value in an object to encode."""

    __slots__ = ("text",)

    def __init__(self, text: bytes):
        self.text: Final = text


def _pack_raw(value: JsonValue) -> JsonObject | None:
    if isinstance(value, RawText):
        return {"Raw": value.text}
    return None if value is None else {"Raw": encode_in_order(value)}


def _unpack_raw(given: JsonObject) -> JsonValue:
    raw = given.get("Raw")
    return decode_json(raw).value if raw else None


def _pack_fields(value: JsonValue) -> JsonObject | None:
    return _pack_raw(in_step_order(value))


def _unpack_fields(given: JsonObject) -> JsonValue:
    """Returns a field set; null for an invalid one, which means the same to readers."""
    try:
        return _unpack_raw(given)
    except DecodeError:
        return None


def encode_in_order(value: JsonValue) -> bytes:
    """Encodes a value as JSON with its keys in their order."""
    import orjson  # here, because few objects have raw values

    try:
        return orjson.dumps(value)
    except TypeError:  # nested too deeply for orjson
        return to_json_text(in_document_order(value)).encode()


def _pack_time(value: JsonValue) -> JsonObject | None:
    return None if value is None else {"seconds": parse_time(RFC3339, value).seconds}


def _unpack_time(given: JsonObject) -> JsonValue:
    text = _text(given["seconds"]) if given else ZERO_TIME
    return None if text == ZERO_TIME else text


def _pack_micro_time(value: JsonValue) -> JsonObject | None:
    if value is None:
        return None
    time = parse_time(RFC3339, value)
    return {"seconds": time.seconds, "nanos": time.nanosecond}


def _unpack_micro_time(given: JsonObject) -> JsonValue:
    if not given:
        return None
    seconds, microseconds = divmod(given["seconds"] * _MICROSECONDS + int(given["nanos"] / 1_000), _MICROSECONDS)
    text = _text(seconds)
    return None if text == ZERO_TIME and not microseconds else f"{text[:-1]}.{microseconds:06}Z"


def _text(seconds: int) -> str:
    if seconds not in _TIMES:
        raise CannotError("read times in protocol buffers that are not within the years 1 to 9999")
    return utc_text(seconds)


def _unpack_quantity(given: JsonObject) -> JsonValue:
    try:
        return str(parse_quantity(given["String_"])) if given else "0"
    except QuantityError as error:
        raise DecodeError(str(error)) from None


def _pack_int_or_string(value: JsonValue) -> JsonObject:
    if type(value) is str:
        return {"Type": _IS_STRING, "IntVal": 0, "StrVal": value}
    return {"Type": _IS_INT, "IntVal": value, "StrVal": ""}


def _unpack_int_or_string(given: JsonObject) -> JsonValue:
    match given.get("Type", _IS_INT):
        case 0:
            return given.get("IntVal", 0)
        case 1:
            return given.get("StrVal", "")
        case _:  # the server panics here
            raise DecodeError("impossible IntOrString.Type")


_TIMESTAMP = described("meta.v1").struct("Timestamp")

TIME: Final = OwnMessage(_TIMESTAMP, pack=_pack_time, unpack=_unpack_time, replaced=True, is_scalar=True)
MICRO_TIME: Final = OwnMessage(
    _TIMESTAMP, pack=_pack_micro_time, unpack=_unpack_micro_time, replaced=True, is_scalar=True
)
DURATION: Final = OwnMessage(
    described("meta.v1").wire_form("Duration"),
    pack=lambda value: {"Duration": parse_go_duration(value)},
    unpack=lambda given: format_go_duration(given.get("Duration", 0)),
    is_scalar=True,
)
QUANTITY: Final = OwnMessage(
    described("meta.resource").wire_form("Quantity"),
    pack=lambda value: {"String_": value},
    unpack=_unpack_quantity,
    is_scalar=True,
)
INT_OR_STRING: Final = OwnMessage(
    described("meta.intstr").wire_form("IntOrString"),
    pack=_pack_int_or_string,
    unpack=_unpack_int_or_string,
    is_scalar=True,
)
RAW_EXTENSION: Final = raw_message(described("meta.runtime"), "RawExtension")
FIELDS_V1: Final = OwnMessage(described("meta.v1").wire_form("FieldsV1"), pack=_pack_fields, unpack=_unpack_fields)
