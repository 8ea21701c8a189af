"""Tests of the rules of ResourceQuota and LimitRange."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

SELECTOR = "spec.scopeSelector.matchExpressions"


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param(
            {"hard": {"pods": "1", "count/x.example.com": "2", "requests.example.com/gpu": "1"}}, [], id="good"
        ),
        pytest.param(
            {"hard": {"gpu": "-1"}},
            [
                'spec.hard[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
                'spec.hard[gpu]: Invalid value: "gpu": must be a standard resource for quota',
                'spec.hard[gpu]: Invalid value: "-1": must be greater than or equal to 0',
            ],
            id="resource",
        ),
        pytest.param(
            {"hard": {"pods": "1500m"}}, ['spec.hard[pods]: Invalid value: "1500m": must be an integer'], id="part"
        ),
        pytest.param(
            {"hard": {"hugepages-2 Mi": "1"}},
            [
                'spec.hard[hugepages-2 Mi]: Invalid value: "hugepages-2 Mi": name part must consist of alphanumeric '
                "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName', "
                " or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ],
            id="huge pages",
        ),
        pytest.param(
            {"scopes": ["Odd"], "hard": {"services": "1"}},
            ['spec.scopes: Invalid value: ["Odd"]: unsupported scope'],
            id="scope",
        ),
        pytest.param(
            {"scopes": ["BestEffort", "NotBestEffort"], "hard": {"cpu": "1", "pods": "1"}},
            [
                'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: unsupported scope applied to resource',
                'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
            ],
            id="scopes",
        ),
        pytest.param(
            {
                "scopeSelector": {
                    "matchExpressions": [
                        {"scopeName": "Terminating", "operator": "In"},
                        {"scopeName": "NotTerminating", "operator": "Exists", "values": ["x"]},
                        {"scopeName": "PriorityClass", "operator": "Odd"},
                    ]
                }
            },
            [
                f"{SELECTOR}.operator: Invalid value: \"In\": must be 'Exists' when scope is any of "
                "ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, "
                "ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
                f"{SELECTOR}.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' "
                "for scope selector",
                f"{SELECTOR}.values: Invalid value: [\"x\"]: must be no value when `operator` is 'Exist' or "
                "'DoesNotExist' for scope selector",
                f'{SELECTOR}.operator: Invalid value: "Odd": not a valid selector operator',
                f"{SELECTOR}: Invalid value: null: conflicting scopes",
            ],
            id="selector",
        ),
    ],
)
def test_quotas(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("ResourceQuota", spec=spec) == errors


def test_a_misfit_shows_the_whole_selector() -> None:
    expression = {"scopeName": "VolumeAttributesClass", "operator": "Exists"}
    assert refused(
        "ResourceQuota", spec={"hard": {"pods": "1"}, "scopeSelector": {"matchExpressions": [expression]}}
    ) == [
        f'{SELECTOR}: Invalid value: {{"MatchExpressions":[{{"ScopeName":"VolumeAttributesClass",'
        '"Operator":"Exists","Values":null}]}: unsupported scope applied to resource'
    ]


def test_changes_of_quotas() -> None:
    old = {"spec": {"scopes": ["Terminating", "BestEffort"]}}
    assert refused_change("ResourceQuota", old, spec={"scopes": ["BestEffort", "Terminating"]}) == []
    assert refused_change("ResourceQuota", old, spec={}) == ["spec.scopes: Invalid value: null: field is immutable"]
    assert refused_change("ResourceQuota", old, "status", status={"used": {"pods": "-1"}}) == [
        'status.used[pods]: Invalid value: "-1": must be greater than or equal to 0'
    ]


@pytest.mark.parametrize(
    ("item", "errors"),
    [
        pytest.param({"type": "Container", "max": {"cpu": "2"}, "min": {"cpu": "1"}}, [], id="good"),
        pytest.param(
            {"type": "Odd"},
            ['type: Invalid value: "Odd": must be a standard limit type or fully qualified'],
            id="type",
        ),
        pytest.param(
            {"type": "Pod", "default": {"cpu": "1"}, "min": {"pods": "1"}},
            [
                'min[pods]: Invalid value: "pods": must be a standard resource for containers',
                "default: Forbidden: may not be specified when `type` is 'Pod'",
            ],
            id="pod",
        ),
        pytest.param(
            {"type": "PersistentVolumeClaim"},
            ["limits: Required value: either minimum or maximum storage value is required, but neither was provided"],
            id="claim",
        ),
        pytest.param(
            {"type": "example.com/x", "min": {"cpu": "2"}, "max": {"cpu": "1"}, "default": {"cpu": "3"}},
            [
                'min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
                'default[cpu]: Invalid value: "1": default value 3 is greater than max value 1',
            ],
            id="order",
        ),
        pytest.param(
            {
                "type": "Pod",
                "min": {"cpu": "1"},
                "max": {"cpu": "2"},
                "maxLimitRequestRatio": {"cpu": "3", "memory": "500m"},
            },
            [
                'maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000',
                'maxLimitRequestRatio[memory]: Invalid value: "500m": ratio 500m is less than 1',
            ],
            id="ratio",
        ),
        pytest.param(
            {"type": "Pod", "min": {"cpu": "0"}, "max": {"cpu": "2"}, "maxLimitRequestRatio": {"cpu": "3"}},
            [],
            id="a ratio to nothing",
        ),
        pytest.param(
            {"type": "Container", "default": {"example.com/g": "2"}, "defaultRequest": {"example.com/g": "1"}},
            [
                'defaultRequest[example.com/g]: Invalid value: "1": default value 2 must equal to defaultRequest value '
                "1 in example.com/g"
            ],
            id="no overcommit",
        ),
    ],
)
def test_limit_ranges(item: dict[str, Any], errors: list[str]) -> None:
    told = [f"spec.limits[0].{error}" for error in errors]
    assert refused("LimitRange", spec={"limits": [item]}) == told
    assert refused_change("LimitRange", {"spec": {"limits": []}}, spec={"limits": [item]}) == told


def test_types_of_limits_come_once() -> None:
    limits = [{"type": "Pod"}, {"type": "Pod"}]
    assert refused("LimitRange", spec={"limits": limits}) == ['spec.limits[1].type: Duplicate value: "Pod"']
