"""Encodes documents in protobuf from parts, as `encoding` does in JSON."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.registry.openapi.binary import messages_v2, messages_v3
from kapivara.registry.openapi.binary.fields import field, message, named, texts
from kapivara.registry.openapi.encoding import Encoding, Parts
from kapivara.registry.openapi.v2 import V2
from kapivara.registry.openapi.v3 import V3
from kapivara.values import JsonObject


class BinaryV2(Encoding):
    """The protobuf encoding of OpenAPI v2."""

    form = V2

    def write_path(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the paths."""
        return _entry(2, name, messages_v2.PATH_ITEM.write(value))

    def write_schema(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the definitions."""
        return _entry(1, name, messages_v2.SCHEMA.write(value))

    def write_parameter(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the shared parameters."""
        return _entry(1, name, messages_v2.parameter(value))

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document in which all operations require authentication."""
        return b"".join(
            (
                field(1, b"2.0"),
                field(2, messages_v2.INFO.write(info)),
                _section(8, parts.paths.values()),
                _section(9, parts.schemas.values()),
                _section(10, parts.parameters.values()),
                field(12, named(1, texts(1))({name: [] for name in security})),
                field(13, named(1, message(2, messages_v2.API_KEY))(security)),
            )
        )


class BinaryV3(Encoding):
    """The protobuf encoding of OpenAPI v3."""

    form = V3

    def write_path(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the paths."""
        return _entry(1, name, messages_v3.PATH_ITEM.write(value))

    def write_schema(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the component schemas."""
        return _entry(1, name, messages_v3.schema(value))

    write_parameter = write_schema  # v3 has no shared parameters

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document."""
        components = _section(1, parts.schemas.values()) if parts.schemas else b""
        if security:
            components += field(7, named(1, message(1, messages_v3.SECURITY_SCHEME))(security))
        return b"".join(
            (
                field(1, b"3.0.0"),
                field(2, messages_v3.INFO.write(info)),
                _section(4, parts.paths.values()),
                field(5, components),
            )
        )


def _entry(number: int, name: str, content: bytes) -> bytes:
    return field(number, field(1, name.encode()) + field(2, content))


def _section(number: int, entries: Iterable[bytes]) -> bytes:
    return field(number, b"".join(entries))


BINARY_V2 = BinaryV2()
BINARY_V3 = BinaryV3()
