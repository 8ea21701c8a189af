"""Reads a decoded JSON value as a built-in kind: its normal form, the fields that do not belong, or the server's error.

The normal form is what the server prints after a round trip through its Go type: unknown fields dropped, empty ones
left out or filled in as the shape says, nulls gone. The step before is `decode_json` or `decode_yaml`; the step after
is the kind's defaulting.
Upstream: sigs.k8s.io/json UnmarshalStrict (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.codec.errors import DecodeError
from kapivara.codec.quick_reader import UnsureError, quick_read
from kapivara.codec.shapes import Shape, Struct
from kapivara.codec.typed_reader import MismatchError, Reader
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record
from kapivara.values.rendering import quote


@record
class Typed:
    """A value in its normal form, and what strict reading has against it.

    `unknown` holds the paths of fields that the kind does not have; `strict` what a strict request is refused for, in
    the server's words and order (`unknown field "spec.x"`, `duplicate field "spec.y"`).
    """

    value: JsonObject
    unknown: tuple[str, ...] = ()
    strict: tuple[str, ...] = ()


def decode_typed(
    value: JsonValue, shape: Struct, *, source: bytes | None = None, duplicates: Sequence[str] = ()
) -> Typed:
    """Reads a value by the shape of a struct; raises DecodeError with the server's words.

    `source` is the JSON text that the value was read from, where there is one: odd numbers are quoted from it, and
    where the document has `duplicates` it is read again, in its own order. A value that came from YAML has no source,
    and its keys must be sorted (`in_key_order`), for the server reads on from sorted JSON.
    """
    normal, reader = _read(value, shape, source, duplicates)
    if not reader.notes:
        return Typed(normal)
    unknown = tuple(path for complaint, path in reader.notes if complaint == "unknown field")
    return Typed(normal, unknown, _told(reader))


def take_typed(
    value: JsonValue, shape: Struct, *, source: bytes | None = None, duplicates: Sequence[str] = ()
) -> Typed:
    """Does the same with a value that is the caller's own, which becomes the normal form wherever it can be."""
    if not duplicates:
        try:
            return Typed(quick_read(value, shape))
        except UnsureError:
            pass
    return decode_typed(value, shape, source=source, duplicates=duplicates)


def strict_errors(value: JsonValue, shape: Shape, source: bytes, duplicates: Sequence[str]) -> tuple[str, ...]:
    """Returns what strict reading has against a value of any shape; raises DecodeError where it does not fit at all."""
    return _told(_read(value, shape, source, duplicates)[1])


def fault_steps(value: JsonValue, shape: Shape) -> tuple[str | int, ...]:
    """Returns what leads to that which keeps a value from being read; nothing where it is read, or wrong as a whole."""
    reader = Reader()
    try:
        reader.read(value, shape)
    except (MismatchError, DecodeError):
        return reader.fault
    return ()


def _told(reader: Reader) -> tuple[str, ...]:
    return tuple(f"{complaint} {quote(path)}" for complaint, path in reader.notes)


def _read(value: JsonValue, shape: Shape, source: bytes | None, duplicates: Sequence[str]) -> tuple[JsonValue, Reader]:
    try:
        if duplicates and source is not None:
            from kapivara.codec.repeated import RepeatedReader, merge_repeated, read_repeated

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
    """Reads a value inside a custom reader: not strictly, and with paths that start afresh. Raises MismatchError."""
    return Reader().read(value, shape)


def in_key_order(value: JsonValue) -> JsonValue:
    """Returns the same value with the keys of every object sorted."""
    kind = type(value)
    if kind is dict:
        return {key: in_key_order(value[key]) for key in sorted(value)}
    if kind is list:
        return [in_key_order(item) for item in value]
    return value
