"""Prints a schema in errors as the server does: its internal Go type, with Go names and zero values.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/types_jsonschema.go (1.37).
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import GoStruct

FIELDS: Final[tuple[tuple[str, str, Any], ...]] = (
    ("id", "ID", ""),
    ("$schema", "Schema", ""),
    ("$ref", "Ref", None),
    ("description", "Description", ""),
    ("type", "Type", ""),
    ("nullable", "Nullable", False),
    ("format", "Format", ""),
    ("title", "Title", ""),
    ("default", "Default", None),
    ("maximum", "Maximum", None),
    ("exclusiveMaximum", "ExclusiveMaximum", False),
    ("minimum", "Minimum", None),
    ("exclusiveMinimum", "ExclusiveMinimum", False),
    ("maxLength", "MaxLength", None),
    ("minLength", "MinLength", None),
    ("pattern", "Pattern", ""),
    ("maxItems", "MaxItems", None),
    ("minItems", "MinItems", None),
    ("uniqueItems", "UniqueItems", False),
    ("multipleOf", "MultipleOf", None),
    ("enum", "Enum", None),
    ("maxProperties", "MaxProperties", None),
    ("minProperties", "MinProperties", None),
    ("required", "Required", None),
    ("items", "Items", None),
    ("allOf", "AllOf", None),
    ("oneOf", "OneOf", None),
    ("anyOf", "AnyOf", None),
    ("not", "Not", None),
    ("properties", "Properties", None),
    ("additionalProperties", "AdditionalProperties", None),
    ("patternProperties", "PatternProperties", None),
    ("dependencies", "Dependencies", None),
    ("additionalItems", "AdditionalItems", None),
    ("definitions", "Definitions", None),
    ("externalDocs", "ExternalDocs", None),
    ("example", "Example", None),
    ("x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", None),
    ("x-kubernetes-embedded-resource", "XEmbeddedResource", False),
    ("x-kubernetes-int-or-string", "XIntOrString", False),
    ("x-kubernetes-list-map-keys", "XListMapKeys", None),
    ("x-kubernetes-list-type", "XListType", None),
    ("x-kubernetes-map-type", "XMapType", None),
    ("x-kubernetes-validations", "XValidations", None),
)
"""The keywords in the order of the Go type: keyword, Go name, zero value (None: nil)."""

_RULE_FIELDS: Final = (
    ("rule", "Rule", ""),
    ("message", "Message", ""),
    ("messageExpression", "MessageExpression", ""),
    ("reason", "Reason", None),
    ("fieldPath", "FieldPath", ""),
    ("optionalOldSelf", "OptionalOldSelf", None),
)


def go_schema(raw: JsonObject) -> GoStruct:
    """Returns a schema as the server's errors print it."""
    return GoStruct((name, _field(keyword, raw.get(keyword, zero))) for keyword, name, zero in FIELDS)


def go_rule(rule: JsonObject) -> GoStruct:
    """Returns one of `x-kubernetes-validations` as the server's errors print it."""
    return GoStruct((name, rule.get(keyword, zero)) for keyword, name, zero in _RULE_FIELDS)


def go_items(items: JsonValue) -> GoStruct:
    """Returns the value of `items` as the server's errors print it."""
    return GoStruct(
        Schema=go_schema(items) if isinstance(items, dict) else None,
        JSONSchemas=list(map(go_schema, items)) if isinstance(items, list) else None,
    )


def _field(keyword: str, value: JsonValue) -> Any:
    if value is None:
        return None
    match keyword:
        case "not":
            return go_schema(value)
        case "allOf" | "oneOf" | "anyOf":
            return list(map(go_schema, value))
        case "properties" | "patternProperties" | "definitions":
            return {name: go_schema(each) for name, each in value.items()}
        case "items":
            return go_items(value)
        case "additionalProperties" | "additionalItems":
            is_schema = isinstance(value, dict)
            return GoStruct(Allows=is_schema or value, Schema=go_schema(value) if is_schema else None)
        case "dependencies":
            return {name: _dependency(each) for name, each in value.items()}
        case "externalDocs":
            return GoStruct(Description=value.get("description", ""), URL=value.get("url", ""))
        case "x-kubernetes-validations":
            return list(map(go_rule, value))
    return value


def _dependency(value: JsonValue) -> GoStruct:
    return GoStruct(
        Schema=go_schema(value) if isinstance(value, dict) else None,
        Property=value if isinstance(value, list) else None,
    )
