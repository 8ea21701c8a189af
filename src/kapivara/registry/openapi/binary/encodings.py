"""Encodes documents in protobuf from parts, as `encoding` does in JSON.

Upstream: github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.registry.openapi.binary import messages_v3
from kapivara.registry.openapi.binary.fields import (
    Message,
    anything,
    anythings,
    decimal,
    each_inside,
    field,
    flag,
    inside,
    integer,
    message,
    named,
    text,
    texts,
)
from kapivara.registry.openapi.encoding import Encoding, Parts
from kapivara.registry.openapi.v2 import V2
from kapivara.registry.openapi.v3 import V3
from kapivara.values import JsonObject, JsonValue

_EXTERNAL_DOCS = Message({"description": text(1), "url": text(2)}, extensions=3)
SCHEMA = Message(extensions=31)


def _others(value: JsonValue) -> bytes:
    """Encodes additionalProperties: a schema or a boolean."""
    return b"\x10" + bytes((value,)) if isinstance(value, bool) else field(1, SCHEMA.write(value))


def _type(value: JsonValue) -> bytes:
    return field(1, value.encode())


SCHEMA.fields = {
    "$ref": text(1),
    "format": text(2),
    "title": text(3),
    "description": text(4),
    "multipleOf": decimal(6),
    "maximum": decimal(7),
    "exclusiveMaximum": flag(8),
    "minimum": decimal(9),
    "exclusiveMinimum": flag(10),
    "maxLength": integer(11),
    "minLength": integer(12),
    "pattern": text(13),
    "maxItems": integer(14),
    "minItems": integer(15),
    "uniqueItems": flag(16),
    "maxProperties": integer(17),
    "minProperties": integer(18),
    "required": texts(19),
    "enum": anythings(20),
    "additionalProperties": inside(21, _others),
    "type": inside(22, _type),
    "items": inside(23, message(1, SCHEMA)),
    "properties": inside(25, named(1, SCHEMA.write)),
    "externalDocs": message(29, _EXTERNAL_DOCS),
    "example": anything(30),
}

_REFERENCE = Message({"$ref": text(1)})
_BODY = Message(
    {"description": text(1), "name": text(2), "in": text(3), "required": flag(4), "schema": message(5, SCHEMA)}
)
_PLACE = {"required": flag(1), "in": text(2), "description": text(3), "name": text(4)}
_IN_QUERY = Message({**_PLACE, "type": text(6), "uniqueItems": flag(20)})
_IN_PATH = Message({**_PLACE, "type": text(5), "uniqueItems": flag(19)})


def parameter(value: JsonValue) -> bytes:
    """Encodes a parameter by its place: body, query or path."""
    match value["in"]:
        case "body":
            return field(1, _BODY.write(value))
        case "query":
            return field(2, field(3, _IN_QUERY.write(value)))
        case _:
            return field(2, field(4, _IN_PATH.write(value)))


def _parameter_or_reference(value: JsonValue) -> bytes:
    return field(2, _REFERENCE.write(value)) if "$ref" in value else field(1, parameter(value))


_RESPONSE = Message({"description": text(1), "schema": inside(2, message(1, SCHEMA))})
_OPERATION = Message(
    {
        "tags": texts(1),
        "description": text(3),
        "operationId": text(5),
        "produces": texts(6),
        "consumes": texts(7),
        "parameters": each_inside(8, _parameter_or_reference),
        "responses": inside(9, named(1, message(1, _RESPONSE))),
        "schemes": texts(10),
    },
    extensions=13,
)
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
PATH_ITEM = Message(
    {
        **{method: message(number, _OPERATION) for number, method in enumerate(_METHODS, 2)},
        "parameters": each_inside(9, _parameter_or_reference),
    },
    extensions=10,
)
INFO = Message({"title": text(1), "version": text(2)})
API_KEY = Message({"type": text(1), "name": text(2), "in": text(3), "description": text(4)})


class BinaryV2(Encoding):
    """The protobuf encoding of OpenAPI v2."""

    form = V2

    def write_path(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the paths."""
        return _entry(2, name, PATH_ITEM.write(value))

    def write_schema(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the definitions."""
        return _entry(1, name, SCHEMA.write(value))

    def write_parameter(self, name: str, value: JsonObject) -> bytes:
        """Encodes an entry of the shared parameters."""
        return _entry(1, name, parameter(value))

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document in which all operations require authentication."""
        return b"".join(
            (
                field(1, b"2.0"),
                field(2, INFO.write(info)),
                _section(8, parts.paths.values()),
                _section(9, parts.schemas.values()),
                _section(10, parts.parameters.values()),
                field(12, named(1, texts(1))({name: [] for name in security})),
                field(13, named(1, message(2, API_KEY))(security)),
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
