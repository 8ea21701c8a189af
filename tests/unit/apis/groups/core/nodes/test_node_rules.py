"""Tests of the rules of Node and Endpoints."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

KEPT_BLOCKS = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'
AVOIDED = "scheduler.alpha.kubernetes.io/preferAvoidPods"
TAINTS = "scheduler.alpha.kubernetes.io/taints"


def annotated(key: str, text: str) -> dict[str, Any]:
    return {"metadata": {"name": "one", "annotations": {key: text}}}


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param({"spec": {"taints": [{"key": "k", "effect": "NoSchedule"}]}}, [], id="good"),
        pytest.param(
            {"spec": {"taints": [{"key": "k", "effect": "Odd"}, {"key": "k", "effect": "Odd", "value": "v"}]}},
            [
                'metadata.taints[0].effect: Unsupported value: "Odd": supported values: "NoSchedule", '
                '"PreferNoSchedule", "NoExecute"',
                'metadata.taints[1].effect: Unsupported value: "Odd": supported values: "NoSchedule", '
                '"PreferNoSchedule", "NoExecute"',
                'metadata.taints[1]: Duplicate value: {"Key":"k","Value":"v","Effect":"Odd","TimeAdded":null}: '
                "taints must be unique by key and effect pair",
            ],
            id="taints",
        ),
        pytest.param(
            annotated(TAINTS, "{}"),
            [
                f'metadata.annotations: Invalid value: "{TAINTS}": json: cannot unmarshal object into Go value of '
                "type []core.Taint"
            ],
            id="annotated taints of another type",
        ),
        pytest.param(
            annotated(TAINTS, '[{"Key": "a"}]'),
            [f"metadata.annotations.{TAINTS}[0].effect: Required value"],
            id="annotated taints",
        ),
        pytest.param(
            annotated(AVOIDED, '{"preferAvoidPods": [{}, {"podSignature": {"podController": {"controller": true}}}]}'),
            [f"metadata.annotations.{AVOIDED}[0].PodSignature: Required value"],
            id="avoided pods",
        ),
        pytest.param(
            {"status": {"nodeInfo": {"swap": {"capacity": 0}}, "capacity": {"pods": "1500m"}}},
            [
                'status.capacity.pods: Invalid value: "1500m": must be an integer',
                'status.allocatable.pods: Invalid value: "1500m": must be an integer',
                "metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero",
            ],
            id="amounts",
        ),
        pytest.param(
            {"status": {"declaredFeatures": ["B", "A", "A"]}},
            [
                'status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically',
                'status.declaredFeatures[2]: Duplicate value: "A"',
            ],
            id="features",
        ),
        pytest.param({"spec": {"podCIDRs": ["10.0.0.0/24", "fd00::/64"]}}, [], id="a block of each family"),
        pytest.param(
            {"spec": {"podCIDRs": ["10.0.0.0/24", "x"]}},
            [
                'spec.podCIDRs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
                "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid "
                "CIDR[1]: <nil> (invalid CIDR address: x)",
                'spec.podCIDRs: Invalid value: ["10.0.0.0/24","x"]: may specify no more than one CIDR for each IP '
                "family",
            ],
            id="blocks",
        ),
    ],
)
def test_nodes(parts: dict[str, Any], errors: list[str]) -> None:
    assert refused("Node", **parts) == errors


CONFIG = {"namespace": "n", "name": "c", "kubeletConfigKey": "k"}


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param({}, {"podCIDR": "10.0.0.0/24", "podCIDRs": ["10.0.0.0/24"], "providerID": "p"}, [], id="first"),
        pytest.param({"podCIDRs": ["10.0.0.0/24"]}, {}, [KEPT_BLOCKS], id="block"),
        pytest.param(
            {"providerID": "p"},
            {"providerID": "q"},
            ["spec.providerID: Invalid value: null: field cannot be modified once set"],
            id="provider",
        ),
        pytest.param(
            {"providerID": "p"},
            {},
            ["spec.providerID: Invalid value: null: field cannot be cleared once set"],
            id="no provider",
        ),
        pytest.param({}, {"externalID": "e"}, ["spec.externalID: Forbidden: may not be updated"], id="external id"),
    ],
)
def test_changes_of_nodes(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("Node", {"spec": old}, spec=new) == errors


def test_a_status_of_nodes() -> None:
    address = {"type": "InternalIP", "address": "1.2.3.4"}
    assert refused_change("Node", {}, "status", status={"addresses": [address, address]}) == [
        'status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"1.2.3.4"}'
    ]


@pytest.mark.parametrize(
    ("subset", "errors"),
    [
        pytest.param({"addresses": [{"ip": "10.1.2.3", "nodeName": "n"}], "ports": [{"port": 1}]}, [], id="good"),
        pytest.param(
            {"ports": [{"port": 0, "protocol": "Odd"}]},
            [
                "subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`",
                "subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
                'subsets[0].ports[0].protocol: Unsupported value: "Odd": supported values: "SCTP", "TCP", "UDP"',
            ],
            id="nothing",
        ),
        pytest.param(
            {"notReadyAddresses": [{"ip": "x"}], "ports": [{"port": 1}, {"name": "a.b", "port": 2}]},
            [
                'subsets[0].notReadyAddresses[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or '
                "2001:db8::ffff)",
                'subsets[0].notReadyAddresses[0].ip: Invalid value: "x": must be a valid IP address',
                "subsets[0].ports[0].name: Required value",
                'subsets[0].ports[1].name: Invalid value: "a.b": must not contain dots',
            ],
            id="bad",
        ),
    ],
)
def test_endpoints(subset: dict[str, Any], errors: list[str]) -> None:
    assert refused("Endpoints", subsets=[subset]) == errors
    assert refused_change("Endpoints", {"subsets": [subset]}) == []
    assert refused_change("Endpoints", {}, subsets=[subset]) == errors
