"""The shape of an openAPIV3Schema, which holds itself, with its three fields that take JSON of several kinds.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go, marshal.go (1.37).
"""

from collections.abc import Callable

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
    Shape,
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


class SchemaShapes:
    """The shapes of one version's package; `props` is that of a schema."""

    def __init__(self, package: str):
        self._package = package
        self.props = Struct(f"{package}.JSONSchemaProps", self._fields)
        self._schemas = ListOf(self.props)

    def _fields(self) -> tuple[Field, ...]:
        package, any_json = self._package, Custom(f"{self._package}.JSON", _any_json)
        schemas_by_name = MapOf(self.props)
        dependency = self._one_of("JSONSchemaPropsOrStringArray", self._read_schema_or_string_array)
        schema_or_bool = self._one_of("JSONSchemaPropsOrBool", self._read_schema_or_bool)
        return (
            optional("id", STRING),
            optional("$schema", STRING.named(f"{package}.JSONSchemaURL")),
            pointer("$ref", STRING),
            optional("description", STRING),
            optional("type", STRING),
            optional("format", STRING),
            optional("title", STRING),
            pointer("default", any_json),
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
            kept("enum", ListOf(any_json)),
            pointer("maxProperties", INT64),
            pointer("minProperties", INT64),
            kept("required", STRINGS),
            pointer("items", self._one_of("JSONSchemaPropsOrArray", self._read_schema_or_array)),
            kept("allOf", self._schemas),
            kept("oneOf", self._schemas),
            kept("anyOf", self._schemas),
            pointer("not", self.props),
            kept("properties", schemas_by_name),
            pointer("additionalProperties", schema_or_bool),
            kept("patternProperties", schemas_by_name),
            kept("dependencies", MapOf(dependency, f"{package}.JSONSchemaDependencies")),
            pointer("additionalItems", schema_or_bool),
            kept("definitions", MapOf(self.props, f"{package}.JSONSchemaDefinitions")),
            pointer("externalDocs", _external_documentation(package)),
            pointer("example", any_json),
            optional("nullable", BOOL),
            pointer("x-kubernetes-preserve-unknown-fields", BOOL),
            optional("x-kubernetes-embedded-resource", BOOL),
            optional("x-kubernetes-int-or-string", BOOL),
            kept("x-kubernetes-list-map-keys", STRINGS),
            pointer("x-kubernetes-list-type", STRING),
            pointer("x-kubernetes-map-type", STRING),
            kept("x-kubernetes-validations", ListOf(_validation_rule(package), f"{package}.ValidationRules")),
        )

    def _one_of(self, name: str, read: Callable[[JsonValue], JsonValue]) -> Custom:
        return Custom(f"{self._package}.{name}", read, holds=self._shape_of)

    def _shape_of(self, value: JsonValue) -> Shape | None:
        if isinstance(value, dict):
            return self.props
        return self._schemas if isinstance(value, list) else None

    def _read_schema_or_bool(self, value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return read_nested(value, self.props)
        if type(value) is bool:
            return value
        raise DecodeError("boolean or JSON schema expected")

    def _read_schema_or_array(self, value: JsonValue) -> JsonValue:
        """Reads `items`; what is neither a schema nor a list with schemas in it becomes null, without complaint."""
        if isinstance(value, dict):
            return read_nested(value, self.props)
        return (read_nested(value, self._schemas) or None) if type(value) is list else None

    def _read_schema_or_string_array(self, value: JsonValue) -> JsonValue:
        """Reads one of `dependencies`, as forgiving as `items`."""
        if isinstance(value, dict):
            return read_nested(value, self.props)
        return (read_nested(value, STRINGS) or None) if type(value) is list else None


def _external_documentation(package: str) -> Struct:
    return Struct(f"{package}.ExternalDocumentation", (optional("description", STRING), optional("url", STRING)))


def _validation_rule(package: str) -> Struct:
    return Struct(
        f"{package}.ValidationRule",
        (
            always("rule", STRING),
            optional("message", STRING),
            optional("messageExpression", STRING),
            pointer("reason", STRING.named(f"{package}.FieldValueErrorReason")),
            optional("fieldPath", STRING),
            pointer("optionalOldSelf", BOOL),
        ),
    )


JSON_SCHEMA_PROPS = SchemaShapes("v1").props
