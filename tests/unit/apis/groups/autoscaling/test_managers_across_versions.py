"""Tests of field managers of an autoscaler that wrote at different versions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.storage.memory import MemoryStorage

V1, V2 = (GroupVersionResource("autoscaling", version, "horizontalpodautoscalers") for version in ("v1", "v2"))


@pytest.fixture
def talk() -> Talk:
    talk = Talk(Registry(MemoryStorage()))
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    spec = {"maxReplicas": 9, "scaleTargetRef": target, "targetCPUUtilizationPercentage": 33}
    assert talk("create", V1, body={"metadata": {"name": "one"}, "spec": spec}, fieldManager="old").ok
    return talk


def managed(outcome: Outcome) -> dict[tuple[str, str], list[str]]:
    """Returns the managed fields of the spec by manager and version."""
    entries = outcome.object["metadata"]["managedFields"]
    return {(each["manager"], each["apiVersion"]): sorted(each["fieldsV1"]["f:spec"]) for each in entries}


def apply(talk: Talk, resource: GroupVersionResource, spec: dict[str, Any], **query: str) -> Outcome:
    body = {"apiVersion": f"autoscaling/{resource.version}", "kind": "HorizontalPodAutoscaler", "spec": spec}
    body["metadata"] = {"name": "one"}
    return talk("patch", resource, "one", body, media_type=APPLY_PATCH, fieldManager="new", **query)


def test_an_update_takes_only_what_it_changes(talk: Talk) -> None:
    changed = talk("patch", V2, "one", {"spec": {"metrics": []}}, media_type=MERGE_PATCH, fieldManager="new")
    assert managed(changed) == {
        ("old", "autoscaling/v1"): ["f:maxReplicas", "f:minReplicas", "f:scaleTargetRef"],
        ("new", "autoscaling/v2"): ["f:metrics"],
    }


def test_an_apply_conflicts_with_them(talk: Talk) -> None:
    refused = apply(talk, V2, {"minReplicas": 2})
    assert refused.status.message == (
        'Apply failed with 1 conflict: conflict with "old" using autoscaling/v1: .spec.minReplicas'
    )
    assert managed(apply(talk, V2, {"minReplicas": 2}, force="true"))["new", "autoscaling/v2"] == ["f:minReplicas"]


def test_what_is_applied_no_longer_goes_whichever_version_it_was_applied_at(talk: Talk) -> None:
    apply(talk, V2, {"minReplicas": 2, "behavior": {"scaleUp": {"stabilizationWindowSeconds": 5}}}, force="true")
    left = apply(talk, V1, {"minReplicas": 3}, force="true")
    assert "annotations" not in left.object["metadata"]
    assert managed(left)["new", "autoscaling/v1"] == ["f:minReplicas"]
    assert "behavior" not in talk("get", V2, "one").object["spec"]
