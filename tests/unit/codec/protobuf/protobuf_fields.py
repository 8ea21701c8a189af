"""Writes fields of protocol buffers by hand, for tests with bytes that our writers do not produce."""

from __future__ import annotations

from kapivara.codec.protobuf.wire_format import BYTES, VARINT, number_bytes, tag_bytes


def span(number: int, *parts: bytes) -> bytes:
    """Returns a field with a length: text, bytes, or a message of these parts."""
    content = b"".join(parts)
    return tag_bytes(number, BYTES) + number_bytes(len(content)) + content


def integer(number: int, value: int) -> bytes:
    """Returns a field with a number."""
    return tag_bytes(number, VARINT) + number_bytes(value)


def envelope(api_version: str, kind: str, *parts: bytes) -> bytes:
    """Returns a body with an object of a kind."""
    type_meta = span(1, span(1, api_version.encode()), span(2, kind.encode()))
    return b"k8s\x00" + type_meta + span(2, *parts)
