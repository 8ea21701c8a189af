"""Encodes a normalized object as a protobuf message, byte for byte like the server.

Fields are ordered by number, map entries by key; non-pointer fields are encoded even if they are empty. Messages are
encoded from the end, as upstream does: the length of a nested message is known when its header is written, and nothing
is copied. Hot code: each field has its own function, and the encoding of a missing field is computed once.
Upstream: generated.pb.go MarshalToSizedBuffer of each type (1.37).
"""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Callable
from typing import TypeAlias

from kapivara.codec.protobuf.messages import Message, OwnMessage, WireField, message_of
from kapivara.codec.protobuf.wire_format import BYTES, SHORT_NUMBERS, number_bytes, tag_bytes
from kapivara.codec.shapes import Struct
from kapivara.values import JsonObject, JsonValue
from kapivara.values.caches import cache_short_texts
from kapivara.values.stack import deep_stack

Pieces: TypeAlias = list[bytes]
"""The encoded pieces, the last one first."""
_Write: TypeAlias = Callable[[JsonValue, Pieces], int]
"""Appends the encoding of a value with its tag; returns its length."""

_KEY_TAG, _VALUE_TAG = tag_bytes(1, BYTES), tag_bytes(2, BYTES)
"""The tags of the key and the value in a map entry."""


def write_message(obj: JsonObject, shape: Struct) -> bytes:
    """Returns the protobuf encoding of an object of the type `shape`."""
    with deep_stack():
        return _writer_of(message_of(shape)).written(obj)


class _MessageWriter:
    """Encodes the messages of one type; builds its table of fields on first use."""

    __slots__ = ("_fields", "_message")

    def __init__(self, message: Message):
        self._message = message
        self._fields: list[tuple[str, bytes, _Write]] = []

    def write(self, obj: JsonObject, pieces: Pieces) -> int:
        """Appends the encoded fields of an object to `pieces`, the last field first; returns their length in bytes."""
        length = 0
        for name, missing, write in self._fields or self._make():
            value = obj.get(name) if name else obj
            if value is not None:
                length += write(value, pieces)
            elif missing:
                pieces.append(missing)
                length += len(missing)
        return length

    def written(self, obj: JsonObject) -> bytes:
        """Returns the encoded message of an object."""
        pieces: Pieces = []
        self.write(obj, pieces)
        pieces.reverse()
        return b"".join(pieces)

    def _make(self) -> list[tuple[str, bytes, _Write]]:
        """Builds the table of fields, the last one first: name, encoding of a missing value, and writer."""
        self._fields = [
            (each.name, _missing(each), _field_writer(each)) for each in reversed(self._message.fields.values())
        ]
        return self._fields


def _writer_of(message: Message) -> _MessageWriter:
    found = _writers.get(message)
    if found is None:
        found = _writers[message] = _MessageWriter(message)
    return found


_writers: dict[Message, _MessageWriter] = {}  # bounded by the number of types


def _missing(field: WireField) -> bytes:
    """Returns the encoding of a missing field: the zero value, or nothing for pointers, lists, maps and bytes."""
    if field.pointer or field.repeat != "one" or field.kind == "bytes" or not field.name:
        return b""
    if field.kind == "double":
        return field.tag + bytes(8)
    if field.kind not in ("message", "own"):
        return field.tag + b"\0"
    pieces: Pieces = []
    _value_writer(field, field.tag)({} if field.kind == "message" else field.zero, pieces)
    return b"".join(reversed(pieces))


def _field_writer(field: WireField) -> _Write:
    if field.repeat == "map":
        return _map_writer(field)
    write_one = _value_writer(field, field.tag)
    if field.repeat == "one":
        return write_one

    def write_many(values: JsonValue, pieces: Pieces) -> int:
        length = 0
        for value in reversed(values):
            length += write_one(value, pieces)
        return length

    return write_many


def _map_writer(field: WireField) -> _Write:
    tag, write_key, write_value = field.tag, _bytes_writer(_KEY_TAG, str.encode), _value_writer(field, _VALUE_TAG)
    leaves_null_out = field.kind == "bytes"

    def write(values: JsonValue, pieces: Pieces) -> int:
        length = 0
        for key in sorted(values, key=str.encode, reverse=True):
            value = values[key]
            entry = 0 if value is None and leaves_null_out else write_value(value, pieces)
            length += _put_before(entry + write_key(key, pieces), tag, pieces)
        return length

    return write


def _value_writer(field: WireField, tag: bytes) -> _Write:
    match field.kind:
        case "text":
            return _bytes_writer(tag, str.encode)
        case "bytes":
            return _bytes_writer(tag, b64decode)
        case "raw":
            return _bytes_writer(tag, bytes)
        case "bool" | "int":
            return _plain_writer(tag, number_bytes)
        case "double":
            return _plain_writer(tag, struct.Struct("<d").pack)
        case "message":
            return _message_writer(tag, _writer_of(field.message))
        case "own":
            written = _scalar_bytes if field.own.is_scalar else _own_writer
            return written(tag, field.own, _writer_of(field.message))


def _plain_writer(tag: bytes, encode: Callable[[JsonValue], bytes]) -> _Write:
    def write(value: JsonValue, pieces: Pieces) -> int:
        piece = tag + encode(value)
        pieces.append(piece)
        return len(piece)

    return write


def _bytes_writer(tag: bytes, encode: Callable[[JsonValue], bytes]) -> _Write:
    def write(value: JsonValue, pieces: Pieces) -> int:
        content = encode(value)
        length = len(content)
        piece = tag + (SHORT_NUMBERS[length] if length < 0x80 else number_bytes(length)) + content
        pieces.append(piece)
        return len(piece)

    return write


def _message_writer(tag: bytes, writer: _MessageWriter) -> _Write:
    def write(value: JsonValue, pieces: Pieces) -> int:
        return _put_before(writer.write(value or {}, pieces), tag, pieces)

    return write


def _own_writer(tag: bytes, own: OwnMessage, writer: _MessageWriter) -> _Write:
    def write(value: JsonValue, pieces: Pieces) -> int:
        packed = own.pack(value)
        return _put_before(0 if packed is None else writer.write(packed, pieces), tag, pieces)

    return write


def _scalar_bytes(tag: bytes, own: OwnMessage, writer: _MessageWriter) -> _Write:
    """Returns the writer for a message that is a scalar in JSON; caches the encoding of strings."""

    def encode(value: JsonValue) -> bytes:
        packed = own.pack(value)
        return b"" if packed is None else writer.written(packed)

    @cache_short_texts(256)
    def encode_text(text: str) -> bytes:
        return encode(text)

    return _bytes_writer(tag, lambda value: encode_text(value) if type(value) is str else encode(value))


def _put_before(length: int, tag: bytes, pieces: Pieces) -> int:
    """Adds the tag and length prefix of a message whose `length` bytes were just added; returns the total length."""
    piece = tag + (SHORT_NUMBERS[length] if length < 0x80 else number_bytes(length))
    pieces.append(piece)
    return length + len(piece)
