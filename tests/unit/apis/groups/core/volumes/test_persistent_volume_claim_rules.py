"""Tests of the rules of claims: immutable fields, expansion and status."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

ANNOTATION = "volume.beta.kubernetes.io/storage-class"
FIXED = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"
LESS = "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"


def claim(size: str = "1Gi", **parts: Any) -> dict[str, Any]:
    return {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}, **parts}


def resized(old: str, new: str) -> str:
    shown = f'-   "storage": "{old}"\n+   "storage": "{new}"\n'
    around = ' "Resources": {\n   "Limits": null,\n   "Requests": {\n' + shown + '   }\n  },\n  "VolumeName": "",\n'
    return f"spec: Forbidden: {FIXED}\n@@ -6,7 +6,7 @@\n {around}"


def test_new_claims() -> None:
    assert refused("PersistentVolumeClaim", spec=claim()) == []
    assert refused("PersistentVolumeClaim", spec={}) == [
        "spec.accessModes: Required value: at least 1 access mode is required",
        "spec.resources[storage]: Required value",
    ]


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param(claim(), claim("1024Mi"), [], id="the same"),
        pytest.param(claim(), claim("2Gi"), [resized("1Gi", "2Gi")], id="more"),
        pytest.param(claim("2Gi"), claim("1Gi"), [resized("2Gi", "1Gi")], id="less"),
        pytest.param(claim(), claim(volumeName="v"), [], id="volume"),
        pytest.param(claim(), claim(storageClassName="c"), [], id="class at last"),
        pytest.param(
            claim(volumeMode="Filesystem"),
            claim(volumeMode="Block"),
            [
                f'spec: Forbidden: {FIXED}\n@@ -11,7 +11,7 @@\n  }},\n  "VolumeName": "",\n'
                '  "StorageClassName": null,\n- "VolumeMode": "Filesystem",\n+ "VolumeMode": "Block",\n'
                '  "DataSource": null,\n  "DataSourceRef": null,\n  "VolumeAttributesClassName": null\n',
                'volumeMode: Invalid value: "Block": field is immutable',
            ],
            id="mode",
        ),
    ],
)
def test_changes(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("PersistentVolumeClaim", {"spec": old}, spec=new) == errors


def test_the_name_of_a_volume_is_told_once() -> None:
    (error,) = refused_change("PersistentVolumeClaim", {"spec": claim(volumeName="v")}, spec=claim(volumeName="w"))
    assert error.startswith(f"spec: Forbidden: {FIXED}\n")


@pytest.mark.parametrize(
    ("annotations", "class_name", "errors"),
    [
        pytest.param({ANNOTATION: "a"}, None, [], id="kept"),
        pytest.param({ANNOTATION: "a"}, "a", [], id="told twice"),
        pytest.param({}, "a", [], id="moved"),
        pytest.param(
            {}, None, [f'metadata.annotations.{ANNOTATION}: Invalid value: "": field is immutable'], id="gone"
        ),
        pytest.param(
            {ANNOTATION: "b"},
            None,
            [f'metadata.annotations.{ANNOTATION}: Invalid value: "b": field is immutable'],
            id="another",
        ),
    ],
)
def test_classes_by_annotation(annotations: dict[str, str], class_name: str | None, errors: list[str]) -> None:
    metadata = {"name": "one", "namespace": "default", "resourceVersion": "1"}
    old = {"metadata": {**metadata, "annotations": {ANNOTATION: "a"}}, "spec": claim()}
    spec = claim(**({} if class_name is None else {"storageClassName": class_name}))
    new = {"metadata": {**metadata, "annotations": annotations}, "spec": spec}
    assert refused_change("PersistentVolumeClaim", old, **new) == errors


@pytest.mark.parametrize(
    ("size", "errors"),
    [
        pytest.param("5Gi", [], id="more"),
        pytest.param("3Gi", [], id="back to what there is not yet"),
        pytest.param("2Gi", [LESS], id="what there is"),
        pytest.param("1Gi", [LESS], id="less"),
    ],
)
def test_bound_claims_grow(size: str, errors: list[str]) -> None:
    from kapivara.apis.groups.core.volumes.persistent_volume_claim_rules import validate_same_claim

    old: Any = {"metadata": {}, "spec": claim("4Gi"), "status": {"phase": "Bound", "capacity": {"storage": "2Gi"}}}
    new = {**old, "spec": claim(size)}
    assert [str(each) for each in validate_same_claim(new, old)] == errors


@pytest.mark.parametrize(
    ("new", "errors"),
    [
        pytest.param({"volumeAttributesClassName": "b"}, [], id="another"),
        pytest.param({"volumeAttributesClassName": ""}, ["empty string"], id="empty"),
        pytest.param({}, ["nil"], id="none"),
    ],
)
def test_attributes_of_bound_claims(new: dict[str, str], errors: list[str]) -> None:
    from kapivara.apis.groups.core.volumes.persistent_volume_claim_rules import validate_same_claim

    status = {"phase": "Bound", "currentVolumeAttributesClassName": "a"}
    old: Any = {"metadata": {}, "spec": claim(volumeAttributesClassName="a"), "status": status}
    assert [str(each) for each in validate_same_claim({**old, "spec": claim(**new)}, old)] == [
        f"spec.volumeAttributesClassName: Forbidden: update to {each} is forbidden when "
        "status.currentVolumeAttributesClassName is not nil"
        for each in errors
    ]


def test_stored_oddities_are_forgiven() -> None:
    selector = {"matchExpressions": [{"key": "a", "operator": "In", "values": ["_"]}]}
    source = {"apiGroup": "_", "kind": "K", "name": "n"}
    odd = claim(selector=selector, dataSource=source, dataSourceRef=source)
    assert refused_change("PersistentVolumeClaim", {"spec": odd}, spec=odd) == []


def test_status() -> None:
    status = {
        "capacity": {"storage": "-1"},
        "allocatedResourceStatuses": {"cpu": "Odd", "example.com/x": "NodeResizePending"},
        "allocatedResources": {"cpu": "1", "storage": "-1", "a b": "1"},
    }
    words = (
        '"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", '
        '"NodeResizePending"'
    )
    told = refused_change("PersistentVolumeClaim", {"spec": claim()}, "status", status=status)
    assert told[:-1] == [
        "status.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
        'status.allocatedResourceStatuses: Unsupported value: "cpu": supported values: "storage"',
        f'status.allocatedResourceStatuses: Unsupported value: "cpu": supported values: {words}',
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
        "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity",
    ]
    assert told[-1].startswith('status.allocatedResources: Invalid value: "a b": name part must consist of')
