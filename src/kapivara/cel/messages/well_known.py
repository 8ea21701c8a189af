"""The protobuf messages that every environment knows (wrappers, `Struct`, `Value`, `Duration` …), as plain values.

There are no other messages. None of these has fields to select: a literal of one is the plain value that it represents.
Upstream: cel-go common/types/provider.go, common/types/types.go checkedWellKnowns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.messages.provider import FieldDecl
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
    CelKind,
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
    **{name: {"value": made.params[0]} for name, made in _TYPES.items() if made.kind is CelKind.WRAPPER},
}
_GO_TYPES: dict[str, dict[str, str]] = {
    "BoolValue": {"value": "bool"},
    "BytesValue": {"value": "[]uint8"},
    "DoubleValue": {"value": "float64"},
    "Duration": {"seconds": "int64", "nanos": "int32"},
    "Empty": {},
    "FloatValue": {"value": "float32"},
    "Int32Value": {"value": "int32"},
    "Int64Value": {"value": "int64"},
    "ListValue": {"values": "[]*structpb.Value"},
    "StringValue": {"value": "string"},
    "Struct": {"fields": "map[string]*structpb.Value"},
    "Timestamp": {"seconds": "int64", "nanos": "int32"},
    "UInt32Value": {"value": "uint32"},
    "UInt64Value": {"value": "uint64"},
    "Value": {
        "null_value": "protoreflect.EnumNumber",
        "number_value": "float64",
        "string_value": "string",
        "bool_value": "bool",
        "struct_value": "*structpb.Struct",
        "list_value": "*structpb.ListValue",
    },
}
"""The Go types of fields, which decide what values they accept."""
_YEAR_ONE = 62_135_596_800
"""The seconds from the beginning of the year 1 to 1970."""
_MESSAGE_OF_KIND = {
    CelKind.DURATION: "Duration",
    CelKind.LIST: "ListValue",
    CelKind.MAP: "Struct",
    CelKind.TIMESTAMP: "Timestamp",
}

COPYING = frozenset(f"{_PREFIX}{name}" for name in ("ListValue", "Struct", "Value"))
"""The messages that contain copies of their values."""

CONSTANTS: Mapping[str, int] = {"google.protobuf.NullValue.NULL_VALUE": 0}
"""The enumerators that every environment knows."""


def message_name(name: str, denoted: Type) -> str | None:
    """Returns the name of the message whose fields a literal of a type has; None where the type has no literals."""
    if denoted.kind is CelKind.OBJECT:
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
    """Provides the messages that represent plain values."""

    def find_type(self, name: str) -> Type | None:
        """Returns the type that a message represents, or None."""
        return _TYPES.get(name.removeprefix(_PREFIX)) if name.startswith(_PREFIX) else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns a field of a message literal, or None."""
        found = _FIELDS.get(type_name.removeprefix(_PREFIX), {}).get(field)
        return FieldDecl(found, field) if found else None

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the names of a message literal's fields."""
        return _FIELDS.get(type_name.removeprefix(_PREFIX), {})

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """Returns the value that a message literal represents; raises CelError."""
        name = type_name.removeprefix(_PREFIX)
        make = _makers().get(name)
        if make is None:
            complaint = "conversion error: got invalid {}" if name == "Any" else "unknown type '{}'"
            raise CelError(complaint.format(type_name))
        from kapivara.cel.messages.message_fields import read_field

        kinds = _GO_TYPES[name]
        return make({field: read_field(type_name, field, kinds[field], value) for field, value in fields.items()})


class Empty:
    """The message without fields."""

    cel_type = object_type("google.protobuf.Empty")
    go_class = "*dynamicpb.Message"

    def __eq__(self, other: object) -> bool:
        return type(other) is Empty

    def __hash__(self) -> int:
        return hash(Empty)


def _makers() -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    from kapivara.cel.values import UInt

    zeros = {"bool": False, "[]uint8": b"", "string": "", "uint32": UInt(0), "uint64": UInt(0)}
    wrappers = {
        name: _wrapper(zeros.get(kinds["value"], 0.0 if kinds["value"].startswith("float") else 0))
        for name, kinds in _GO_TYPES.items()
        if name.endswith("Value") and "value" in kinds
    }
    return {
        **wrappers,
        "Duration": _duration,
        "Empty": lambda _: Empty(),
        "ListValue": lambda fields: fields.get("values", []),
        "Struct": lambda fields: fields.get("fields", {}),
        "Timestamp": _timestamp,
        "Value": _json_value,
    }


def _wrapper(zero: Any) -> Callable[[Mapping[str, Any]], Any]:
    return lambda fields: fields.get("value", zero)


def _nanos(fields: Mapping[str, Any]) -> tuple[int, int]:
    return int(fields.get("seconds", 0)), int(fields.get("nanos", 0))


def _duration(fields: Mapping[str, Any]) -> Any:
    """Returns the span; kept: the nearest possible one, if it is too long."""
    from kapivara.cel.values import Duration

    seconds, nanos = _nanos(fields)
    return Duration(min(max(seconds * 10**9 + nanos, -(2**63)), 2**63 - 1))


def _timestamp(fields: Mapping[str, Any]) -> Any:
    """Returns the time; kept: in any year, and seconds beyond Go's range wrap around."""
    from kapivara.cel.values import Timestamp

    seconds, nanos = _nanos(fields)
    since_year_one = (seconds + _YEAR_ONE + 2**63) % 2**64 - 2**63
    return Timestamp((since_year_one - _YEAR_ONE) * 10**9 + nanos)


def _json_value(fields: Mapping[str, Any]) -> Any:
    """Returns the value of the field that is set; of several, the last one."""
    value = None
    for name, given in fields.items():
        value = None if name == "null_value" else given
    return value
