"""Encodes protobuf fields from JSON values; omits empty values, except in choices.

A `Write` returns a whole field with its number. A key without a field is an extension, encoded as YAML, the notation
that readers expect, or is omitted. Upstream: github.com/google/gnostic-models compiler, openapiv2, openapiv3;
google.golang.org/protobuf/proto (1.37).

Quotes strings that YAML would read as something else. Upstream: go.yaml.in/yaml/v3 encode.go, emitterc.go, resolve.go
(1.37).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import TypeAlias

from kapivara.codec.protobuf.wire_format import BYTES, FIXED64, VARINT, number_bytes, tag_bytes
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import to_json_text

_PLAIN = re.compile(r"[A-Za-z/$(_^;](?:(?!: | #)[\x20-\x7e\xa0-\ud7ff])*(?<![ :])")
"""Strings that need no quotes, unless they are reserved words."""
_WORDS = frozenset(("null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"))
_ODD = re.compile(r"[^\x20-\x7e\xa0-\ud7ff]")
_NO_STRING = re.compile(r"[-+.~0-9<][-+.:_0-9A-Za-z<]*|")
"""Strings that could be a number, a timestamp, null, or a special YAML word."""
_INDENT = 4
_MOST_COLUMNS = 64


def yaml_text(value: JsonValue) -> str:
    """Writes a value as a YAML document."""
    return "".join(f"{line}\n" for line in _lines(value, 0))


def _lines(value: JsonValue, column: int) -> list[str]:
    """Writes a value at a column; the caller writes the indentation.

    Writes deeply nested values as JSON, which is valid YAML, because the indentation would grow too much.
    """
    if column > _MOST_COLUMNS:
        return [to_json_text(value)]
    if isinstance(value, dict) and value:
        return [line for key, each in value.items() for line in _member(_string(key), each, column)]
    if isinstance(value, list) and value:
        items = [_lines(each, column + 2) for each in value]
        return [f"{'  ' if number else '- '}{line}" for item in items for number, line in enumerate(item)]
    return [_string(value) if isinstance(value, str) else to_json_text(value)]


def _member(key: str, value: JsonValue, column: int) -> list[str]:
    """Writes a key with its value; a value of several lines starts at the next multiple of four columns."""
    if not isinstance(value, dict | list) or not value:
        return [f"{key}: {_lines(value, column)[0]}"]
    inner = column // _INDENT * _INDENT + _INDENT
    return [f"{key}:", *(" " * (inner - column) + line for line in _lines(value, inner))]


def _string(text: str) -> str:
    if text in _WORDS or _ODD.search(text) or _NO_STRING.fullmatch(text):
        return to_json_text(text)
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"


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
