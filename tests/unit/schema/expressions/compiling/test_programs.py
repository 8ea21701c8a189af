"""Tests of the maximum cost of a rule's runs."""

import pytest

from kapivara.cel.cost.estimator import bound
from kapivara.schema.expressions.compiling.programs import RuleExpression
from kapivara.schema.expressions.data.provider import LargestSizes
from kapivara.schema.expressions.limits import MAX_REQUEST_BYTES
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

TEXT: JsonObject = {"type": "string", "maxLength": 40}
TEXTS: JsonObject = {"type": "array", "maxItems": 9, "items": TEXT}
ITEM: JsonObject = {"type": "object", "properties": {"name": TEXT, "list": TEXTS}}
FIELDS: JsonObject = {
    "text": TEXT,
    "items": {"type": "array", "maxItems": 10, "items": ITEM},
    "map": {"type": "object", "maxProperties": 3, "additionalProperties": TEXT},
}

RULES = {
    "fields": "!has(self.text) || self.text.size() < 9",
    "loops": "self.items.all(x, !has(x.name) || x.name != 'a' || x.list.exists(y, y == 'b'))",
    "fields that estimates mix up": "self.items.all(x, x.list.all(y, y != x.name))",
    "keys": "self.map.all(key, key.contains('a'))",
    "what is made": "[self.text + self.text].all(x, x.contains('a'))",
}


def expression_of(rule: str) -> RuleExpression:
    schema = {"type": "object", "properties": FIELDS, "x-kubernetes-validations": [{"rule": rule}]}
    node = rules_of(Structural(schema))
    assert node is not None
    expression = node.rules[0].rule
    assert expression is not None
    return expression


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_cost_is_what_no_run_exceeds(rule: str) -> None:
    expression = expression_of(rule)
    assert expression.cost == bound(expression.checked, LargestSizes(expression.types.root))


def test_keys_may_be_as_long_as_a_request() -> None:
    assert expression_of(RULES["keys"]).cost > MAX_REQUEST_BYTES // 10
