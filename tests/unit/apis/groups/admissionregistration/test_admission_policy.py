"""Tests of admission policies: generations, status and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import cells, columns, created, kind_named, updated

RULES = {"ValidatingAdmissionPolicy": "validations", "MutatingAdmissionPolicy": "mutations"}


@pytest.mark.parametrize("kind", RULES)
def test_generations_count_changes_of_the_spec(kind: str) -> None:
    made = kind_named(kind)
    old = created(made, spec={})
    assert updated(made, old, metadata={**old["metadata"], "labels": {"a": "b"}})["metadata"]["generation"] == 1
    assert updated(made, old, spec={"failurePolicy": "Ignore"})["metadata"]["generation"] == 2
    assert not made.unconditional_update


@pytest.mark.parametrize(("kind", "rules"), RULES.items())
def test_rows(kind: str, rules: str) -> None:
    made = kind_named(kind)
    assert columns(made) == ["Name", rules.capitalize(), "ParamKind", "Age"]
    assert cells(made, created(made, spec={}))[:3] == ["one", 0, "<unset>"]
    spec = {rules: [{}, {}], "paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}}
    assert cells(made, created(made, spec=spec))[:3] == ["one", 2, "v1/ConfigMap"]


def test_a_status_changes_nothing_else() -> None:
    made = kind_named("ValidatingAdmissionPolicy")
    old = created(made, spec={}, status={"observedGeneration": 3})
    assert old["status"] == {}
    changed = {"metadata": {"name": "one", "labels": {"a": "b"}}, "spec": {"failurePolicy": "Ignore"}}
    new = updated(made, old, "status", **changed, status={"observedGeneration": 3})
    assert (new["spec"], new["status"]) == (old["spec"], {"observedGeneration": 3})
    assert "labels" not in new["metadata"]
    assert made.status_reset_fields == {"f:metadata": {}, "f:spec": {}}
