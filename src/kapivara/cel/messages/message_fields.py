"""Converts values to the fields of well-known messages in message literals.

A field accepts values of its own type, and JSON values if it has such a type: `Struct{fields: {'a': 1}}` contains the
double 1.0. The checker finds most errors; `dyn` values can still have a wrong type here.
Upstream: cel-go common/types/provider.go msgSetField, ConvertToNative of common/types/*.go and of k8s' own types.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any, TypeAlias

from kapivara.cel.errors import CelError
from kapivara.cel.types import Type
from kapivara.cel.values import CelMap, Duration, OptionalValue, Timestamp, UInt, to_string
from kapivara.cel.values.typing import go_class, type_of_value, type_text

_EXACT_JSON = 2**53 - 1
_PLAIN: dict[type, str] = {
    type(None): "type conversion error from 'null_type' to '{}'",
    bool: "type conversion error from bool to '{}'",
    int: "unsupported type conversion from 'int' to {}",
    UInt: "unsupported type conversion from 'uint' to {}",
    float: "type conversion error from Double to '{}'",
    str: "unsupported native conversion from string to '{}'",
    bytes: "type conversion error from Bytes to '{}'",
    Timestamp: "type conversion error from 'Timestamp' to '{}'",
    Duration: "type conversion error from 'Duration' to '{}'",
    CelMap: "type conversion error from map to '{}'",
    Type: "type conversion not supported for 'type'",
}
NO_VALUE = "optional.none() dereference"
_WITHOUT_TEXT = frozenset(("cel.Format", "*dynamicpb.Message"))
"""Types of libraries whose values have no text, either."""
JSON_VALUE, _JSON_LIST, _JSON_OBJECT = "*structpb.Value", "*structpb.ListValue", "*structpb.Struct"


_MAPS = (dict, CelMap)
_Known: TypeAlias = dict[int, tuple[Any, Any]]
"""Converted values by the id of their source, with the source: as long as it is kept, no other value gets its id."""


class _UnfitError(Exception):
    """A value that a field does not accept."""


def read_field(message: str, field: str, kind: str, value: Any) -> Any:
    """Returns the value that a message field stores, `kind` being the field's Go type; raises `CelError`."""
    container = _CONTAINERS.get(kind)
    try:
        if container is None:
            return _converted(value, kind, {})
        holder, convert = container
        if not isinstance(value, holder):
            raise CelError(f"unsupported field type for {message}.{field}: {type_text(type_of_value(value))}")
        return convert(value, {})
    except _UnfitError as problem:
        raise CelError(f"field type conversion error for {message}.{field} value type: {problem}") from None


def _converted(value: Any, kind: str, known: _Known) -> Any:
    if isinstance(value, OptionalValue):
        if not value.has_value:
            raise _UnfitError(NO_VALUE)
        return _converted(value.value, kind, known)
    convert = _CONVERSIONS.get((kind, type(value)))
    if convert is not None:
        return convert(value)
    holding = _HOLDING.get((kind, list if isinstance(value, list) else CelMap if isinstance(value, _MAPS) else None))
    if holding is not None:
        return holding(value, known)
    if kind == "string" and hasattr(value, "cel_type") and go_class(value) not in _WITHOUT_TEXT:
        return str(value)
    raise _UnfitError(unfit_text(value, kind))


def unfit_text(value: Any, kind: str) -> str:
    """Returns the message that a value cannot be converted to a Go type."""
    return _unfit(value).format(kind)


def _unfit(value: Any) -> str:
    if isinstance(value, list):
        return "type conversion error from list to '{}'"
    if isinstance(value, dict):
        return _PLAIN[CelMap]
    return _PLAIN.get(type(value)) or f"type conversion error from '{go_class(value).removeprefix('cel.')}' to '{{}}'"


def _same(value: Any) -> Any:
    return value


def _within(low: int, high: int, complaint: str) -> Callable[[int], int]:
    def check(number: int) -> int:
        if not low <= number <= high:
            raise _UnfitError(complaint)
        return number

    return check


def _single_precision(number: float) -> float:
    import struct

    try:
        return float(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return number * float("inf")


def _json_number(number: int) -> float | str:
    return float(number) if -_EXACT_JSON <= number <= _EXACT_JSON else str(int(number))


def _json_list(values: list[Any], known: _Known) -> list[Any]:
    found = known.get(id(values))
    if found is None:
        found = known[id(values)] = [_converted(each, JSON_VALUE, known) for each in values], values
    made: list[Any] = found[0]
    return made


def _json_object(entries: Any, known: _Known) -> dict[str, Any]:
    found = known.get(id(entries))
    if found is None:
        made = {_converted(key, "string", known): _converted(each, JSON_VALUE, known) for key, each in entries.items()}
        found = known[id(entries)] = made, entries
    converted: dict[str, Any] = found[0]
    return converted


def _bytes_of(values: list[Any], known: _Known) -> bytes:
    return bytes(_converted(each, "uint8", known) for each in values)


_INT32 = _within(-(2**31), 2**31 - 1, "integer overflow")
_CONVERSIONS: dict[tuple[str, type], Callable[[Any], Any]] = {
    ("bool", bool): _same,
    ("string", str): _same,
    ("[]uint8", bytes): _same,
    ("uint8", UInt): _within(0, 2**8 - 1, "unsigned integer overflow"),
    ("int64", int): _same,
    ("int32", int): _INT32,
    ("protoreflect.EnumNumber", int): _INT32,
    ("uint64", UInt): _same,
    ("uint32", UInt): _within(0, 2**32 - 1, "unsigned integer overflow"),
    ("float64", float): _same,
    ("float32", float): _single_precision,
    **{(JSON_VALUE, kind): _same for kind in (type(None), bool, float, str)},
    **{(JSON_VALUE, kind): _json_number for kind in (int, UInt)},
    **{(JSON_VALUE, kind): to_string for kind in (Timestamp, Duration)},
    (JSON_VALUE, bytes): lambda value: b64encode(value).decode(),
}
_HOLDING: dict[tuple[str, type | None], Callable[[Any, _Known], Any]] = {
    ("[]uint8", list): _bytes_of,
    (JSON_VALUE, list): _json_list,
    (JSON_VALUE, CelMap): _json_object,
    (_JSON_LIST, list): _json_list,
    (_JSON_OBJECT, CelMap): _json_object,
}
"""Conversions of nested values; a part that occurs several times is converted once and shared."""
_CONTAINERS: dict[str, tuple[tuple[type, ...], Callable[[Any, _Known], Any]]] = {
    "[]*structpb.Value": ((list,), _json_list),
    "map[string]*structpb.Value": ((dict, CelMap), _json_object),
}
