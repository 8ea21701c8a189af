"""Tests of persistent volumes and claims."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import Alone
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.groups.core.volumes.persistent_volume_claim import keep_known_sources, match_sources
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH

VOLUMES = GroupVersionResource("", "v1", "persistentvolumes")
CLAIMS = GroupVersionResource("", "v1", "persistentvolumeclaims")
LATER = "2031-01-01T00:00:00Z"


SPEC = {"capacity": {"storage": "1"}, "accessModes": ["ReadWriteOnce"], "nfs": {"server": "s", "path": "/p"}}


def test_a_new_volume_waits(talk: Talk) -> None:
    volume = {"metadata": {"name": "v"}, "spec": SPEC, "status": {"phase": "Bound"}}
    new = talk("create", VOLUMES, body=volume, dryRun="All").object
    assert new["status"].pop("lastPhaseTransitionTime")
    assert new["status"] == {"phase": "Pending"}


@pytest.mark.parametrize(
    ("status", "moment"),
    [
        pytest.param({"phase": "Pending"}, "2029-01-01T00:00:00Z", id="as before"),
        pytest.param({"phase": "Bound"}, "2030-01-02T03:04:05Z", id="another phase"),
        pytest.param({"phase": "Bound", "lastPhaseTransitionTime": LATER}, LATER, id="told"),
    ],
)
def test_when_the_phase_has_changed(status: Any, moment: str) -> None:
    row = next(each for each in CATALOG if each.kind == "PersistentVolume")
    kind = row.load().at(row.at("v1"), Alone())  # type: ignore[arg-type]  # a partial server is enough
    old = {
        "metadata": {},
        "spec": {},
        "status": {"phase": "Pending", "lastPhaseTransitionTime": "2029-01-01T00:00:00Z"},
    }
    new = {"metadata": {}, "spec": {"x": 1}, "status": status}
    kind.prepare_for_status_update(new, old)
    assert new == {"metadata": {}, "spec": {}, "status": {**status, "lastPhaseTransitionTime": moment}}


def test_what_volumes_are_warned_of(talk: Talk) -> None:
    term = {"matchExpressions": [{"key": "beta.kubernetes.io/arch", "operator": "Exists"}]}
    spec = {
        "persistentVolumeReclaimPolicy": "Recycle",
        "nodeAffinity": {"required": {"nodeSelectorTerms": [term]}},
        "capacity": {"storage": "1"},
        "accessModes": ["ReadWriteOnce"],
        "rbd": {"monitors": ["m"], "image": "i"},
    }
    annotations = {"volume.beta.kubernetes.io/mount-options": "ro"}
    body = {"metadata": {"name": "old", "annotations": annotations}, "spec": spec}
    assert talk("create", VOLUMES, body=body, dryRun="All").warnings == (
        "metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "
        '"mountOptions" attribute instead',
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the "
        "recommended approach "
        "is to use dynamic provisioning.",
        "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: "
        "beta.kubernetes.io/arch is deprecated "
        'since v1.14; use "kubernetes.io/arch" instead',
        "spec.rbd: deprecated in v1.28, non-functional in v1.31+",
    )


def test_columns_of_volumes(talk: Talk) -> None:
    spec = {
        "capacity": {"storage": "5Gi"},
        "accessModes": ["ReadWriteMany", "ReadWriteOnce"],
        "persistentVolumeReclaimPolicy": "Retain",
        "claimRef": {"namespace": "n", "name": "c"},
        "storageClassName": "fast",
        "volumeMode": "Block",
    }
    volume = {"metadata": {"name": "v"}, "spec": spec, "status": {"phase": "Bound", "reason": "r"}}
    cells = [each.cell(volume) for each in talk.registry.kind(VOLUMES).table.columns]
    assert cells[:9] == ["v", "5Gi", "RWO,RWX", "Retain", "Bound", "n/c", "fast", "<unset>", "r"]
    assert cells[10] == "Block"


OTHER = {"apiGroup": "e.com", "kind": "W", "name": "w"}
CLAIM = {"apiGroup": None, "kind": "PersistentVolumeClaim", "name": "c"}


@pytest.mark.parametrize(
    ("spec", "old", "expected"),
    [
        pytest.param({}, None, {}, id="none"),
        pytest.param({"dataSource": CLAIM}, None, {"dataSource": CLAIM, "dataSourceRef": CLAIM}, id="the old field"),
        pytest.param({"dataSource": OTHER}, None, {}, id="not in the old field"),
        pytest.param({"dataSourceRef": OTHER}, None, {"dataSource": OTHER, "dataSourceRef": OTHER}, id="the new field"),
        pytest.param({"dataSourceRef": {**OTHER, "namespace": "n"}}, None, {}, id="another namespace"),
        pytest.param(
            {"dataSourceRef": {**OTHER, "namespace": "n"}},
            {"dataSourceRef": OTHER},
            {"dataSourceRef": {**OTHER, "namespace": "n"}},
            id="another namespace as before",
        ),
        pytest.param(
            {"dataSource": OTHER}, {"dataSource": OTHER}, {"dataSource": OTHER, "dataSourceRef": OTHER}, id="as before"
        ),
    ],
)
def test_where_data_comes_from(spec: Any, old: Any, expected: Any) -> None:
    new = {**spec}
    keep_known_sources(new, old)  # type: ignore[arg-type]  # only fields of a claim
    match_sources(new)  # type: ignore[arg-type]
    assert new == expected


def test_claims(talk: Talk) -> None:
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "500m"}},
        "dataSource": CLAIM,
    }
    annotations = {"volume.beta.kubernetes.io/storage-class": "x"}
    created = talk("create", CLAIMS, body={"metadata": {"name": "c", "annotations": annotations}, "spec": spec})
    assert created.warnings == (
        "metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "
        '"storageClassName" attribute instead',
        'spec.resources.requests[storage]: fractional byte value "500m" is invalid, must be an integer',
    )
    assert created.object["spec"]["dataSourceRef"] == CLAIM
    status = {"capacity": {"storage": "1Gi"}, "healthStatus": {}}
    noted = talk("patch", CLAIMS, "c", {"status": status}, sub="status", media_type=MERGE_PATCH)
    assert (noted.object["status"], noted.warnings) == ({"phase": "Pending", "capacity": {"storage": "1Gi"}}, ())
    columns = talk.registry.kind(CLAIMS).table.columns
    assert [each.cell(noted.object) for each in columns[1:7]] == ["Pending", "", "", "", "x", "<unset>"]
    bound = {**noted.object, "spec": {**noted.object["spec"], "volumeName": "v"}}
    assert [each.cell(bound) for each in columns[2:4]] == ["v", "1Gi"]
