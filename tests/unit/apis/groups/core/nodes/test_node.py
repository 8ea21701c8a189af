"""Tests of nodes: CIDR blocks, removed fields and columns."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH

NODES = GroupVersionResource("", "v1", "nodes")


def created(talk: Talk, spec: Any = None, status: Any = None) -> Any:
    """Returns a created node."""
    body = {"metadata": {"name": "n"}, "spec": spec or {}, "status": status or {}}
    return talk("create", NODES, body=body, dryRun="All")


@pytest.mark.parametrize(
    ("spec", "block", "blocks"),
    [
        pytest.param({"podCIDR": "10.0.0.0/24"}, "10.0.0.0/24", ["10.0.0.0/24"], id="one"),
        pytest.param({"podCIDRs": ["10.0.0.0/24", "::/64"]}, "10.0.0.0/24", ["10.0.0.0/24", "::/64"], id="several"),
        pytest.param({"podCIDR": "10.0.0.0/24", "podCIDRs": ["::/64"]}, "10.0.0.0/24", ["10.0.0.0/24"], id="both"),
    ],
)
def test_blocks_of_addresses(talk: Talk, spec: Any, block: str, blocks: list[str]) -> None:
    new = created(talk, spec).object["spec"]
    assert (new["podCIDR"], new["podCIDRs"]) == (block, blocks)


def test_a_new_node_brings_its_status(talk: Talk) -> None:
    spec = {"configSource": {"configMap": {"namespace": "a", "name": "b", "kubeletConfigKey": "c"}}}
    node = created(talk, spec, {"capacity": {"cpu": "1"}, "config": {"error": "x"}}).object
    assert "configSource" not in node["spec"]
    assert "config" not in node["status"]
    assert node["status"]["allocatable"] == {"cpu": "1"}


def test_warnings(talk: Talk) -> None:
    assert created(talk, {"externalID": "x", "podCIDR": "fd00::0/64"}).warnings == (
        "spec.externalID: this field is deprecated, and is unused by Kubernetes",
        'spec.podCIDRs[0]: IPv6 CIDR value "fd00::0/64" should be in RFC 5952 canonical format ("fd00::/64")',
    )


def test_updates_keep_the_status(talk: Talk) -> None:
    talk("create", NODES, body={"metadata": {"name": "kept"}, "status": {"phase": "Running"}})
    patch = {"spec": {"unschedulable": True, "configSource": {}}, "status": {"phase": "Pending"}}
    new = talk("patch", NODES, "kept", patch, media_type=MERGE_PATCH).object
    assert (new["spec"]["unschedulable"], new["status"]["phase"]) == (True, "Running")
    assert "configSource" not in new["spec"]
    found = talk("list", NODES, fieldSelector="spec.unschedulable=true").object["items"]
    assert [each["metadata"]["name"] for each in found] == ["kept"]


@pytest.mark.parametrize(
    ("conditions", "spec", "text"),
    [
        ([], {}, "Unknown"),
        ([{"type": "Ready", "status": "True"}], {}, "Ready"),
        ([{"type": "Ready", "status": "Unknown"}], {"unschedulable": True}, "NotReady,SchedulingDisabled"),
    ],
    ids=["unknown", "ready", "not ready"],
)
def test_how_a_node_is(talk: Talk, conditions: list[Any], spec: Any, text: str) -> None:
    node = {"metadata": {"name": "n"}, "spec": spec, "status": {"conditions": conditions}}
    assert talk.registry.kind(NODES).table.columns[1].cell(node) == text


def test_other_columns(talk: Talk) -> None:
    labels = {"node-role.kubernetes.io/worker": "", "node-role.kubernetes.io/": "", "kubernetes.io/role": "edge"}
    info = {"kubeletVersion": "v1", "osImage": "", "kernelVersion": "6", "architecture": "arm64"}
    status = {
        "nodeInfo": {**info, "containerRuntimeVersion": "c"},
        "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}],
    }
    node = {"metadata": {"name": "n", "labels": labels}, "spec": {}, "status": status}
    cells = [each.cell(node) for each in talk.registry.kind(NODES).table.columns]
    assert cells[2] == "edge,worker"
    assert cells[4:] == ["v1", "10.0.0.1", "<none>", "<unknown>", "6 (arm64)", "c"]
