"""Tests of CEL rules on one value of a Go type, as generated validators run them."""

from __future__ import annotations

from typing import Any

from kapivara.codec import shapes
from kapivara.field import FieldPath, Operation, Verb
from kapivara.schema.value_rules import ValueRules

CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
PAIR = shapes.Struct("v1.Pair", (shapes.always("a", shapes.INT32), shapes.optional("b", shapes.INT32)))


def _pair_rules(*rules: str) -> ValueRules:
    numbers = {"a": {"type": "integer"}, "b": {"type": "integer"}}
    entries = [{"rule": each} for each in rules]
    return ValueRules(PAIR, {"type": "object", "properties": numbers, "x-kubernetes-validations": entries})


def _told(rules: ValueRules, new: Any, old: Any = None) -> list[str]:
    return [str(each) for each in rules(UPDATE if old is not None else CREATE, FieldPath.of("p"), new, old)]


def test_the_value_is_what_its_type_prints() -> None:
    rules = _pair_rules("self.a == 0", "!has(self.b)")
    assert _told(rules, {}) == []
    assert _told(rules, {"b": 0}) == []
    assert _told(rules, {"a": 1, "b": 2}) == [
        "p: Invalid value: failed rule: self.a == 0",
        "p: Invalid value: failed rule: !has(self.b)",
    ]


def test_nothing_is_asked_of_what_is_not_there_or_could_not_be_read() -> None:
    rules = _pair_rules("false")
    assert _told(rules, None) == []
    assert _told(rules, "text") == []
    text = ValueRules(
        shapes.STRING, {"type": "string", "x-kubernetes-validations": [{"rule": "false"}]}, omits_zero=True
    )
    assert _told(text, "") == []
    assert len(_told(text, "a")) == 1


def test_a_value_that_is_what_it_was_is_asked_only_by_rules_that_look_back() -> None:
    assert _told(_pair_rules("self.a > 1"), {"a": 1}, {"a": 1}) == []
    assert len(_told(_pair_rules("self.a > 1"), {"a": 0}, {"a": 1})) == 1
    assert len(_told(_pair_rules("self.a > oldSelf.a"), {"a": 1}, {"a": 1})) == 1


def test_rules_that_look_back_need_an_old_value() -> None:
    rules = _pair_rules("self.a >= oldSelf.a")
    assert _told(rules, {"a": 1}) == []
    assert _told(rules, {"a": 1}, {"a": 1}) == []
    assert len(_told(rules, {"a": 1}, {"a": 2})) == 1


def test_a_rule_that_cannot_be_evaluated_says_why() -> None:
    assert _told(_pair_rules("self.b > 1"), {"a": 1}) == [
        'p: Invalid value: "object": no such key: b evaluating rule: self.b > 1'
    ]
