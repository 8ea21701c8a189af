"""Tests of disruption budgets: names, generations, the old label of empty selectors, and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, kind_named, prepared, sent, updated

BUDGET = kind_named("PodDisruptionBudget")
OLD = {"key": "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match", "operator": "Exists"}
OTHER = {"key": "a", "operator": "Exists"}


@pytest.mark.parametrize(
    ("name", "problems"), [("A_b", []), ("a/b", ["may not contain '/'"]), ("..", ["may not be '..'"])]
)
def test_names_fit_into_paths(name: str, problems: list[str]) -> None:
    assert BUDGET.check_name(name, False) == problems


@pytest.mark.parametrize(
    ("selector", "left"),
    [
        ({}, {}),
        ({"matchExpressions": [OLD]}, {"matchExpressions": [OLD]}),
        ({"matchExpressions": [OLD, OTHER]}, {"matchExpressions": [OTHER]}),
        ({"matchLabels": {"a": "b"}, "matchExpressions": [OLD]}, {"matchLabels": {"a": "b"}}),
        ({"matchExpressions": [{**OLD, "operator": "DoesNotExist"}]}, {}),
    ],
)
def test_the_old_label(selector: Object, left: Object) -> None:
    old = prepared(BUDGET, spec={"selector": selector})
    assert old["spec"]["selector"] == left
    kept = sent(BUDGET, spec={"selector": selector})
    assert updated(BUDGET, kept, spec=kept["spec"])["spec"]["selector"] == selector
    assert updated(BUDGET, prepared(BUDGET, spec={}), spec={"selector": selector})["spec"]["selector"] == left


def test_generations() -> None:
    old = prepared(BUDGET, spec={"minAvailable": 1}, status={"disruptionsAllowed": 3})
    assert (old["metadata"]["generation"], old["status"]["disruptionsAllowed"]) == (1, 0)
    assert updated(BUDGET, old, spec={"minAvailable": 2})["metadata"]["generation"] == 2
    assert not BUDGET.unconditional_update


@pytest.mark.parametrize(
    ("spec", "row"), [({"minAvailable": "50%"}, ["50%", "N/A"]), ({"maxUnavailable": 0}, ["N/A", "0"])]
)
def test_rows(spec: Object, row: list[str]) -> None:
    assert cells(BUDGET, sent(BUDGET, spec=spec, status={"disruptionsAllowed": 3}))[1:4] == [*row, 3]
