"""What the types of a schema that take JSON of several kinds are in protocol buffers: a field for each of these.

`schema_json` names these functions; each makes the message for the version of the package that asks.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/{generated.pb,marshal}.go (1.37).
"""

from __future__ import annotations

from kapivara.codec.described import DescribedTypes
from kapivara.codec.protobuf.messages import OwnMessage
from kapivara.codec.protobuf.own_messages import raw_message
from kapivara.codec.shapes import Struct
from kapivara.values import JsonObject, JsonValue


def any_json(types: DescribedTypes) -> OwnMessage:
    """Makes the message of a JSON: its text."""
    return raw_message(types, "JSON")


def schema_or_bool(types: DescribedTypes) -> OwnMessage:
    """Makes the message of a JSONSchemaPropsOrBool; where there is a schema, what it allows is not printed."""

    def pack(value: JsonValue) -> JsonObject:
        return {"Allows": True, "Schema": value} if isinstance(value, dict) else {"Allows": bool(value)}

    def unpack(given: JsonObject) -> JsonValue:
        schema = given.get("Schema")
        return given.get("Allows", False) if schema is None else schema

    return OwnMessage(types.wire_form("JSONSchemaPropsOrBool"), pack=pack, unpack=unpack)


def schema_or_array(types: DescribedTypes) -> OwnMessage:
    """Makes the message of a JSONSchemaPropsOrArray."""
    return _schema_or("JSONSchemas", types.wire_form("JSONSchemaPropsOrArray"))


def schema_or_strings(types: DescribedTypes) -> OwnMessage:
    """Makes the message of a JSONSchemaPropsOrStringArray."""
    return _schema_or("Property", types.wire_form("JSONSchemaPropsOrStringArray"))


def _schema_or(items: str, fields: Struct) -> OwnMessage:
    """Makes the message of a schema or a list, which is printed where it has any item."""

    def pack(value: JsonValue) -> JsonObject:
        return {"Schema" if isinstance(value, dict) else items: value}

    def unpack(given: JsonObject) -> JsonValue:
        return given.get(items) or given.get("Schema")

    return OwnMessage(fields, pack=pack, unpack=unpack)
