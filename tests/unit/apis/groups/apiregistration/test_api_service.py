"""Tests of APIServices: names, availability and rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import NOW
from tests.unit.apis.steps import Object, cells, columns, created, kind_named, sent, updated

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

KIND = kind_named("APIService")
SPEC = {"group": "g.example.com", "version": "v1", "groupPriorityMinimum": 1, "versionPriority": 1}
META = {"name": "v1.g.example.com"}
SERVICE = {"name": "s", "namespace": "n"}
LOCAL = {
    "type": "Available",
    "status": "True",
    "lastTransitionTime": NOW,
    "reason": "Local",
    "message": "Local APIServices are always available",
}


@pytest.mark.parametrize(
    ("name", "spec", "error"),
    [
        ("v1.g.example.com", SPEC, ""),
        ("v1.", {**SPEC, "group": ""}, ""),
        ("v2.g.example.com", SPEC, 'must be `spec.version+"."+spec.group`: "v1.g.example.com"'),
        ("a/b", SPEC, "may not contain '/'"),
    ],
)
def test_names(name: str, spec: Object, error: str) -> None:
    obj = sent(KIND, metadata={"name": name}, spec=spec)
    errors = [str(each) for each in KIND.validate(Operation(Verb.CREATE), obj, ABSENT)]
    assert errors == ([f'metadata.name: Invalid value: "{name}": {error}'] if error else [])


def test_what_is_served_here_is_available() -> None:
    assert created(KIND, metadata=META, spec=SPEC)["status"] == {"conditions": [LOCAL]}
    remote = created(KIND, metadata=META, spec={**SPEC, "service": SERVICE}, status={"conditions": [LOCAL]})
    assert remote["status"] == {}
    assert remote["spec"]["service"] == {**SERVICE, "port": 443}


def test_a_status_leaves_all_else_alone() -> None:
    old = created(KIND, metadata=META, spec={**SPEC, "service": SERVICE})
    changed = {"metadata": {**META, "labels": {"a": "b"}}, "spec": SPEC}
    assert updated(KIND, old, "status", **changed, status={"conditions": [LOCAL]}) == {
        **old,
        "status": {"conditions": [LOCAL]},
    }


@pytest.mark.parametrize(
    ("service", "conditions", "row"),
    [
        (None, [], ["Local", "Unknown"]),
        (None, [LOCAL], ["Local", "True"]),
        (SERVICE, [{**LOCAL, "status": "False", "reason": "Gone"}], ["n/s", "False (Gone)"]),
        (SERVICE, [{"type": "Odd", "status": "True"}, {"type": "Available", "status": "False"}], ["n/s", "False"]),
    ],
)
def test_rows(service: Object | None, conditions: list[Object], row: list[Any]) -> None:
    spec = SPEC if service is None else {**SPEC, "service": service}
    obj = {**created(KIND, metadata=META, spec=spec), "status": {"conditions": conditions}}
    assert columns(KIND) == ["Name", "Service", "Available", "Age"]
    assert cells(KIND, obj)[1:3] == row
