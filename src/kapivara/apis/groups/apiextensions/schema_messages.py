"""Protocol buffer messages of the schema types that accept several JSON types, with a field for each type.

`schema_json` names these functions; each creates the message for the version of the calling package.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/{generated.pb,marshal}.go (1.37).
"""

from __future__ import annotations

from kapivara.codec.protobuf.messages import OwnMessage
from kapivara.codec.protobuf.own_messages import raw_message
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import DescribedTypes
from kapivara.values import JsonObject, JsonValue


def any_json(types: DescribedTypes) -> OwnMessage:
    """Creates the message of JSON: its text."""
    return raw_message(types, "JSON")


def schema_or_bool(types: DescribedTypes) -> OwnMessage:
    """Creates the message of JSONSchemaPropsOrBool; with a schema, `allows` is not written."""

    def pack(value: JsonValue) -> JsonObject:
        return {"Allows": True, "Schema": value} if isinstance(value, dict) else {"Allows": bool(value)}

    def unpack(given: JsonObject) -> JsonValue:
        schema = given.get("Schema")
        return given.get("Allows", False) if schema is None else schema

    return OwnMessage(types.wire_form("JSONSchemaPropsOrBool"), pack=pack, unpack=unpack)


def schema_or_array(types: DescribedTypes) -> OwnMessage:
    """Creates the message of JSONSchemaPropsOrArray."""
    return _schema_or("JSONSchemas", types.wire_form("JSONSchemaPropsOrArray"))


def schema_or_strings(types: DescribedTypes) -> OwnMessage:
    """Creates the message of JSONSchemaPropsOrStringArray."""
    return _schema_or("Property", types.wire_form("JSONSchemaPropsOrStringArray"))


def _schema_or(items: str, fields: Struct) -> OwnMessage:
    """Creates the message of a schema or a list; the list is written if it has items."""

    def pack(value: JsonValue) -> JsonObject:
        return {"Schema" if isinstance(value, dict) else items: value}

    def unpack(given: JsonObject) -> JsonValue:
        return given.get(items) or given.get("Schema")

    return OwnMessage(fields, pack=pack, unpack=unpack)
