"""The protobuf messages of OpenAPI v2, with the field of each part of a document.

Upstream: github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto (1.37).
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
    text,
    texts,
)
from kapivara.values import JsonValue

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
