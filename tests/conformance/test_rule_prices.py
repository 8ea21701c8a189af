"""Compares the costs of rules with the recorded server: it rejected those over the limit, and suggested bounds work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from conformance.recordings import read_lines
from kapivara.apis.groups.apiextensions.rule_costs import rule_costs
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.schema.pricing.pricing import RuleCost
from kapivara.values import copy_json

pytestmark = pytest.mark.slow
REFUSED = re.compile(r"estimated (?:rule|messageExpression) cost exceeds budget")


def test_what_is_over_the_limit_is_what_the_server_refused() -> None:
    compared = 0
    for definition, causes in _creations():
        refused = {cause["field"] for cause in causes if REFUSED.search(cause["message"])}
        rules = _rules(definition)
        assert refused == {str(rule.at) for rule in rules if rule.cost > RULE_COST_LIMIT}, definition["metadata"][
            "name"
        ]
        compared += 1
    assert compared > 200


def test_bounds_offered_are_the_largest_that_help() -> None:
    tried = 0
    for definition, _ in islice(_creations(), 0, None, 3):  # each is priced again and again
        for rule in _rules(definition):
            for remedy in rule.remedies:
                costs = [_rules(_bounded(definition, remedy, more)) for more in (0, 1)]
                fits, fails = (next(each for each in some if each.at == rule.at).cost for some in costs)
                assert fits <= RULE_COST_LIMIT < fails or rule.cost <= RULE_COST_LIMIT, rule.text
                tried += 1
    assert tried > 30


def _creations() -> Iterator[tuple[Any, list[Any]]]:
    """Yields the CRDs that the scenarios about costs create first, with the causes of a rejection."""
    for scenario in read_lines("crd_cel") or ():
        step = scenario["steps"][0]
        body = step.get("body")
        if not scenario["id"].startswith("cel/cost/") or not isinstance(body, dict):
            continue
        if body.get("kind") == "CustomResourceDefinition":
            yield body, ((step["expect"]["body"] or {}).get("details") or {}).get("causes") or []


def _rules(definition: Any) -> list[RuleCost]:
    return [rule for schema in rule_costs(definition) for rule in schema.rules]


def _bounded(definition: Any, remedy: Any, more: int) -> Any:
    changed = copy_json(definition)
    for bound in remedy:
        path = str(bound.place.path)
        own = re.match(r"spec\.versions\[(\d+)\]", path)
        for version in [changed["spec"]["versions"][int(own[1])]] if own else changed["spec"]["versions"]:
            node = version["schema"]["openAPIV3Schema"]
            for name, step in re.findall(r"\.properties\[([^]]*)\]|\.(items|additionalProperties)", path):
                node = node[step] if step else node["properties"][name]
            node[bound.keyword] = bound.value + more
    return changed
