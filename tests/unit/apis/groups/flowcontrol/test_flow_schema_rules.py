"""Tests of the rules of flow schemas and priority levels, including the mandatory ones."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused

RULE = {
    "subjects": [{"kind": "User", "user": {"name": "u"}}],
    "nonResourceRules": [{"verbs": ["get"], "nonResourceURLs": ["/x"]}],
}
SCHEMA: dict[str, Any] = {
    "priorityLevelConfiguration": {"name": "p"},
    "matchingPrecedence": 50,
    "rules": [RULE],
}
QUEUES = {"queues": 16, "handSize": 4, "queueLengthLimit": 5}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"matchingPrecedence": 1},
            ["spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
            id="precedence",
        ),
        pytest.param(
            {"rules": [{**RULE, "subjects": [{"kind": "Group", "user": {"name": "u"}}]}]},
            [
                "spec.rules[0].subjects[0].group: Required value: group is required when subject kind is 'Group'",
                "spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User'",
            ],
            id="subject",
        ),
        pytest.param(
            {"rules": [{**RULE, "nonResourceRules": [{"verbs": ["*", "get"], "nonResourceURLs": ["x", "/a*"]}]}]},
            [
                'spec.rules[0].nonResourceRules[0].verbs: Invalid value: ["*","get"]: if \'*\' is present, must not '
                "specify other verbs",
                'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "x": must start with slash',
                'spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "/a*": wildcard can only do '
                "suffix matching",
            ],
            id="URLs",
        ),
    ],
)
def test_schemas(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("FlowSchema", spec={**SCHEMA, **change}) == errors


def test_what_every_server_needs_is_as_it_wants_it() -> None:
    [error] = refused("FlowSchema", metadata={"name": "catch-all"}, spec=SCHEMA)
    assert error.endswith("spec of 'catch-all' must equal the fixed value")
    exempt = {"type": "Exempt", "exempt": {"nominalConcurrencyShares": 5}}
    assert refused("PriorityLevelConfiguration", metadata={"name": "exempt"}, spec=exempt) == []


@pytest.mark.parametrize(
    ("queuing", "errors"),
    [
        pytest.param(QUEUES, [], id="good"),
        pytest.param(
            {**QUEUES, "handSize": 17},
            ["handSize: Invalid value: 17: should not be greater than queues (16)"],
            id="hand",
        ),
        pytest.param(
            {**QUEUES, "queues": 512, "handSize": 8},
            [
                "handSize: Invalid value: 8: required entropy bits of deckSize 512 and handSize 8 should not be "
                "greater than 60"
            ],
            id="entropy",
        ),
    ],
)
def test_queues(queuing: dict[str, Any], errors: list[str]) -> None:
    spec = {"type": "Limited", "limited": {"limitResponse": {"type": "Queue", "queuing": queuing}}}
    told = [f"spec.limited.limitResponse.queuing.{each}" for each in errors]
    assert refused("PriorityLevelConfiguration", spec=spec) == told
