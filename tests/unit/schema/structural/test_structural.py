"""Tests of a schema's digest, which equal schemas share."""

from typing import Any

import pytest

from kapivara.schema.expressions.compiling.compilation import compiler_of
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack


def nested(leaf: JsonObject, *, reverse: bool = False) -> JsonObject:
    rules = [{"rule": "has(self.b)", "message": "b is wanted"}]
    found = leaf
    for _ in range(3):
        found = {"type": "object", "properties": {"a": {"type": "array", "items": found}, "b": leaf}}
        found["x-kubernetes-validations"] = rules
    return reordered(found) if reverse else found


def reordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


def test_the_order_of_keywords_does_not_count() -> None:
    one, other = nested({"type": "string"}), nested({"type": "string"}, reverse=True)
    assert str(one) != str(other)
    assert Structural(one).digest == Structural(other).digest


def test_rules_are_checked_once_whatever_the_order_of_keywords() -> None:
    compilers = []
    for reverse in (False, True):
        declared = declare(Structural(nested({"type": "string"}, reverse=reverse)))
        assert declared is not None
        compilers.append(compiler_of(declared))
    assert compilers[0] is compilers[1]


DIFFERENT: list[tuple[JsonObject, JsonObject]] = [
    ({"type": "integer", "maximum": 1}, {"type": "integer", "maximum": 1.0}),
    ({"type": "string"}, {"type": "string", "maxLength": 3}),
    ({"type": "string", "enum": ["a", "b"]}, {"type": "string", "enum": ["b", "a"]}),
    ({"type": "object", "additionalProperties": {}}, {"type": "object", "additionalProperties": True}),
    ({"type": "object", "properties": {"items": {}}}, {"type": "object", "properties": {}, "items": {}}),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_has_another(one: JsonObject, other: JsonObject) -> None:
    assert Structural(one).digest != Structural(other).digest
    assert Structural(nested(one)).digest != Structural(nested(other)).digest


def test_it_is_short_however_much_is_below() -> None:
    """It retains nested nodes, each with all nodes below."""
    schema: JsonObject = {"type": "string", "description": "x" * 10_000}
    for _ in range(1000):
        schema = {"type": "object", "properties": {"a": schema}}
    node = Structural(schema)
    with deep_stack():
        assert len(node.digest) <= 100
    assert len(node.properties["a"].digest) <= 100
