"""Tests of the batches in which a node's rules are compiled."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from kapivara.emit import loader
from kapivara.schema.expressions.compiling.batches import BATCH
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import RuleNode, rules_of
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject

COUNT = 4 * BATCH


@pytest.fixture
def compiled() -> Iterator[list[str]]:
    """The sources compiled during a test."""
    sources: list[str] = []

    def listing(title: str, source: str) -> Any:
        sources.append(source)
        return original(title, source)

    original = loader._Listing
    with patch.object(loader, "_Listing", listing):
        yield sources


def ruled(rules: list[JsonObject]) -> RuleNode:
    fields = {"a": {"type": "integer"}, "s": {"type": "string", "maxLength": 9}}
    node = rules_of(Structural({"type": "object", "properties": fields, "x-kubernetes-validations": rules}))
    assert node is not None
    return node


def told(node: RuleNode, value: JsonObject) -> list[str]:
    return [error.detail for error in evaluate(node, None, Correlated(value, ABSENT, node.schema), fits=True).errors]


def test_rules_that_hold_are_compiled_together(compiled: list[str]) -> None:
    node = ruled([{"rule": f"self.a < {place + 1000}"} for place in range(COUNT)])
    assert told(node, {"a": 1}) == []
    assert len(compiled) <= COUNT / BATCH
    assert sum(len(source.splitlines()) for source in compiled) <= 2 * COUNT


def test_objects_after_the_first_wait_for_no_compilation(compiled: list[str]) -> None:
    rules = [{"rule": f"self.s == 'x{place}' || self.a < {place + 1000}"} for place in range(COUNT)]
    spec = {"type": "object", "properties": {"a": {"type": "integer"}, "s": {"type": "string", "maxLength": 9}}}
    root = {"type": "object", "properties": {"spec": {**spec, "x-kubernetes-validations": rules}}}
    resource = ResourceSchema(root)
    assert resource.validate_rules({"spec": {"a": 1, "s": "a"}}, ABSENT, []) == []
    lines = sum(len(source.splitlines()) for source in compiled)
    assert lines < 3 * COUNT
    for _ in range(2 * COMPILED_AFTER):
        assert resource.validate_rules({"spec": {"a": 2, "s": "b"}}, ABSENT, []) == []
    assert sum(len(source.splitlines()) for source in compiled) == lines


def test_rules_that_do_not_hold_are_not_compiled_again(compiled: list[str]) -> None:
    node = ruled([{"rule": f"self.a < {place}", "messageExpression": "'not ' + self.s"} for place in range(COUNT)])
    assert told(node, {"a": COUNT, "s": "so"}) == ["not so"] * COUNT
    assert len(compiled) <= 2 * COUNT / BATCH


def test_why_a_rule_fails_is_told_by_another_form_of_it_alone(compiled: list[str]) -> None:
    rules: list[JsonObject] = [{"rule": f"self.a < {place + 1000}"} for place in range(COUNT)]
    rules[BATCH + 1] = {"rule": "self.s != 'x'"}
    node = ruled(rules)
    assert told(node, {"a": 1}) == ["no such key: s evaluating rule: self.s != 'x'"]
    assert len(compiled) <= COUNT / BATCH + 1
