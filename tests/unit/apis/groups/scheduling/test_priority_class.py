"""Tests of priority classes: initial ones, generations and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import cells, kind_named, prepared, sent, updated
from tests.unit.registry.conftest import Talk

from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

CLASS = kind_named("PriorityClass")


@pytest.mark.parametrize(
    ("name", "value"), [("system-node-critical", 2000001000), ("system-cluster-critical", 2000000000)]
)
def test_system_classes(name: str, value: int) -> None:
    obj = Talk(Registry(MemoryStorage()))("get", CLASS.gvr, name).object
    assert (obj["value"], obj["preemptionPolicy"]) == (value, "PreemptLowerPriority")
    assert obj["description"].startswith("Used for system critical pods that must ")
    assert obj["metadata"]["managedFields"][0]["manager"] == "kube-apiserver"


def test_generations_stay_at_one() -> None:
    old = prepared(CLASS, value=5)
    assert old["metadata"]["generation"] == 1
    assert updated(CLASS, old, description="x")["metadata"]["generation"] == 1


def test_rows() -> None:
    assert cells(CLASS, sent(CLASS, value=5)) == ["one", 5, False, "<unknown>", "PreemptLowerPriority"]
    assert cells(CLASS, sent(CLASS, value=5, globalDefault=True, preemptionPolicy="Never"))[2::2] == [True, "Never"]
