"""The shape of an openAPIV3Schema, which holds itself, with its three fields that take JSON of several kinds.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go, marshal.go (1.37).
"""

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import (
    BOOL,
    FLOAT64,
    INT64,
    STRING,
    STRINGS,
    Custom,
    Field,
    ListOf,
    MapOf,
    Struct,
    always,
    kept,
    optional,
    pointer,
)
from kapivara.codec.typed import read_nested
from kapivara.values import JsonValue


def _any_json(value: JsonValue) -> JsonValue:
    return value


def _schema_or_bool(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return read_nested(value, JSON_SCHEMA_PROPS)
    if type(value) is bool:
        return value
    raise DecodeError("boolean or JSON schema expected")


def _schema_or_array(value: JsonValue) -> JsonValue:
    """Reads `items`; what is neither a schema nor a list with schemas in it becomes null, without complaint."""
    if isinstance(value, dict):
        return read_nested(value, JSON_SCHEMA_PROPS)
    return (read_nested(value, _SCHEMAS) or None) if type(value) is list else None


def _schema_or_string_array(value: JsonValue) -> JsonValue:
    """Reads one of `dependencies`, as forgiving as `items`."""
    if isinstance(value, dict):
        return read_nested(value, JSON_SCHEMA_PROPS)
    return (read_nested(value, STRINGS) or None) if type(value) is list else None


JSON = Custom("v1.JSON", _any_json)

EXTERNAL_DOCUMENTATION = Struct("v1.ExternalDocumentation", (optional("description", STRING), optional("url", STRING)))

VALIDATION_RULE = Struct(
    "v1.ValidationRule",
    (
        always("rule", STRING),
        optional("message", STRING),
        optional("messageExpression", STRING),
        pointer("reason", STRING.named("v1.FieldValueErrorReason")),
        optional("fieldPath", STRING),
        pointer("optionalOldSelf", BOOL),
    ),
)


def _schema_fields() -> tuple[Field, ...]:
    schemas_by_name = MapOf(JSON_SCHEMA_PROPS)
    return (
        optional("id", STRING),
        optional("$schema", STRING.named("v1.JSONSchemaURL")),
        pointer("$ref", STRING),
        optional("description", STRING),
        optional("type", STRING),
        optional("format", STRING),
        optional("title", STRING),
        pointer("default", JSON),
        pointer("maximum", FLOAT64),
        optional("exclusiveMaximum", BOOL),
        pointer("minimum", FLOAT64),
        optional("exclusiveMinimum", BOOL),
        pointer("maxLength", INT64),
        pointer("minLength", INT64),
        optional("pattern", STRING),
        pointer("maxItems", INT64),
        pointer("minItems", INT64),
        optional("uniqueItems", BOOL),
        pointer("multipleOf", FLOAT64),
        kept("enum", ListOf(JSON)),
        pointer("maxProperties", INT64),
        pointer("minProperties", INT64),
        kept("required", STRINGS),
        pointer("items", Custom("v1.JSONSchemaPropsOrArray", _schema_or_array)),
        kept("allOf", _SCHEMAS),
        kept("oneOf", _SCHEMAS),
        kept("anyOf", _SCHEMAS),
        pointer("not", JSON_SCHEMA_PROPS),
        kept("properties", schemas_by_name),
        pointer("additionalProperties", _SCHEMA_OR_BOOL),
        kept("patternProperties", schemas_by_name),
        kept("dependencies", MapOf(_DEPENDENCY, "v1.JSONSchemaDependencies")),
        pointer("additionalItems", _SCHEMA_OR_BOOL),
        kept("definitions", MapOf(JSON_SCHEMA_PROPS, "v1.JSONSchemaDefinitions")),
        pointer("externalDocs", EXTERNAL_DOCUMENTATION),
        pointer("example", JSON),
        optional("nullable", BOOL),
        pointer("x-kubernetes-preserve-unknown-fields", BOOL),
        optional("x-kubernetes-embedded-resource", BOOL),
        optional("x-kubernetes-int-or-string", BOOL),
        kept("x-kubernetes-list-map-keys", STRINGS),
        pointer("x-kubernetes-list-type", STRING),
        pointer("x-kubernetes-map-type", STRING),
        kept("x-kubernetes-validations", ListOf(VALIDATION_RULE, "v1.ValidationRules")),
    )


JSON_SCHEMA_PROPS = Struct("v1.JSONSchemaProps", _schema_fields)
_SCHEMAS = ListOf(JSON_SCHEMA_PROPS)
_SCHEMA_OR_BOOL = Custom("v1.JSONSchemaPropsOrBool", _schema_or_bool)
_DEPENDENCY = Custom("v1.JSONSchemaPropsOrStringArray", _schema_or_string_array)
