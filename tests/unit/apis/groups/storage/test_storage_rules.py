"""Tests of the rules of storage classes and drivers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

ZONE = {"matchLabelExpressions": [{"key": "zone", "values": ["a"]}]}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"reclaimPolicy": "Recycle"},
            ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
            id="policy",
        ),
        pytest.param(
            {"parameters": {"": "x"}}, ['parameters: Invalid value: "": field can not be empty.'], id="parameters"
        ),
        pytest.param(
            {"allowedTopologies": [ZONE, ZONE]},
            ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
            id="topologies",
        ),
        pytest.param(
            {"allowedTopologies": [{}, {}]},
            [f'allowedTopologies[{place}].matchLabelExpressions: Duplicate value: ""' for place in range(2)],
            id="empty topologies",
        ),
    ],
)
def test_classes(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("StorageClass", provisioner="example.com/p", **change) == errors


def test_classes_stay() -> None:
    old = {"provisioner": "example.com/p"}
    assert refused_change("StorageClass", old, provisioner="example.com/q") == [
        "provisioner: Invalid value: null: field is immutable"
    ]
    attributes = {"driverName": "d", "parameters": {"a": "b"}}
    assert refused("VolumeAttributesClass", driverName="d") == [
        "parameters: Required value: must contain at least one key/value pair"
    ]
    assert refused_change("VolumeAttributesClass", attributes, parameters={"a": "c"}) == [
        "parameters: Forbidden: updates to parameters are forbidden."
    ]


def test_drivers_of_nodes() -> None:
    drivers = [{"name": "d", "nodeID": ""}, {"name": "d", "nodeID": "n", "topologyKeys": ["a", "a"]}]
    assert refused("CSINode", spec={"drivers": drivers}) == [
        "spec.drivers[0].nodeID: Required value",
        'spec.drivers[1].name: Duplicate value: "d"',
        'spec.drivers[1]: Duplicate value: "a"',
    ]


def test_drivers() -> None:
    spec = {"tokenRequests": [{"audience": "a", "expirationSeconds": 1}, {"audience": "a"}], "fsGroupPolicy": "X"}
    assert refused("CSIDriver", spec=spec) == [
        'spec.fsGroupPolicy: Unsupported value: "X": supported values: "File", "None", "ReadWriteOnceWithFSType"',
        "spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes",
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
    ]
    assert refused_change("CSIDriver", {"spec": {}}, spec={"attachRequired": False}) == [
        "spec.attachedRequired: Invalid value: false: field is immutable"
    ]


def test_priorities() -> None:
    assert refused("PriorityClass", value=1_000_000_001) == [
        "value: Forbidden: maximum allowed value of a user defined priority is 1000000000"
    ]
    assert refused("PriorityClass", metadata={"name": "system-x"}, value=1) == [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: "
        "system-x is not a known system priority class"
    ]
    assert refused_change("PriorityClass", {"value": 1}, value=2) == [
        "value: Forbidden: may not be changed in an update."
    ]


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        pytest.param({"persistentVolumeName": "v"}, [], id="good"),
        pytest.param(
            {},
            [
                "spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName",
            ],
            id="nothing",
        ),
        pytest.param(
            {"persistentVolumeName": "v", "inlineVolumeSpec": {}},
            ["spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName"],
            id="both",
        ),
    ],
)
def test_attachments(source: dict[str, Any], errors: list[str]) -> None:
    assert refused("VolumeAttachment", spec={"attacher": "a", "nodeName": "n", "source": source}) == errors


def test_attachments_stay_and_are_judged_all_the_same() -> None:
    spec = {"attacher": "a", "nodeName": "n", "source": {"persistentVolumeName": "v"}}
    missing, changed = refused_change("VolumeAttachment", {"spec": spec}, spec={**spec, "attacher": ""})
    assert missing == "spec.attacher: Required value"
    assert changed.endswith("field is immutable")


def test_the_nodes_of_a_capacity_stay() -> None:
    topology = {"matchExpressions": [{"operator": "Exists", "key": "a"}], "matchLabels": {"b": "c"}}
    old = {"storageClassName": "s", "nodeTopology": {}}
    shown = '{"matchLabels":{"b":"c"},"matchExpressions":[{"key":"a","operator":"Exists"}]}'
    assert refused_change("CSIStorageCapacity", old, nodeTopology=topology) == [
        f"nodeTopology: Invalid value: {shown}: field is immutable"
    ]
