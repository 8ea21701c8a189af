"""Fields of protocol buffers, written from values of JSON: what is empty is left out, but for choices.

A `Write` returns a whole field, with its number. What a message has no field for is an extension, or is left out: that
is written as YAML, the notation that is read back.
Upstream: github.com/google/gnostic-models compiler, openapiv2, openapiv3; google.golang.org/protobuf/proto (1.37).
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
    """Writes a field of bytes."""
    return tag_bytes(number, BYTES) + number_bytes(len(content)) + content


class Message:
    """A message: its fields by the keys that they have in JSON, in the order of their numbers.

    `extensions` is the number of the field for what is not among them; it stands behind all others.
    """

    def __init__(self, fields: Mapping[str, Write] | None = None, *, extensions: int = 0):
        self.fields: Mapping[str, Write] = fields or {}
        self._extensions = extensions

    def write(self, value: JsonObject) -> bytes:
        """Writes a message, without its own number."""
        written = [write(value[key]) for key, write in self.fields.items() if key in value]
        if self._extensions:
            others = [(key, each) for key, each in value.items() if key.startswith(_EXTENSION)]
            written += [field(self._extensions, _named(key, _any(each))) for key, each in others]
        return b"".join(written)


def text(number: int) -> Write:
    """Returns what writes a string."""
    return lambda value: field(number, value.encode()) if value else b""


def texts(number: int) -> Write:
    """Returns what writes a list of strings."""
    return lambda values: b"".join([field(number, each.encode()) for each in values])


def flag(number: int) -> Write:
    """Returns what writes a boolean."""
    written = tag_bytes(number, VARINT) + b"\x01"
    return lambda value: written if value else b""


def integer(number: int) -> Write:
    """Returns what writes an integer."""
    tag = tag_bytes(number, VARINT)
    return lambda value: tag + number_bytes(int(value)) if value else b""


def decimal(number: int) -> Write:
    """Returns what writes a number that may have a fraction."""
    return lambda value: _double(number, value) if value else b""


def message(number: int, kind: Message) -> Write:
    """Returns what writes a message."""
    return lambda value: field(number, kind.write(value))


def messages(number: int, kind: Message) -> Write:
    """Returns what writes a list of messages."""
    return lambda values: b"".join([field(number, kind.write(each)) for each in values])


def inside(number: int, write: Write) -> Write:
    """Returns what writes a message that has one field alone, whose value is the value itself."""
    return lambda value: field(number, write(value))


def each_inside(number: int, write: Write) -> Write:
    """Returns what writes a list of such messages."""
    return lambda values: b"".join([field(number, write(each)) for each in values])


def named(number: int, write: Write) -> Write:
    """Returns what writes an object as a list of messages, each with a name and what `write` makes of the value."""
    return lambda values: b"".join([field(number, _named(key, write(each))) for key, each in values.items()])


def anything(number: int) -> Write:
    """Returns what writes a value of any sort."""
    return lambda value: field(number, _any(value))


def anythings(number: int) -> Write:
    """Returns what writes a list of such values."""
    return lambda values: b"".join([field(number, _any(each)) for each in values])


def scalar(value: JsonValue) -> bytes:
    """Writes a default as one of a number, a boolean, and a string; others are told to be there, and no more."""
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
