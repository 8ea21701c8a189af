"""Costs of parts of expressions: their sum is that of the whole, and each counts as often as its loops run."""

from __future__ import annotations

import pytest

from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.parts import PartCost, part_costs
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.provider import DeclaredSizes
from kapivara.schema.structural.structural import Structural

SCHEMA = {
    "type": "object",
    "properties": {
        "names": {"type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 20}},
        "map": {"type": "object", "maxProperties": 10, "additionalProperties": {"type": "string", "maxLength": 5}},
        "text": {"type": "string", "maxLength": 1000},
        "size": {"type": "integer"},
    },
}


def priced(rule: str) -> tuple[int, tuple[PartCost, ...]]:
    declared = declare(Structural(SCHEMA))
    assert declared is not None
    checked = RuleCompiler(declared).env().compile(rule)
    sizes = DeclaredSizes(declared)
    return estimate(checked, sizes).max, part_costs(checked, sizes)


@pytest.mark.parametrize(
    "rule",
    [
        "self.size > 1",
        "self.text.matches('^a+$') && self.size > 1",
        "self.names.all(x, x.startsWith('a'))",
        "self.names.all(x, self.names.exists(y, x == y))",
        "self.names.all(i, x, x.size() > i)",
        "self.map.all(k, self.map[k] != '')",
        "self.names.filter(x, x != '').map(x, x + 'a').size() > 2",
        "self.names.map(x, x != '', x + 'a').exists_one(x, x == 'b')",
        "has(self.text) ? self.text.contains('a') : self.names.size() > 1",
        "self.text.split(',').all(x, x.trim() != '')",
    ],
)
def test_parts_add_up_to_the_whole(rule: str) -> None:
    total, parts = priced(rule)
    told = sum(each.cost for each in parts)
    assert told > 0
    assert told <= total or "?" in rule  # of two branches, the more expensive one counts
    assert told >= 0.5 * total  # the rest is for reading variables
    assert [each.cost for each in parts] == sorted((each.cost for each in parts), reverse=True)


def test_parts_run_as_often_as_their_loops() -> None:
    parts = {each.text: each for each in priced("self.names.all(x, self.names.exists(y, x == y))")[1]}
    assert parts["x == y"].times == 2500
    assert parts["self.names.exists(y, x == y)"].times == 50
    assert parts["self.names.all(x, self.names.exists(y, x == y))"].times == 1
    assert parts["x == y"].cost > parts["self.names.exists(y, x == y)"].cost


def test_what_stands_twice_is_told_once() -> None:
    parts = [each.text for each in priced("self.text.contains('a') || self.text.contains('a')")[1]]
    assert parts.count("self.text.contains('a')") == 1
