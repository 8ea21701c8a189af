"""Decodes a JSON value as a built-in kind: its normal form with the unknown fields, or the server's error.

The normal form is the server's output after a round trip through the Go type: unknown fields dropped, empty ones
omitted or added as the shape requires, nulls removed. `decode_json` or `decode_yaml` comes before, the kind's
defaulting after. Upstream: sigs.k8s.io/json UnmarshalStrict (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import Shape, Struct
from kapivara.codec.typed.quick_reader import UnsureError, quick_read
from kapivara.codec.typed.reader import MismatchError, Reader
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record
from kapivara.values.rendering import quote


@record
class Typed:
    """A value in its normal form, and its strict errors.

    `unknown` holds the paths of unknown fields; `strict` the errors of a strict request, in the server's words and
    order (`unknown field "spec.x"`, `duplicate field "spec.y"`).
    """

    value: JsonObject
    unknown: tuple[str, ...] = ()
    strict: tuple[str, ...] = ()


def decode_typed(
    value: JsonValue, shape: Struct, *, source: bytes | None = None, duplicates: Sequence[str] = ()
) -> Typed:
    """Decodes a value by the shape of a struct; raises DecodeError with the server's text.

    `source` is the JSON text of the value, if any: errors quote unusual numbers from it, and a document with
    `duplicates` is decoded again from it, in its own order. A value from YAML has no source, and its keys must be
    sorted (`in_key_order`), because the server continues with sorted JSON.
    """
    normal, reader = _read(value, shape, source, duplicates)
    if not reader.notes:
        return Typed(normal)
    unknown = tuple(path for complaint, path in reader.notes if complaint == "unknown field")
    return Typed(normal, unknown, _strict_texts(reader))


def take_typed(
    value: JsonValue, shape: Struct, *, source: bytes | None = None, duplicates: Sequence[str] = ()
) -> Typed:
    """Like `decode_typed`, for a value of the caller that may be changed in place."""
    if not duplicates:
        try:
            return Typed(quick_read(value, shape))
        except UnsureError:
            pass
    return decode_typed(value, shape, source=source, duplicates=duplicates)


def strict_errors(value: JsonValue, shape: Shape, source: bytes, duplicates: Sequence[str]) -> tuple[str, ...]:
    """Returns the strict errors of a value of any shape; raises DecodeError if it does not fit at all."""
    return _strict_texts(_read(value, shape, source, duplicates)[1])


def fault_steps(value: JsonValue, shape: Shape) -> tuple[str | int, ...]:
    """Returns the path to the value that prevents decoding; empty if there is none, or it is the whole value."""
    reader = Reader()
    try:
        reader.read(value, shape)
    except (MismatchError, DecodeError):
        return reader.fault
    return ()


def _strict_texts(reader: Reader) -> tuple[str, ...]:
    return tuple(f"{complaint} {quote(path)}" for complaint, path in reader.notes)


def _read(value: JsonValue, shape: Shape, source: bytes | None, duplicates: Sequence[str]) -> tuple[JsonValue, Reader]:
    try:
        if duplicates and source is not None:
            from kapivara.codec.typed.repeated import RepeatedReader, merge_repeated, read_repeated

            document = read_repeated(source)
            value = merge_repeated(document, shape)
            reader: Reader = RepeatedReader()
            reader.read(document, shape)
            return Reader().read(value, shape), reader
        reader = Reader(source=source)
        return reader.read(value, shape), reader
    except MismatchError as error:
        raise DecodeError((error if source is None else error.spelled(source)).message) from None


def read_nested(value: JsonValue, shape: Shape) -> JsonValue:
    """Decodes a value inside a custom type: not strictly, and with new paths. Raises MismatchError."""
    return Reader().read(value, shape)


def in_key_order(value: JsonValue) -> JsonValue:
    """Returns a copy with the keys of every object sorted."""
    kind = type(value)
    if kind is dict:
        return {key: in_key_order(value[key]) for key in sorted(value)}
    if kind is list:
        return [in_key_order(item) for item in value]
    return value
