"""Encodes protobuf fields from JSON values; omits empty values, except in choices.

A `Write` returns a whole field with its number. A key without a field is an extension, encoded as YAML, the notation
that readers expect, or is omitted. Upstream: github.com/google/gnostic-models compiler, openapiv2, openapiv3;
google.golang.org/protobuf/proto (1.37).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import TypeAlias

from kapivara.codec.protobuf.wire_format import BYTES, FIXED64, VARINT, number_bytes, tag_bytes
from kapivara.registry.openapi.binary.yaml_text import yaml_text
from kapivara.values import JsonObject, JsonValue

Write: TypeAlias = Callable[[JsonValue], bytes]
_EXTENSION = "x-"


def field(number: int, content: bytes) -> bytes:
    """Encodes a field of bytes."""
    return tag_bytes(number, BYTES) + number_bytes(len(content)) + content


class Message:
    """A message: its fields by their JSON keys, in the order of their numbers.

    `extensions` is the number of the field for extensions; they follow all other fields.
    """

    def __init__(self, fields: Mapping[str, Write] | None = None, *, extensions: int = 0):
        self.fields: Mapping[str, Write] = fields or {}
        self._extensions = extensions

    def write(self, value: JsonObject) -> bytes:
        """Encodes a message, without its own number."""
        written = [write(value[key]) for key, write in self.fields.items() if key in value]
        if self._extensions:
            others = [(key, each) for key, each in value.items() if key.startswith(_EXTENSION)]
            written += [field(self._extensions, _named(key, _any(each))) for key, each in others]
        return b"".join(written)


def text(number: int) -> Write:
    """Returns a writer of a string."""
    return lambda value: field(number, value.encode()) if value else b""


def texts(number: int) -> Write:
    """Returns a writer of a list of strings."""
    return lambda values: b"".join([field(number, each.encode()) for each in values])


def flag(number: int) -> Write:
    """Returns a writer of a boolean."""
    written = tag_bytes(number, VARINT) + b"\x01"
    return lambda value: written if value else b""


def integer(number: int) -> Write:
    """Returns a writer of an integer."""
    tag = tag_bytes(number, VARINT)
    return lambda value: tag + number_bytes(int(value)) if value else b""


def decimal(number: int) -> Write:
    """Returns a writer of a double."""
    return lambda value: _double(number, value) if value else b""


def message(number: int, kind: Message) -> Write:
    """Returns a writer of a message."""
    return lambda value: field(number, kind.write(value))


def messages(number: int, kind: Message) -> Write:
    """Returns a writer of a list of messages."""
    return lambda values: b"".join([field(number, kind.write(each)) for each in values])


def inside(number: int, write: Write) -> Write:
    """Returns a writer of a message with a single field, which holds the value."""
    return lambda value: field(number, write(value))


def each_inside(number: int, write: Write) -> Write:
    """Returns a writer of a list of such messages."""
    return lambda values: b"".join([field(number, write(each)) for each in values])


def named(number: int, write: Write) -> Write:
    """Returns a writer of an object as a list of messages, each with a name and the encoded value."""
    return lambda values: b"".join([field(number, _named(key, write(each))) for key, each in values.items()])


def anything(number: int) -> Write:
    """Returns a writer of any value."""
    return lambda value: field(number, _any(value))


def anythings(number: int) -> Write:
    """Returns a writer of a list of any values."""
    return lambda values: b"".join([field(number, _any(each)) for each in values])


def scalar(value: JsonValue) -> bytes:
    """Encodes a default as a number, a boolean or a string; any other default as an empty message."""
    if isinstance(value, bool):
        return tag_bytes(2, VARINT) + (b"\x01" if value else b"\x00")
    if isinstance(value, str):
        return field(3, value.encode())
    return _double(1, value) if isinstance(value, int | float) else b""


def _double(number: int, value: float) -> bytes:
    return tag_bytes(number, FIXED64) + struct.pack("<d", value)


def _named(name: str, content: bytes) -> bytes:
    return (field(1, name.encode()) if name else b"") + field(2, content)


def _any(value: JsonValue) -> bytes:
    return field(2, yaml_text(value).encode())
