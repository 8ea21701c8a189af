"""The protocol buffers that every environment knows: wrappers, `Struct`, `Value`, `Duration` … as plain values.

There are no other messages. None of these has fields to select: a literal of one is the plain value that it stands
for. Upstream: cel-go common/types/provider.go, common/types/types.go checkedWellKnowns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.provider import FieldDecl
from kapivara.cel.types import (
    ANY,
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    UINT,
    Kind,
    Type,
    list_of,
    map_of,
    object_type,
    wrapper_of,
)

_PREFIX = "google.protobuf."
_STRUCT = map_of(STRING, DYN)
_LIST_VALUE = list_of(DYN)
_TYPES = {
    "Any": ANY,
    "BoolValue": wrapper_of(BOOL),
    "BytesValue": wrapper_of(BYTES),
    "DoubleValue": wrapper_of(DOUBLE),
    "Duration": DURATION,
    "Empty": object_type("google.protobuf.Empty"),
    "FloatValue": wrapper_of(DOUBLE),
    "Int32Value": wrapper_of(INT),
    "Int64Value": wrapper_of(INT),
    "ListValue": _LIST_VALUE,
    "StringValue": wrapper_of(STRING),
    "Struct": _STRUCT,
    "Timestamp": TIMESTAMP,
    "UInt32Value": wrapper_of(UINT),
    "UInt64Value": wrapper_of(UINT),
    "Value": DYN,
}
_TIME_FIELDS = {"seconds": INT, "nanos": INT}
_FIELDS: dict[str, dict[str, Type]] = {
    "Any": {"type_url": STRING, "value": BYTES},
    "Duration": _TIME_FIELDS,
    "ListValue": {"values": _LIST_VALUE},
    "Struct": {"fields": _STRUCT},
    "Timestamp": _TIME_FIELDS,
    "Value": {
        "null_value": INT,
        "number_value": DOUBLE,
        "string_value": STRING,
        "bool_value": BOOL,
        "struct_value": _STRUCT,
        "list_value": _LIST_VALUE,
    },
    **{name: {"value": made.params[0]} for name, made in _TYPES.items() if made.kind is Kind.WRAPPER},
}
_MESSAGE_OF_KIND = {
    Kind.DURATION: "Duration",
    Kind.LIST: "ListValue",
    Kind.MAP: "Struct",
    Kind.TIMESTAMP: "Timestamp",
}

CONSTANTS: Mapping[str, int] = {"google.protobuf.NullValue.NULL_VALUE": 0}
"""The enumerators that every environment knows."""


def message_name(name: str, denoted: Type) -> str | None:
    """The name of the message whose fields a literal of a type has; None where the type has no literals."""
    if denoted.kind is Kind.OBJECT:
        return denoted.name
    if name.startswith(_PREFIX):
        return name
    if denoted == NULL:
        return f"{_PREFIX}NullValue"
    if denoted.params and denoted not in (_LIST_VALUE, _STRUCT):
        return None
    known = _MESSAGE_OF_KIND.get(denoted.kind)
    return f"{_PREFIX}{known}" if known else None


class WellKnownTypes:
    """The provider of the messages that stand for values."""

    def find_type(self, name: str) -> Type | None:
        """The type that a message stands for."""
        return _TYPES.get(name.removeprefix(_PREFIX)) if name.startswith(_PREFIX) else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """A field of a message literal."""
        found = _FIELDS.get(type_name.removeprefix(_PREFIX), {}).get(field)
        return FieldDecl(found, field) if found else None

    def field_names(self, type_name: str) -> Iterable[str]:
        """The fields of a message literal."""
        return _FIELDS.get(type_name.removeprefix(_PREFIX), {})

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """The value that a message literal stands for."""
        name = type_name.removeprefix(_PREFIX)
        make = _makers().get(name)
        if make is not None:
            return make(fields)
        raise CelError(f"conversion error: got invalid {type_name}" if name == "Any" else f"unknown type '{type_name}'")


def _makers() -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    from kapivara.cel.values import UInt

    return {
        "BoolValue": lambda fields: fields.get("value", False),
        "BytesValue": lambda fields: fields.get("value", b""),
        "DoubleValue": lambda fields: fields.get("value", 0.0),
        "Duration": _duration,
        "Empty": lambda _: {},
        "FloatValue": lambda fields: _single_precision(fields.get("value", 0.0)),
        "Int32Value": lambda fields: _ranged(fields.get("value", 0), -(2**31), 2**31 - 1, "integer overflow"),
        "Int64Value": lambda fields: fields.get("value", 0),
        "ListValue": lambda fields: fields.get("values", []),
        "StringValue": lambda fields: fields.get("value", ""),
        "Struct": lambda fields: fields.get("fields", {}),
        "Timestamp": _timestamp,
        "UInt32Value": lambda fields: _ranged(fields.get("value", UInt(0)), 0, 2**32 - 1, "unsigned integer overflow"),
        "UInt64Value": lambda fields: fields.get("value", UInt(0)),
        "Value": _json_value,
    }


def _ranged(number: int, low: int, high: int, message: str) -> int:
    if number is not None and not low <= number <= high:
        raise CelError(message)
    return number


def _single_precision(number: float) -> float:
    import struct

    try:
        return float(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return number * float("inf")


def _nanos(fields: Mapping[str, Any]) -> int:
    return int(fields.get("seconds", 0)) * 10**9 + int(fields.get("nanos", 0))


def _duration(fields: Mapping[str, Any]) -> Any:
    from kapivara.cel.values import Duration

    return Duration.checked(_nanos(fields))


def _timestamp(fields: Mapping[str, Any]) -> Any:
    from kapivara.cel.values import Timestamp

    return Timestamp.checked(_nanos(fields))


def _json_value(fields: Mapping[str, Any]) -> Any:
    """The value of the field that is set; the last one, where several are."""
    value = None
    for name, given in fields.items():
        value = None if name == "null_value" else given
    return value
