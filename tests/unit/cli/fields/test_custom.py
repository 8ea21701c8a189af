"""What is told of the fields of custom kinds."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cli.fields.custom import SchemaNode
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT


def facts_of(schema: Any) -> Any:
    return SchemaNode("a", Structural(schema)).facts()


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "string"),
        ({"x-kubernetes-int-or-string": True}, "integer or string"),
        ({"x-kubernetes-preserve-unknown-fields": True}, "any"),
        ({"type": "object"}, "object"),
        ({"type": "object", "additionalProperties": {"type": "array"}}, "map[string][]any"),
        ({"type": "array", "items": {"type": "number"}}, "[]number"),
    ],
)
def test_types(schema: Any, kind: str) -> None:
    assert facts_of(schema).type == kind


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        ({"type": "string", "maxLength": 3, "pattern": "^a$"}, [("", "maxLength: 3"), ("", "pattern: ^a$")]),
        ({"type": "integer", "minimum": 0, "exclusiveMinimum": False}, [("", "minimum: 0")]),
        (
            {"type": "array", "minItems": 1, "items": {"type": "array", "items": {"type": "string", "enum": ["a"]}}},
            [("", "minItems: 1"), ("items.items", 'enum: ["a"]')],
        ),
        (
            {"type": "object", "additionalProperties": {"type": "string", "format": "date"}},
            [("values", "format: date")],
        ),
        (
            {"type": "string", "x-kubernetes-validations": [{"rule": "self != ''", "messageExpression": "'no'"}]},
            [("", "x-kubernetes-validations: self != ''")],
        ),
        ({"oneOf": [{"required": ["a"]}]}, [("", 'oneOf: [{"required":["a"]}]')]),
    ],
)
def test_rules(schema: Any, rules: list[tuple[str, str]]) -> None:
    assert [(each.about, each.says) for each in facts_of(schema).rules] == rules


def test_very_long_rules_are_cut() -> None:
    (rule,) = facts_of({"not": {"enum": ["x" * 1000]}}).rules
    assert len(rule.says) < 400
    assert rule.says.endswith("…")


def test_facts() -> None:
    schema = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b"], "nullable": True}
    facts = facts_of({**schema, "items": {"type": "object"}})
    assert (facts.list_type, facts.list_keys, facts.nullable, facts.default) == ("map", ("b",), True, ABSENT)
    assert facts_of({"type": "array", "default": []}).default == []


def test_whole_objects_have_metadata() -> None:
    schema = {"type": "object", "properties": {"spec": {"type": "object"}}, "required": ["spec"]}
    root = SchemaNode("", Structural(schema), is_resource=True)
    assert list(root.children) == ["kind", "apiVersion", "metadata", "spec"]
    assert root.children["metadata"].children["name"].type == "string"
    assert root.children["spec"].facts().required
    embedded = {"type": "array", "items": {"type": "object", "x-kubernetes-embedded-resource": True}}
    assert "metadata" in SchemaNode("a", Structural(embedded)).children
