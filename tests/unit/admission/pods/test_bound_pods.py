"""Tests of plugins that use the node of a pod: PodTopologyLabels, PodResizeValidator, NodeDeclaredFeatureValidator."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api

ZONE = {"topology.kubernetes.io/zone": "z1"}


def with_node(labels: dict[str, str] | None = None, **status: Any) -> Api:
    api = Api()
    metadata = {"name": "node", "labels": labels or {}}
    stored = api.create({"apiVersion": "v1", "kind": "Node", "metadata": metadata}).object
    assert stored is not None
    stored["status"] |= {"allocatable": {"cpu": "1", "memory": "1Gi"}, **status}
    assert api.update(stored, subresource="status").ok
    return api


def pod(node: str = "node", **spec: Any) -> dict[str, Any]:
    container = {"name": "main", "image": "app:1", "resources": {"requests": {"cpu": "100m"}}}
    metadata = {"name": "one", "namespace": "default", "labels": {"mine": "x"}}
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata}
    return {**body, "spec": {"nodeName": node, "containers": [container], **spec}}


def resized(api: Api, change: dict[str, Any], **spec: Any) -> str:
    """Creates a pod and resizes it; returns the reason of a rejection."""
    assert api.create(pod(**spec)).ok
    patched = api.patch("v1", "Pod", "one", {"spec": change}, namespace="default", subresource="resize")
    return "" if patched.status is None else patched.status.message.partition(" is forbidden: ")[2]


def asking(**requests: str) -> dict[str, Any]:
    return {"containers": [{"name": "main", "resources": {"requests": requests}}]}


def test_a_pod_on_a_node_gets_its_labels() -> None:
    api = with_node({**ZONE, "disk": "ssd"})
    created = api.create(pod()).object
    assert created is not None
    assert created["metadata"]["labels"] == {"mine": "x", **ZONE}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(asking(cpu="1"), "", id="all of it"),
        pytest.param(
            asking(cpu="1001m"),
            "node didn't have enough allocatable resources: cpu, requested: 1001, allocatable: 1000",
            id="too much",
        ),
        pytest.param(
            asking(cpu="2", memory="2Gi"),
            "node didn't have enough allocatable resources: cpu, requested: 2000, allocatable: 1000; "
            "memory, requested: 2147483648, allocatable: 1073741824",
            id="too much of both",
        ),
    ],
)
def test_a_pod_grows_as_far_as_its_node_can_take_it(change: dict[str, Any], problem: str) -> None:
    assert resized(with_node(), change, **_with_memory(change)) == problem


def _with_memory(change: dict[str, Any]) -> dict[str, Any]:
    """Gives a pod a memory request from the start, so that a resize can raise it."""
    requests = {name: "1m" if name == "cpu" else "1Mi" for name in change["containers"][0]["resources"]["requests"]}
    return {"containers": [{"name": "main", "image": "app:1", "resources": {"requests": requests}}]}


def test_only_nodes_with_linux_resize() -> None:
    problem = 'pod resize is only supported on linux nodes, node "node" is "windows"'
    assert resized(with_node({"kubernetes.io/os": "windows"}), asking(cpu="200m")) == problem


def test_a_node_that_is_not_there_resizes_nothing() -> None:
    assert resized(Api(), asking(cpu="200m")) == 'node "node" not found'


WHOLE = {"resources": {"requests": {"cpu": "200m"}}}
BEFORE = [{"name": "init", "image": "app:1", "resources": {"requests": {"cpu": "100m"}}}]


@pytest.mark.parametrize(
    ("spec", "change", "feature"),
    [
        pytest.param(
            WHOLE,
            {"resources": {"requests": {"cpu": "300m"}}},
            "InPlacePodLevelResourcesVerticalScaling",
            id="pod as a whole",
        ),
        pytest.param(
            {"initContainers": BEFORE},
            {"initContainers": [{"name": "init", "resources": {"requests": {"cpu": "200m"}}}]},
            "InPlacePodVerticalScalingInitContainers",
            id="init containers",
        ),
    ],
)
def test_a_pod_changes_as_far_as_its_node_declares(spec: dict[str, Any], change: dict[str, Any], feature: str) -> None:
    problem = f'pod update requires features {feature} which are not available on node "node"'
    assert resized(with_node(declaredFeatures=["Other"]), change, **spec) == problem
    assert resized(with_node(declaredFeatures=[feature]), change, **spec) == ""
