"""The fields of a custom kind as a tree, from the schema of its CRD; metadata is that of all kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from kapivara.cli.fields.built_in import TypeNode
from kapivara.cli.fields.tree import FieldFacts, FieldNode, FieldRule
from kapivara.codec.typed.described import described
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.registry.crds.custom_resource import CustomResource

_KEYWORDS = (
    *("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems"),
    *("minProperties", "maxProperties", "allOf", "anyOf", "oneOf", "not"),
)
"""The validating keywords that no other fact of a field covers."""
_ANYTHING = Structural({"x-kubernetes-preserve-unknown-fields": True})
_LONGEST = 300
"""The maximum number of characters of a keyword's value: a junctor may hold a whole schema."""


def custom_fields(kind: Kind) -> FieldNode:
    """Returns the tree of a custom kind."""
    schema = cast("CustomResource", kind).schema.structural if kind.api.custom else None
    return SchemaNode("", schema or _ANYTHING, is_resource=True)


class SchemaNode:
    """A node of a schema; `is_resource` marks a whole object with apiVersion, kind and metadata."""

    def __init__(self, name: str, schema: Structural, *, required: bool = False, is_resource: bool = False) -> None:
        self.name = name
        self._schema = schema
        self._required = required
        self._is_resource = is_resource or schema.embedded_resource

    @property
    def type(self) -> str:
        """The form of the value."""
        return schema_type(self._schema)

    @property
    def keyed(self) -> bool:
        """Whether the value is a map."""
        return not self._schema.properties and self._schema.additional_schema is not None

    @property
    def is_open(self) -> bool:
        """Whether undeclared fields are preserved."""
        inner = _innermost(self._schema)
        return inner.preserve_unknown_fields or inner.additional_properties is True

    @property
    def declares(self) -> object:
        """The schema itself: a schema never contains itself."""
        return self._schema

    @cached_property
    def children(self) -> Mapping[str, FieldNode]:
        """The declared fields; for whole objects also apiVersion, kind and metadata."""
        inner = _innermost(self._schema)
        found: dict[str, FieldNode] = {}
        if self._is_resource or inner.embedded_resource:
            types = described("meta.v1")
            for name, node in TypeNode("", types.struct("TypeMeta")).children.items():
                found[name] = node
            found["metadata"] = TypeNode("metadata", types.struct("ObjectMeta"))
        for name, each in inner.properties.items():
            if name not in found:
                found[name] = SchemaNode(name, each, required=name in inner.required)
        return found

    def facts(self) -> FieldFacts:
        """Returns the facts that the schema declares."""
        schema = self._schema
        return FieldFacts(
            self.type,
            description=schema.raw.get("description") or "",
            required=self._required,
            nullable=schema.nullable,
            default=schema.default,
            values=tuple(schema.enum),
            list_type=schema.list_type or ("atomic" if schema.type == "array" else ""),
            list_keys=tuple(schema.list_map_keys),
            map_type=schema.raw.get("x-kubernetes-map-type") or "",
            rules=tuple(_rules(schema)),
        )


def schema_type(schema: Structural) -> str:
    """Returns the form of a schema's values in the words of schemas; lists and maps as in Go."""
    if schema.int_or_string:
        return "integer or string"
    if schema.type == "array":
        return f"[]{schema_type(schema.items)}" if schema.items is not None else "[]any"
    if not schema.properties and schema.additional_schema is not None:
        return f"map[string]{schema_type(schema.additional_schema)}"
    return schema.type or "any"


def _innermost(schema: Structural) -> Structural:
    """Returns the innermost schema of nested lists and maps."""
    while True:
        below = schema.items if schema.type == "array" else None if schema.properties else schema.additional_schema
        if below is None:
            return schema
        schema = below


def _rules(schema: Structural) -> Iterator[FieldRule]:
    """Yields the rules of a schema, then those of the items of its lists and maps; fields have rules of their own."""
    about = ""
    while True:
        yield from _own_rules(schema, about)
        is_list = schema.type == "array"
        below = schema.items if is_list else None if schema.properties else schema.additional_schema
        if below is None:
            return
        about += ("." if about else "") + ("items" if is_list else "values")
        if below.enum:
            yield FieldRule(f"enum: {_shown(below.enum)}", about=about)
        schema = below


def _own_rules(schema: Structural, about: str) -> Iterator[FieldRule]:
    for keyword in _KEYWORDS:
        value = schema.raw.get(keyword)
        if value is not None and value is not False:
            yield FieldRule(f"{keyword}: {_shown(value)}", about=about)
    for rule in schema.rules:
        yield FieldRule(f"x-kubernetes-validations: {rule.get('rule') or ''}", _message(rule), about)


def _message(rule: JsonObject) -> str:
    """Returns the message of a CEL rule, or how it is computed; "" if it has none."""
    if message := rule.get("message"):
        return str(message)
    expression = rule.get("messageExpression")
    return f"computed by {expression}" if expression else ""


def _shown(value: JsonValue) -> str:
    text = value if isinstance(value, str) else to_json_text(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
