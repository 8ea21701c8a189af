"""The fields of custom kinds, from the schema of their definition; their metadata is that of all kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from kapivara.cli.field_nodes import FieldFacts, FieldNode, FieldRule
from kapivara.cli.type_fields import TypeNode
from kapivara.codec.described import described
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.registry.custom_resource import CustomResource

_KEYWORDS = (
    *("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems"),
    *("minProperties", "maxProperties", "allOf", "anyOf", "oneOf", "not"),
)
"""The keywords by which values are judged, and that nothing else is told of."""
_ANYTHING = Structural({"x-kubernetes-preserve-unknown-fields": True})
_LONGEST = 300
"""Characters of a keyword's value that are shown: a junctor may hold a whole schema."""


def custom_fields(kind: Kind) -> FieldNode:
    """Returns the tree of a custom kind."""
    schema = cast("CustomResource", kind).schema.structural if kind.api.custom else None
    return SchemaNode("", schema or _ANYTHING, is_resource=True)


class SchemaNode:
    """A node of a schema; `is_resource` tells that it is a whole object, with a kind and metadata."""

    def __init__(self, name: str, schema: Structural, *, required: bool = False, is_resource: bool = False) -> None:
        self.name = name
        self._schema = schema
        self._required = required
        self._is_resource = is_resource or schema.embedded_resource

    @property
    def type(self) -> str:
        """How its value looks."""
        return schema_type(self._schema)

    @property
    def keyed(self) -> bool:
        """Whether its value is a map."""
        return not self._schema.properties and self._schema.additional_schema is not None

    @property
    def is_open(self) -> bool:
        """Whether fields that are not declared are kept."""
        inner = _innermost(self._schema)
        return inner.preserve_unknown_fields or inner.additional_properties is True

    @property
    def declares(self) -> object:
        """The schema itself: no schema holds itself."""
        return self._schema

    @cached_property
    def children(self) -> Mapping[str, FieldNode]:
        """The declared fields; of whole objects, also those that all have."""
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
        """Returns what the schema says."""
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
    """Returns how a value of a schema looks, in the words of schemas; lists and maps as Go writes them."""
    if schema.int_or_string:
        return "integer or string"
    if schema.type == "array":
        return f"[]{schema_type(schema.items)}" if schema.items is not None else "[]any"
    if not schema.properties and schema.additional_schema is not None:
        return f"map[string]{schema_type(schema.additional_schema)}"
    return schema.type or "any"


def _innermost(schema: Structural) -> Structural:
    """Returns the schema of what lists and maps hold in the end."""
    while True:
        below = schema.items if schema.type == "array" else None if schema.properties else schema.additional_schema
        if below is None:
            return schema
        schema = below


def _rules(schema: Structural) -> Iterator[FieldRule]:
    """Lists the rules of a schema, then those of what its lists and maps hold; fields have rules of their own."""
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
        yield FieldRule(f"x-kubernetes-validations: {rule.get('rule') or ''}", _told(rule), about)


def _told(rule: JsonObject) -> str:
    """Returns what is told where a rule in CEL does not hold, as far as it is known before."""
    if message := rule.get("message"):
        return str(message)
    expression = rule.get("messageExpression")
    return f"tells {expression}" if expression else ""


def _shown(value: JsonValue) -> str:
    text = value if isinstance(value, str) else to_json_text(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
