"""Tests of storage classes, attachments, drivers and CSI nodes."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, kind_named, prepared, sent, updated

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

CLASS, ATTRIBUTES = kind_named("StorageClass"), kind_named("VolumeAttributesClass")
ATTACHMENT, DRIVER, NODE = kind_named("VolumeAttachment"), kind_named("CSIDriver"), kind_named("CSINode")
CAPACITY = kind_named("CSIStorageCapacity")
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
DEFAULT, BETA = "storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"
ZONE = "failure-domain.beta.kubernetes.io/zone"


def test_defaults_of_classes() -> None:
    obj = sent(CLASS, provisioner="p")
    assert (obj["reclaimPolicy"], obj["volumeBindingMode"]) == ("Delete", "Immediate")


def test_defaults_of_drivers() -> None:
    assert sent(DRIVER)["spec"] == {
        "attachRequired": True,
        "fsGroupPolicy": "ReadWriteOnceWithFSType",
        "podInfoOnMount": False,
        "preventPodSchedulingIfMissing": False,
        "requiresRepublish": False,
        "seLinuxMount": False,
        "storageCapacity": False,
        "volumeLifecycleModes": ["Persistent"],
    }


def test_generations_of_drivers_start_with_the_first_change() -> None:
    old = prepared(DRIVER, spec={})
    assert "generation" not in old["metadata"]
    assert updated(DRIVER, old, spec={"storageCapacity": True})["metadata"]["generation"] == 1
    assert "generation" not in updated(DRIVER, old, metadata={"name": "one", "labels": {"a": "b"}})["metadata"]


def test_tokens_that_may_be_logged() -> None:
    bare, asking = sent(DRIVER), sent(DRIVER, spec={"tokenRequests": [{"audience": "a"}]})
    safe = sent(DRIVER, spec={"tokenRequests": [{"audience": "a"}], "serviceAccountTokenInSecrets": False})
    (text,) = DRIVER.warnings(CREATE, asking, ABSENT)
    assert text.startswith("spec.serviceAccountTokenInSecrets is unset")
    assert DRIVER.warnings(UPDATE, asking, bare) == [text]
    assert DRIVER.warnings(UPDATE, asking, asking) == []
    assert DRIVER.warnings(CREATE, safe, ABSENT) == DRIVER.warnings(CREATE, bare, ABSENT) == []


@pytest.mark.parametrize(
    ("spec", "row"),
    [
        ({}, [True, False, False, "<unset>", False, "Persistent"]),
        (
            {
                "tokenRequests": [{"audience": "a"}, {"audience": ""}],
                "volumeLifecycleModes": ["Ephemeral", "Persistent"],
            },
            [True, False, False, "a,", False, "Ephemeral,Persistent"],
        ),
    ],
)
def test_rows_of_drivers(spec: Object, row: list[object]) -> None:
    assert cells(DRIVER, sent(DRIVER, spec=spec))[1:7] == row


def test_warnings_of_topologies() -> None:
    terms = [{"matchLabelExpressions": [{"key": "a", "values": []}, {"key": ZONE, "values": []}]}]
    (text,) = CLASS.warnings(CREATE, sent(CLASS, provisioner="p", allowedTopologies=terms), ABSENT)
    assert text.startswith("allowedTopologies[0].matchLabelExpressions[1].key: deprecated since v1.17; use")
    obj = sent(CAPACITY, storageClassName="c", nodeTopology={"matchLabels": {ZONE: "a"}})
    (text,) = CAPACITY.warnings(UPDATE, obj, obj)
    assert text.startswith(f"nodeTopology.matchLabels.{ZONE}: deprecated since v1.17; use")


def marked(name: str, created_at: str, annotation: str = DEFAULT, value: str = "true") -> Object:
    obj = sent(CLASS, metadata={"name": name, "annotations": {annotation: value}}, provisioner="p")
    obj["metadata"]["creationTimestamp"] = f"2030-01-0{created_at}T00:00:00Z"
    return obj


@pytest.mark.parametrize(
    ("items", "default"),
    [
        ([], None),
        ([marked("a", "1", value="yes")], None),
        ([marked("a", "1"), marked("b", "2", BETA)], "b"),
        ([marked("b", "1"), marked("a", "1")], "a"),
    ],
)
def test_lists_tell_the_default_class(items: list[Object], default: str | None) -> None:
    layout = CLASS.table.of_list(items)
    names = [layout.columns[0].cell(each) for each in items]
    told = [each["metadata"]["name"] for each in items]
    assert names == [f"{name} (default)" if name == default else name for name in told]
    assert [cells(CLASS, each)[0] for each in items] == told


def test_rows() -> None:
    assert cells(CLASS, sent(CLASS, provisioner="p", allowVolumeExpansion=True))[1:5] == [
        "p",
        "Delete",
        "Immediate",
        True,
    ]
    assert cells(ATTRIBUTES, sent(ATTRIBUTES, driverName="d"))[1] == "d"
    assert cells(NODE, sent(NODE, spec={"drivers": [{"name": "a", "nodeID": "b"}]}))[1] == 1
    assert cells(NODE, sent(NODE))[1] == 0
    spec = {"attacher": "a", "nodeName": "n", "source": {"persistentVolumeName": "v"}}
    assert cells(ATTACHMENT, sent(ATTACHMENT, spec=spec))[1:5] == ["a", "v", "n", False]


@pytest.mark.parametrize("kind", [ATTACHMENT, NODE], ids=["VolumeAttachment", "CSINode"])
def test_a_status_leaves_all_else_alone(kind) -> None:
    health = [{"name": "d"}]
    old = prepared(kind, status={"attached": True} if kind is ATTACHMENT else {"storageHealth": health})
    assert old["status"] == ({"attached": False} if kind is ATTACHMENT else {})
    status = {"attached": True} if kind is ATTACHMENT else {"storageHealth": health}
    new = updated(kind, old, "status", metadata={"name": "one", "labels": {"a": "b"}}, status=status)
    assert "labels" not in new["metadata"]
    assert new["status"] == ({"attached": True} if kind is ATTACHMENT else {})  # storage health is off by default


def test_what_must_be_updated_by_version() -> None:
    kinds = {CLASS: True, ATTRIBUTES: True, ATTACHMENT: False, DRIVER: False, NODE: False, CAPACITY: False}
    assert {kind.gvk.kind: kind.unconditional_update for kind in kinds} == {
        kind.gvk.kind: allowed for kind, allowed in kinds.items()
    }
