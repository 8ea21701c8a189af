"""Tests of the rules of replication controllers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

LABELS = {"app": "x"}


def controller(**spec: Any) -> dict[str, Any]:
    template = {"metadata": {"labels": LABELS}, "spec": {"containers": [{"name": "a", "image": "x:1"}]}}
    return {"selector": LABELS, "template": template, **spec}


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"replicas": -1}, ["spec.replicas: Invalid value: -1: must be greater than or equal to 0"], id="replicas"
        ),
        pytest.param(
            {"selector": {"app": "y"}},
            ['spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`'],
            id="selector",
        ),
        pytest.param({"template": None}, ["spec.template: Required value"], id="template"),
    ],
)
def test_new_ones(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("ReplicationController", spec=controller(**spec)) == errors


def test_a_controller_without_labels_selects_nothing() -> None:
    template = {"spec": {"containers": [{"name": "a", "image": "x:1"}]}}
    assert refused("ReplicationController", spec={"template": template}) == ["spec.selector: Required value"]


@pytest.mark.parametrize(
    ("annotation", "errors"),
    [
        ("non-convertible.kubernetes.io/spec.selector", ["cannot update non-convertible selector"]),
        ("non-convertible.kubernetes.io/odd", ["unknown non-convertible field"]),
        ("example.com/odd", []),
    ],
)
def test_what_could_not_be_converted_stays(annotation: str, errors: list[str]) -> None:
    metadata = {"name": "one", "namespace": "default", "resourceVersion": "1", "annotations": {annotation: "x"}}
    old = {"metadata": metadata, "spec": controller(selector={"a": "b"})}
    found = refused_change("ReplicationController", old, spec=controller())
    assert [each.rpartition(": ")[2] for each in found] == errors


def test_statuses() -> None:
    status = {"replicas": 1, "readyReplicas": 2}
    [error] = refused_change("ReplicationController", {"spec": controller()}, "status", status=status)
    assert error == "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas"
