"""The prices of a schema's rules: remedies that are followed bring a rule under its limit, one more does not."""

import re
from typing import Any

import pytest

from kapivara.cel.cost.explain import Bound
from kapivara.field import FieldPath
from kapivara.schema.expressions.cost_report import PricedRule, price_rules
from kapivara.values import copy_json

TEXT = {"type": "string"}


def schema_with(rule: str, message: str = "") -> dict[str, Any]:
    """A resource with rules at `spec` and at the items of `spec.list`."""
    rules = [{"rule": rule, **({"messageExpression": message} if message else {})}]
    item = {
        "type": "object",
        "properties": {
            "name": TEXT,
            "when": {"type": "string", "format": "date-time"},
            "color": {"type": "string", "enum": ["red", "green"]},
            "data": {"type": "string", "format": "byte"},
            "either": {"x-kubernetes-int-or-string": True},
        },
    }
    at_items = rule.startswith("self.name")
    if at_items:
        item["x-kubernetes-validations"] = rules
    spec: dict[str, Any] = {
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": item},
            "map": {"type": "object", "additionalProperties": TEXT},
            "few": {"type": "array", "maxItems": 3, "items": {"type": "string", "maxLength": 10}},
        },
    }
    if not at_items:
        spec["x-kubernetes-validations"] = rules
    return {"type": "object", "properties": {"spec": spec}}


def priced(schema: dict[str, Any]) -> list[PricedRule]:
    return list(price_rules(schema, FieldPath.of("schema")))


def follow(schema: dict[str, Any], remedy: tuple[Bound, ...], more: int = 0) -> dict[str, Any]:
    """The schema with the bounds of a remedy, and something more."""
    changed = copy_json(schema)
    for bound in remedy:
        node = changed
        for step in re.findall(r"\[\]|\w+", bound.where):
            inner = node.get("items") or node.get("additionalProperties")
            node = inner if step == "[]" else node["properties"][step]
        node[bound.keyword] = bound.value + more
    return changed


RULES = [
    "self.list.all(x, x.name.matches('^abc[0-9]+$'))",
    "self.list.all(x, self.list.all(y, x.name != y.name))",
    "self.list.all(x, x.data != b'x' && string(x.either) != 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "self.map.all(k, self.map[k].contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'))",
    "self.name.contains('abcd')",
    "self.list.map(x, x.name).join(',').size() > 0",
]


@pytest.mark.parametrize("rule", RULES)
def test_remedies_help_and_are_tight(rule: str) -> None:
    schema = schema_with(rule)
    (found,) = priced(schema)
    assert found.share > 1
    for remedy in found.explanation.remedies:
        assert priced(follow(schema, remedy))[0].share <= 1
        assert priced(follow(schema, remedy, more=1))[0].share > 1


def test_places_are_named_from_the_object() -> None:
    (found,) = priced(schema_with("self.list.all(x, x.name.matches('^abc[0-9]+$'))"))
    assert [(driver.where, driver.keyword) for driver in found.explanation.drivers] == [
        ("spec.list", "maxItems"),
        ("spec.list[].name", "maxLength"),
    ]
    assert str(found.path) == "schema.properties[spec].x-kubernetes-validations[0].rule"


def test_what_is_above_a_rule_is_named_too() -> None:
    (found,) = priced(schema_with("self.name.contains('abcd')"))
    assert [[each.where for each in remedy] for remedy in found.explanation.remedies] == [
        ["spec.list"],
        ["spec.list[].name"],
    ]


def test_what_cannot_grow_is_no_driver() -> None:
    (found,) = priced(schema_with("self.few.all(x, x == 'a') && self.list.all(x, x.color != 'red' && has(x.when))"))
    assert [driver.where for driver in found.explanation.drivers] == ["spec.list"]


def test_a_message_is_priced_once() -> None:
    rule, message = priced(schema_with("self.name != 'a'", "self.name + '!'"))
    assert rule.explanation.total > rule.explanation.cost
    assert message.explanation.total == message.explanation.cost
    assert str(message.path).endswith(".messageExpression")
