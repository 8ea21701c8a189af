"""Tests of admission policy bindings: generations and rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import cells, columns, created, kind_named, updated

KINDS = ["ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding"]
SELECTOR = {
    "matchLabels": {"b": "2", "a": "1"},
    "matchExpressions": [{"key": "k", "operator": "In", "values": ["x", "y"]}],
}


@pytest.mark.parametrize("kind", KINDS)
def test_generations_count_changes_of_the_spec(kind: str) -> None:
    made = kind_named(kind)
    old = created(made, spec={"policyName": "p"})
    assert old["metadata"]["generation"] == 1
    assert updated(made, old, spec={"policyName": "q"})["metadata"]["generation"] == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        (None, "<unset>"),
        ({}, "<unset>"),
        ({"name": "n"}, "*/n"),
        ({"name": "n", "namespace": "s"}, "s/n"),
        (
            {"selector": {}},
            "&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}",
        ),
        (
            {"selector": SELECTOR},
            "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{"
            "LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}",
        ),
    ],
)
def test_rows(kind: str, reference: dict[str, Any] | None, shown: str) -> None:
    made = kind_named(kind)
    assert columns(made) == ["Name", "PolicyName", "ParamRef", "Age"]
    parameters = {} if reference is None else {"paramRef": reference}
    assert cells(made, created(made, spec={"policyName": "p", **parameters}))[:3] == ["one", "p", shown]
