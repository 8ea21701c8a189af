"""Tests of the reasons why rules do not hold: the deciding parts, with their values."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.observing import RuleRun
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.expressions.running.rule_reasons import rule_reasons
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT

ITEM = {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}}
SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": "integer"},
        "b": {"type": "integer"},
        "s": {"type": "string"},
        "since": {"type": "string", "format": "date-time"},
        "on": {"type": "boolean"},
        "list": {"type": "array", "items": ITEM},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
DATA: dict[str, Any] = {
    "a": 1,
    "b": 2,
    "s": "x" * 200,
    "on": False,
    "since": "2026-01-02T00:00:00Z",
    "list": [{"name": "n0", "size": 5}, {"name": "n1", "size": 0}, {"name": "n2"}],
    "labels": {"k": "v"},
}
LIST = "self.list = [{'name': 'n0', 'size': 5}, {'name': 'n1', 'size': 0}, {'name': 'n2'}]"


def runs_of(rule: str, data: Any, old: Any = ABSENT, **more: Any) -> list[RuleRun]:
    schema = Structural({**SCHEMA, "x-kubernetes-validations": [{"rule": rule, **more}]})
    node = rules_of(schema, resource=False)
    assert node is not None
    runs: list[RuleRun] = []
    evaluate(node, None, Correlated(data, old, schema), fits=True, observer=runs.append)
    return runs


def told(rule: str, data: Any = DATA, old: Any = ABSENT, **more: Any) -> list[str]:
    (run,) = runs_of(rule, data, old, **more)
    return list(map(str, rule_reasons(run)))


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("self.a > self.b", ["self.a = 1", "self.b = 2"]),
        ("self.a > 0 && self.b > 2", ["self.b = 2"]),
        ("self.a > 1 && self.b > 2", ["self.a = 1", "self.b = 2"]),
        ("self.a > 1 || self.b > 2", ["self.a = 1", "self.b = 2"]),
        ("!has(self.a) || self.a > 1", ["has(self.a) = true", "self.a = 1"]),
        ("!(self.a == 1 && self.b == 2)", ["self.a = 1", "self.b = 2"]),
        ("self.on", ["self.on = false"]),
        ("self.on ? true : self.a > 3", ["self.on = false", "self.a = 1"]),
        ("has(self.on) ? self.b > 3 : true", ["has(self.on) = true", "self.b = 2"]),
        ("self.a + self.b == 4", ["self.a + self.b = 3"]),
        ("size(self.s) < 9", ["size(self.s) = 200"]),
        ("self.s.startsWith('y')", [f"self.s = '{'x' * 78}…"]),
        ("self.a in [3, 4]", ["self.a = 1"]),
        ("self.since > timestamp('2027-01-01T00:00:00Z')", ["self.since = timestamp('2026-01-02T00:00:00Z')"]),
        ("self.list.all(x, x.size > 0)", ["x = {'name': 'n1', 'size': 0}", "x.size = 0"]),
        ("self.list.all(i, x, x.size > i)", ["i = 1", "x = {'name': 'n1', 'size': 0}", "x.size = 0"]),
        (
            "self.list.all(x, self.list.exists(y, y.name == x.name + 'z'))",
            ["x = {'name': 'n0', 'size': 5}", LIST],
        ),
        ("self.labels.all(k, self.labels[k] == '')", ["k = 'k'", "self.labels[k] = 'v'"]),
        ("self.labels.all(k, v, v == '')", ["k = 'k'", "v = 'v'"]),
        ("self.list.filter(x, has(x.size)).size() == 3", ["self.list.filter(x, has(x.size)).size() = 2"]),
        ("self.list.exists_one(x, has(x.size))", [LIST]),
        ("self.list.sortBy(x, x.name)[0].name == 'n1'", ["self.list.sortBy(x, x.name)[0].name = 'n0'"]),
    ],
)  # fmt: skip
def test_parts_with_their_values(rule: str, parts: list[str]) -> None:
    assert told(rule) == parts


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("self.a > 0 && self.b > 2", ["self.b: no such key: b"]),
        ("self.b + 1 > 2", ["self.b: no such key: b"]),
        ("size(self.list) > 2 || self.a > 1", ["self.list: no such key: list", "self.a = 1"]),
        ("self.a / (self.a - 1) > 0", ["self.a / (self.a - 1): division by zero"]),
        ("int(self.s) > 1", ["int(self.s): type conversion error from 'string' to 'int'"]),
    ],
)  # fmt: skip
def test_parts_that_fail(rule: str, parts: list[str]) -> None:
    assert told(rule, {"a": 1, "s": "y"}) == parts


def test_an_element_on_which_a_predicate_fails() -> None:
    data = {"list": [{"size": 1}, {}]}
    assert told("self.list.all(x, x.size > 0)", data) == ["x = {}", "x.size: no such key: size"]


def test_old_values() -> None:
    assert told("self.a >= oldSelf.a", {"a": 1}, {"a": 3}) == ["self.a = 1", "oldSelf.a = 3"]
    assert told("oldSelf.hasValue() && self.a == 1", {"a": 1}, optionalOldSelf=True) == ["oldSelf = optional.none()"]


def test_of_rules_that_hold_nothing_is_told() -> None:
    assert told("self.a == 1") == []


def test_large_rules_and_values_are_cut() -> None:
    assert told(" && ".join(["self.a == 2"] * 1500)) == []
    (part,) = told("self.list.exists(x, false)", {"list": [{"name": "n" * 1000}] * 200})
    assert len(part) < 200
    assert len(told(" || ".join(f"self.a == {number + 2} && self.b == {number}" for number in range(40)))) <= 12
