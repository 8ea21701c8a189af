"""Tests of bounds that together bring all rules of a schema within their limits."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.apiextensions.rule_costs import rule_costs
from kapivara.field import FieldPath
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.joint_remedies import joint_remedy
from kapivara.schema.pricing.pricing import estimate_rules, price_rules, total_cost
from kapivara.values import copy_json

PATH = FieldPath.of("spec")
TEXT = {"type": "string"}


def rules(*texts: str) -> dict[str, Any]:
    return {"x-kubernetes-validations": [{"rule": each} for each in texts]}


def schema(**properties: Any) -> Any:
    return {"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}}


def put(raw: Any, path: str, keyword: str, value: int) -> None:
    """Sets a keyword at a path such as `spec.properties[a].items`."""
    for step in path.removeprefix("spec").replace("]", "").replace("[", ".").split("."):
        raw = raw[step] if step else raw
    raw[keyword] = value


NESTED = {
    "type": "array",
    "items": {"type": "array", "items": {**TEXT, **rules("self.matches('^[a-z]+$')")}},
}
QUADRATIC = {"type": "array", "items": TEXT, **rules("self.all(x, self.exists_one(y, x == y))")}
MAP = {"type": "object", "additionalProperties": TEXT, **rules("self.all(k, self.exists(j, self[k] == self[j]))")}
DECLARED = {
    "type": "array",
    "maxItems": 5000,
    "items": {**TEXT, "maxLength": 1000},
    **rules("self.all(x, self.exists_one(y, x == y))"),
}


@pytest.mark.parametrize(
    ("raw", "keywords"),
    [
        pytest.param(schema(a=QUADRATIC), {"maxItems", "maxLength"}, id="a list compared with itself"),
        pytest.param(schema(a=NESTED), {"maxItems", "maxLength"}, id="lists in lists"),
        pytest.param(schema(a=MAP), {"maxProperties", "maxLength"}, id="a map"),
        pytest.param(schema(a=DECLARED), {"maxItems", "maxLength"}, id="bounds that are too high"),
        pytest.param(schema(a=QUADRATIC, b=MAP, c=NESTED), {"maxItems", "maxProperties", "maxLength"}, id="several"),
    ],
)
def test_all_rules_fit_with_them(raw: Any, keywords: set[str]) -> None:
    before = price_rules(raw, PATH)
    assert any(each.cost > RULE_COST_LIMIT for each in before)
    found = joint_remedy(raw, PATH, before)
    assert found is not None
    assert {each.keyword for each in found.remedies} <= keywords
    changed: Any = copy_json(raw)
    for each in found.remedies:
        assert 1 <= each.value < 5000
        put(changed, str(each.place.path), each.keyword, each.value)
    after = estimate_rules(changed, PATH)
    assert all(each.cost <= RULE_COST_LIMIT for each in after)
    assert total_cost(after) == found.total <= SCHEMA_COST_LIMIT


def test_bounds_are_such_as_people_use() -> None:
    found = joint_remedy(schema(a=QUADRATIC), PATH, price_rules(schema(a=QUADRATIC), PATH))
    assert found is not None
    assert sorted((each.keyword, each.value) for each in found.remedies) == [("maxItems", 100), ("maxLength", 253)]


def test_what_is_not_needed_is_left_out() -> None:
    raw = schema(a={"type": "array", "items": TEXT, **rules("self.all(x, x.size() < 100)")}, b=QUADRATIC)
    found = joint_remedy(raw, PATH, price_rules(raw, PATH))
    assert found is not None
    assert {each.place.field for each in found.remedies} == {"spec.b", "spec.b[]"}


def test_rules_that_fit_need_nothing() -> None:
    raw = schema(a={"type": "integer", **rules("self > 0")})
    assert joint_remedy(raw, PATH, price_rules(raw, PATH)) is None


def test_where_no_bound_helps() -> None:
    raw = schema(a={"type": "integer", **rules("lists.range(2000).all(x, lists.range(2000).all(y, x != y))")})
    assert joint_remedy(raw, PATH, price_rules(raw, PATH)) is None


def test_a_total_that_is_too_high() -> None:
    dear = {"type": "array", "items": {**TEXT, "maxLength": 16}, **rules("self.all(t, t.startsWith('a'))")}
    raw = schema(**{f"f{number}": dear for number in range(20)})
    crd = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "a.b.c"},
        "spec": {
            "group": "b.c",
            "scope": "Namespaced",
            "names": {"plural": "a", "kind": "A"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": raw}}],
        },
    }
    (costs,) = rule_costs(crd)
    assert costs.total > SCHEMA_COST_LIMIT
    assert costs.remedy is not None
    assert [each.value for each in costs.remedy.remedies] == [100]  # one bound of twenty is enough
    few = schema(**{f"f{number}": {**dear, **rules(*["self.all(t, t.startsWith('a'))"] * 5)} for number in range(5)})
    found = joint_remedy(few, PATH, price_rules(few, PATH))
    assert found is not None
    assert found.total <= SCHEMA_COST_LIMIT


@pytest.mark.parametrize(("count", "bounds"), [(20, 40), (50, 100), (60, None)])
def test_many_places_at_once(count: int, bounds: int | None) -> None:
    raw = schema(**{f"f{number}": QUADRATIC for number in range(count)})
    found = joint_remedy(raw, PATH, price_rules(raw, PATH))
    assert (found and len(found.remedies)) == bounds
    assert found is None or found.total <= SCHEMA_COST_LIMIT
