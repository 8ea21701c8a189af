"""Shapes of the schema types that accept several JSON types, and decode them themselves.

`types_jsonschema.go` names these functions; each creates the shape for the version of the calling package.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import STRINGS, Custom, Shape
from kapivara.codec.typed.decoding import read_nested
from kapivara.codec.typed.described import DescribedTypes
from kapivara.codec.typed.raw_json import as_it_is
from kapivara.values import JsonValue

_PROPS = "JSONSchemaProps"
_MESSAGES = "apis.groups.apiextensions.schema_messages"


def any_json(types: DescribedTypes) -> Custom:
    """Creates the shape of JSON: any value."""
    return Custom(types.go_name("JSON"), as_it_is, folder=types.folder, message=f"{_MESSAGES}.any_json()")


def schema_or_bool(types: DescribedTypes) -> Custom:
    """Creates the shape of JSONSchemaPropsOrBool."""

    def read(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return read_nested(value, types.shape(_PROPS))
        if type(value) is bool:
            return value
        raise DecodeError("boolean or JSON schema expected")

    return _one_of(types, "JSONSchemaPropsOrBool", read, "schema_or_bool()")


def schema_or_array(types: DescribedTypes) -> Custom:
    """Creates the shape of JSONSchemaPropsOrArray.

    A value that is neither a schema nor a list of schemas becomes null, without an error.
    """

    def read(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return read_nested(value, types.shape(_PROPS))
        return (read_nested(value, types.shape(f"[]{_PROPS}")) or None) if type(value) is list else None

    return _one_of(types, "JSONSchemaPropsOrArray", read, "schema_or_array()")


def schema_or_strings(types: DescribedTypes) -> Custom:
    """Creates the shape of JSONSchemaPropsOrStringArray, which decodes as leniently as JSONSchemaPropsOrArray."""

    def read(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return read_nested(value, types.shape(_PROPS))
        return (read_nested(value, STRINGS) or None) if type(value) is list else None

    return _one_of(types, "JSONSchemaPropsOrStringArray", read, "schema_or_strings()")


def _one_of(types: DescribedTypes, name: str, read: Callable[[JsonValue], JsonValue], message: str) -> Custom:
    def holds(value: JsonValue) -> Shape | None:
        if isinstance(value, dict):
            return types.shape(_PROPS)
        return types.shape(f"[]{_PROPS}") if isinstance(value, list) else None

    return Custom(types.go_name(name), read, holds=holds, folder=types.folder, message=f"{_MESSAGES}.{message}")
