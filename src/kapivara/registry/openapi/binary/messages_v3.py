"""The protobuf messages of OpenAPI v3, with the field of each part of a document.

Upstream: github.com/google/gnostic-models/openapiv3/OpenAPIv3.proto (1.37).
"""

from __future__ import annotations

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
    scalar,
    text,
    texts,
)
from kapivara.values import JsonValue

_REFERENCE = Message({"$ref": text(1), "description": text(3)})
_EXTERNAL_DOCS = Message({"description": text(1), "url": text(2)}, extensions=3)
SCHEMA = Message(extensions=36)


def _or_reference(kind: Message, value: JsonValue) -> bytes:
    return field(2, _REFERENCE.write(value)) if "$ref" in value else field(1, kind.write(value))


def schema(value: JsonValue) -> bytes:
    """Encodes a schema or a reference."""
    return _or_reference(SCHEMA, value)


def _others(value: JsonValue) -> bytes:
    """Encodes additionalProperties: a schema or a boolean."""
    return b"\x10" + bytes((value,)) if isinstance(value, bool) else field(1, schema(value))


SCHEMA.fields = {
    "nullable": flag(1),
    "externalDocs": message(6, _EXTERNAL_DOCS),
    "example": anything(7),
    "title": text(9),
    "multipleOf": decimal(10),
    "maximum": decimal(11),
    "exclusiveMaximum": flag(12),
    "minimum": decimal(13),
    "exclusiveMinimum": flag(14),
    "maxLength": integer(15),
    "minLength": integer(16),
    "pattern": text(17),
    "maxItems": integer(18),
    "minItems": integer(19),
    "uniqueItems": flag(20),
    "maxProperties": integer(21),
    "minProperties": integer(22),
    "required": texts(23),
    "enum": anythings(24),
    "type": text(25),
    "allOf": each_inside(26, schema),
    "oneOf": each_inside(27, schema),
    "anyOf": each_inside(28, schema),
    "not": message(29, SCHEMA),
    "items": inside(30, inside(1, schema)),
    "properties": inside(31, named(1, schema)),
    "additionalProperties": inside(32, _others),
    "default": inside(33, scalar),
    "description": text(34),
    "format": text(35),
}

_MEDIA_TYPE = Message({"schema": inside(1, schema)}, extensions=5)
_CONTENT = named(1, _MEDIA_TYPE.write)
_PARAMETER = Message(
    {"name": text(1), "in": text(2), "description": text(3), "required": flag(4), "schema": inside(10, schema)},
    extensions=14,
)
_REQUEST_BODY = Message({"description": text(1), "content": inside(2, _CONTENT), "required": flag(3)}, extensions=4)
_RESPONSE = Message({"description": text(1), "content": inside(3, _CONTENT)}, extensions=5)


def _parameter(value: JsonValue) -> bytes:
    return _or_reference(_PARAMETER, value)


_OPERATION = Message(
    {
        "tags": texts(1),
        "description": text(3),
        "operationId": text(5),
        "parameters": each_inside(6, _parameter),
        "requestBody": inside(7, message(1, _REQUEST_BODY)),
        "responses": inside(8, named(2, message(1, _RESPONSE))),
    },
    extensions=13,
)
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
PATH_ITEM = Message(
    {
        **{method: message(number, _OPERATION) for number, method in enumerate(_METHODS, 4)},
        "parameters": each_inside(13, _parameter),
    },
    extensions=14,
)
INFO = Message({"title": text(1), "version": text(6)})
SECURITY_SCHEME = Message({"type": text(1), "description": text(2), "name": text(3), "in": text(4)})
