"""Tests of the rules of roles: verbs, and either resources or URLs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused

GOOD = {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]}


@pytest.mark.parametrize(
    ("kind", "rule", "errors"),
    [
        pytest.param("Role", GOOD, [], id="good"),
        pytest.param("ClusterRole", {"verbs": ["get"], "nonResourceURLs": ["/x"]}, [], id="URLs for all namespaces"),
        pytest.param(
            "Role",
            {"verbs": ["get"], "nonResourceURLs": ["/x"]},
            [
                'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
            ],
            id="URLs in a namespace",
        ),
        pytest.param(
            "ClusterRole",
            {**GOOD, "nonResourceURLs": ["/x"]},
            [
                'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and '
                "non-resource URLs"
            ],
            id="both",
        ),
        pytest.param(
            "Role",
            {"verbs": ["get"]},
            [
                "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
                "rules[0].resources: Required value: resource rules must supply at least one resource",
            ],
            id="nothing",
        ),
    ],
)
def test_rules(kind: str, rule: dict[str, Any], errors: list[str]) -> None:
    assert refused(kind, rules=[rule]) == errors


def test_roles_are_gathered_by_selectors() -> None:
    assert refused("ClusterRole", aggregationRule={"clusterRoleSelectors": []}) == [
        "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if "
        "aggregationRule is non-nil"
    ]
    bad = {"matchExpressions": [{"key": "a", "operator": "Nope"}]}
    path = "aggregationRule.clusterRoleSelectors[0]"
    assert refused("ClusterRole", aggregationRule={"clusterRoleSelectors": [bad]}) == [
        f'{path}.matchExpressions[0].operator: Invalid value: "Nope": not a valid selector operator',
        f"{path}: Invalid value: null: invalid label selector.",
    ]
