"""Tests of the costs of rules, their drivers, and the effect of suggested bounds."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kapivara.field import FieldPath
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.legality import LegalityOptions, validate_schema
from kapivara.schema.pricing.pricing import RuleCost, price_rules, total_cost
from kapivara.values import copy_json

PATH = FieldPath.of("schema")
TEXT = {"type": "string"}
SHORT = {"type": "string", "maxLength": 10}
NUMBER = {"type": "integer"}


def ruled(schema: dict[str, Any], *rules: str) -> dict[str, Any]:
    return {**schema, "x-kubernetes-validations": [{"rule": rule} for rule in rules]}


def items(item: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": item, **more}


def values(value: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value, **more}


def fields(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


UNIQUE = "self.all(a, self.exists_one(b, a == b))"
NESTED = "self.all(a, a.all(b, b.matches('^[a-z]{3}$')))"


CASES = {
    "a list": (fields(l=ruled(items(SHORT), UNIQUE)), ["l maxItems"], [["l maxItems"]]),
    "a map": (fields(m=ruled(values(NUMBER), "self.all(k, self.exists(o, o == k))")), ["m maxProperties"], None),
    "a string": (
        fields(s=ruled(TEXT, "self.matches('^(a|b)*c{1,100}d$') && self.contains(self)")),
        ["s maxLength"],
        None,
    ),
    "a list of strings": (fields(l=ruled(items(TEXT), UNIQUE)), ["l maxItems", "l[] maxLength"], None),
    "bounds that are too high": (
        fields(l=ruled(items(SHORT, maxItems=9999), UNIQUE)),
        ["l maxItems", "l[] maxLength"],
        None,
    ),
    "runs in a list": (
        fields(l=items(fields(n=ruled(TEXT, "self.contains('abcdefgh')")))),
        ["l maxItems", "l[].n maxLength"],
        None,
    ),
    "runs in a bounded list": (
        fields(l=items(fields(n=ruled(items(NUMBER), "self.all(i, i > 0)")), maxItems=100)),
        ["l[].n maxItems"],
        [["l[].n maxItems"]],
    ),
    "runs in lists of lists": (
        fields(l=items(items(fields(n=ruled(NUMBER, "[1, 2, 3].all(i, self != i)"))))),
        ["l maxItems", "l[] maxItems"],
        [["l maxItems", "l[] maxItems"]],
    ),
    "too much inside and above": (
        fields(l=items(fields(n=ruled(items(items(TEXT)), NESTED)))),
        ["l maxItems", "l[].n maxItems", "l[].n[] maxItems", "l[].n[][] maxLength"],
        None,
    ),
    "a name that is escaped": (
        fields(**{"a-b": ruled(items(NUMBER), "self.all(a, self.exists_one(b, a == b))")}),
        ["a-b maxItems"],
        [["a-b maxItems"]],
    ),
    "a field of the rule's object": (
        ruled(fields(**{"a-b": items(NUMBER)}), "self.a__dash__b.all(a, self.a__dash__b.exists(b, a == b))"),
        ["a-b maxItems"],
        [["a-b maxItems"]],
    ),
    "nothing that could be declared": (fields(n=ruled(NUMBER, "lists.range(self).all(i, i > 0)")), [], []),
    "the type of an object": (
        ruled(fields(n=NUMBER), "lists.range(1000).all(i, (self.kind + self.apiVersion).contains(self.kind))"),
        [],
        [],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_drivers_and_remedies(case: str) -> None:
    schema, drivers, remedies = CASES[case]
    (rule,) = price_rules(schema, PATH)
    assert rule.cost > RULE_COST_LIMIT
    assert sorted(f"{each.place.field} {each.keyword}" for each in rule.drivers) == drivers
    offered = [sorted(f"{each.place.field} {each.keyword}" for each in remedy) for remedy in rule.remedies]
    assert offered == remedies if remedies is not None else offered


@pytest.mark.parametrize("case", CASES)
def test_a_remedy_is_the_largest_that_helps(case: str) -> None:
    schema = CASES[case][0]
    (rule,) = price_rules(schema, PATH)
    for remedy in rule.remedies:
        assert _priced_with(schema, rule, more=0, bounds=remedy).cost <= RULE_COST_LIMIT
        assert _priced_with(schema, rule, more=1, bounds=remedy).cost > RULE_COST_LIMIT


@pytest.mark.parametrize("case", CASES)
def test_the_numbers_are_those_of_the_verdict(case: str) -> None:
    schema = CASES[case][0]
    rules = price_rules(schema, PATH)
    errors = validate_schema(copy_json(schema), PATH, LegalityOptions())
    refused = {str(error.field) for error in errors if "estimated rule cost exceeds budget" in error.detail}
    assert refused == {str(rule.at) for rule in rules if rule.cost > RULE_COST_LIMIT}
    assert any("for entire OpenAPIv3 schema exceeds" in error.detail for error in errors) == (
        total_cost(rules) > SCHEMA_COST_LIMIT
    )


def test_a_cheap_rule_has_drivers_and_no_remedies() -> None:
    (rule,) = price_rules(fields(l=ruled(items(NUMBER), "self.all(a, a > 0)")), PATH)
    assert rule.cost < RULE_COST_LIMIT
    assert [(each.place.field, each.assumed, each.declared) for each in rule.drivers] == [("l", 1572863, False)]
    assert rule.remedies == ()


def test_rules_that_cost_too_much_together_are_told_what_would_help() -> None:
    rule = "self.all(a, a > 0)"
    schema = fields(**{f"l{place:02}": ruled(items(NUMBER), rule) for place in range(20)})
    rules = price_rules(schema, PATH)
    assert all(each.cost < RULE_COST_LIMIT for each in rules)
    excess = total_cost(rules) - SCHEMA_COST_LIMIT
    assert excess > rules[0].cost
    assert rules[0].remedies == ()  # no single one could absorb it
    fewer = price_rules(fields(**dict(list(schema["properties"].items())[:13])), PATH)
    assert total_cost(fewer) > SCHEMA_COST_LIMIT
    ((remedy,),) = fewer[0].remedies
    saved = fewer[0].cost - _priced_with(schema, fewer[0], more=0, bounds=(remedy,)).cost
    assert total_cost(fewer) - saved <= SCHEMA_COST_LIMIT


def test_the_expression_of_a_message_is_priced_too() -> None:
    schema = fields(s=TEXT)
    schema["x-kubernetes-validations"] = [{"rule": "self.s != ''", "messageExpression": "self.s + self.s"}]
    rules = price_rules(schema, PATH)
    assert [(rule.keyword, rule.text) for rule in rules] == [
        ("rule", "self.s != ''"),
        ("messageExpression", "self.s + self.s"),
    ]
    assert str(rules[1].at) == "schema.x-kubernetes-validations[0].messageExpression"


def test_what_does_not_compile_has_an_error() -> None:
    good, bad = price_rules(ruled(fields(s=TEXT), "self.s == ''", "self.t == ''"), PATH)
    assert good.error == ""
    assert bad.error.startswith("compilation failed: ERROR: <input>:1:5: undefined field 't'")
    assert bad.cost == 0


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(fields(s=TEXT), id="no rules"),
        pytest.param(fields(s=ruled({}, "true")), id="no type"),
        pytest.param({"$ref": "x", **ruled(fields(s=TEXT), "true")}, id="reference"),
        pytest.param(ruled(fields(s=TEXT), "  "), id="blank rule"),
    ],
)
def test_no_rules_to_price(schema: dict[str, Any]) -> None:
    assert price_rules(schema, PATH) == ()


def _priced_with(schema: dict[str, Any], rule: RuleCost, *, more: int, bounds: Any) -> RuleCost:
    """Prices a rule again, with bounds set in its schema."""
    changed = copy_json(schema)
    for bound in bounds:
        node = changed
        for name, step in re.findall(r"\.properties\[([^]]*)\]|\.(items|additionalProperties)", str(bound.place.path)):
            node = node[step] if step else node["properties"][name]
        node[bound.keyword] = bound.value + more
    return next(each for each in price_rules(changed, PATH) if each.at == rule.at)
