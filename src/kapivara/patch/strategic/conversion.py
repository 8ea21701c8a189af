"""Converts a merged object to its Go types: numbers to their declared types; other values must fit.

The server converts merged values without JSON in between, so its errors differ. The next step handles unknown fields.
Upstream: apimachinery/pkg/runtime/converter.go fromUnstructured (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import UINT8, Bytes, Custom, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.reader import MismatchError
from kapivara.values import JsonValue
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.rendering import go_type_name

_KINDS = {dict: "map", list: "slice", str: "string", bool: "bool", int: "int64", float: "float64"}
_TAKEN: Mapping[str, tuple[type, ...]] = {"string": (str,), "bool": (bool,), "int": (), "float": (int, float)}
"""The JSON types that scalars accept unchanged."""


class NotConvertedError(Exception):
    """A value that cannot be converted to its type; `message` is the server's text."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


def convert(value: JsonValue, shape: Shape) -> JsonValue:
    """Returns a value converted to its type, objects and lists in place; raises NotConvertedError."""
    if value is None:
        return None
    match shape:
        case Scalar():
            return _convert_scalar(value, shape)
        case Struct():
            return _convert_struct(value, shape)
        case ListOf():
            if not isinstance(value, list):
                raise NotConvertedError(f"cannot restore slice from {_KINDS[type(value)]}")
            for place, item in enumerate(value):
                value[place] = convert(item, shape.item)
        case MapOf():
            if not isinstance(value, dict):
                raise NotConvertedError(f"cannot restore map from {_KINDS[type(value)]}")
            for key, item in value.items():
                value[key] = convert(item, shape.item)
        case Bytes():
            return _convert_bytes(value)
        case Custom():
            _check_own(value, shape)
    return value


def unknown_fields(value: JsonValue, shape: Shape, path: str = "") -> Iterator[str]:
    """Yields the server's errors for unknown fields in a value.

    Kept: paths omit the keys of maps, and names are not escaped.
    """
    if isinstance(shape, ListOf) and isinstance(value, list):
        for position, item in enumerate(value):
            yield from unknown_fields(item, shape.item, f"{path}[{position}]")
    elif isinstance(shape, MapOf) and isinstance(value, dict):
        for item in value.values():
            yield from unknown_fields(item, shape.item, path)
    elif isinstance(shape, Struct) and isinstance(value, dict):
        for name, item in value.items():
            place = f"{path}.{name}" if path else name
            field = shape.tables.by_name.get(name)
            if field is None:
                yield f'unknown field "{place}"'
            else:
                yield from unknown_fields(item, field.shape, place)


def _convert_bytes(value: JsonValue) -> JsonValue:
    """Returns base64 text, or a list of numbers reduced to their low bits."""
    if isinstance(value, list):
        return [convert(item, UINT8) for item in value]
    if not isinstance(value, str):
        raise NotConvertedError(f"cannot restore slice from {_KINDS[type(value)]}")
    from kapivara.languages.go.base64 import Base64Error, decode_base64  # few objects have any

    try:
        decode_base64(value)
    except Base64Error as error:
        raise NotConvertedError(f"error decoding from json: {error}") from None
    return value


def _convert_struct(value: JsonValue, shape: Struct) -> JsonValue:
    if not isinstance(value, dict):
        raise NotConvertedError(f"cannot restore struct from: {_KINDS[type(value)]}")
    for field in shape.tables.fields:
        if field.name in value:
            value[field.name] = convert(value[field.name], field.shape)
    return value


def _convert_scalar(value: JsonValue, shape: Scalar) -> JsonValue:
    """Returns a scalar. Kept: numbers without a fraction are integers, and too large ones lose high bits.

    A number beyond 64 bits becomes the smallest 64-bit integer, as processors convert it.
    """
    if shape.kind == "int" and type(value) in (int, float):
        number = int(value)
        if value != number:
            raise NotConvertedError(f"cannot convert {go_type_name(value)} to {shape.go_name}")
        if shape.low and not INT64_MIN <= number <= INT64_MAX:
            number = INT64_MIN
        return (number - shape.low) % (1 << _bits(shape)) + shape.low
    if type(value) in _TAKEN[shape.kind]:
        return value
    if shape.kind == "string" and type(value) is int:
        raise NotConvertedError(f"cannot convert {go_type_name(value)} to {shape.go_name}")
    raise NotConvertedError(f"unrecognized type: {_kind_of(shape)}")


def _kind_of(shape: Scalar) -> str:
    if shape.kind == "int":
        return f"{'int' if shape.low else 'uint'}{_bits(shape)}"
    return "float64" if shape.kind == "float" else shape.kind


def _bits(shape: Scalar) -> int:
    return (shape.high - shape.low).bit_length()


def _check_own(value: JsonValue, shape: Custom) -> None:
    """Ends a conversion if a type with its own JSON decoding rejects the value."""
    try:
        shape.read(value)
    except DecodeError as error:
        raise NotConvertedError(error.message) from None
    except MismatchError as error:
        raise NotConvertedError(f"json: cannot unmarshal {error.word} into Go value of type {error.go_type}") from None
