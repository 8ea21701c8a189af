"""Tests of the rules of persistent volumes: sources, node affinity and immutable fields."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

NFS = {"nfs": {"server": "s", "path": "/p"}}
MODES = ["ReadWriteOnce"]
CSI = {"driver": "d.example.com", "volumeHandle": "h"}
GOOD: dict[str, Any] = {"capacity": {"storage": "1Gi"}, "accessModes": MODES, **NFS}
ISCSI = {"targetPortal": "a", "iqn": "iqn.2001-04.com.example:x", "lun": 1}
LIMIT = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters"


def zone(key: str, *values: str) -> dict[str, Any]:
    expressions = [{"key": key, "operator": "In", "values": list(values)}]
    return {"required": {"nodeSelectorTerms": [{"matchExpressions": expressions}]}}


def told(spec: dict[str, Any], metadata: dict[str, Any] | None = None) -> list[str]:
    return refused("PersistentVolume", metadata={"name": "one", **(metadata or {})}, spec=spec)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param({"accessModes": []}, ["spec.accessModes: Required value"], id="no modes"),
        pytest.param(
            {"accessModes": ["ReadWriteOnce", "ReadWriteOncePod"]},
            ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
            id="alone or not",
        ),
        pytest.param(
            {"capacity": None},
            [
                "spec.capacity: Required value",
                'spec.capacity: Unsupported value: null: supported values: "storage"',
            ],
            id="no capacity",
        ),
        pytest.param(
            {"capacity": {"storage": "-1", "cpu": "1"}},
            [
                'spec.capacity: Unsupported value: {"cpu":"1","storage":"-1"}: supported values: "storage"',
                "spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
                'spec.capacity[storage]: Invalid value: "-1": must be greater than zero',
            ],
            id="odd capacity",
        ),
        pytest.param(
            {"persistentVolumeReclaimPolicy": "Odd", "volumeMode": "Odd", "storageClassName": "_"},
            [
                'spec.persistentVolumeReclaimPolicy: Unsupported value: "Odd": '
                'supported values: "Delete", "Recycle", "Retain"',
                'spec.storageClassName: Invalid value: "_": a lowercase RFC 1123 subdomain must consist of lower case '
                "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. "
                "'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
                'spec.volumeMode: Unsupported value: "Odd": supported values: "Block", "Filesystem"',
            ],
            id="words",
        ),
        pytest.param(
            {"nodeAffinity": {}},
            ["spec.nodeAffinity.required: Required value: must specify required node constraints"],
            id="no nodes",
        ),
        pytest.param(
            {"volumeAttributesClassName": ""},
            [
                "spec.volumeAttributesClassName: Required value: an empty string is disallowed",
                "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
            ],
            id="attributes",
        ),
    ],
)
def test_volumes(change: dict[str, Any], errors: list[str]) -> None:
    assert told({**GOOD, **change}) == errors


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        pytest.param({}, ["spec: Required value: must specify a volume type"], id="none"),
        pytest.param(
            {"gcePersistentDisk": {"pdName": ""}, "cephfs": {"monitors": ["m"]}, "flexVolume": {"driver": ""}},
            [
                "spec.persistentDisk.pdName: Required value",
                "spec.cephFS: Forbidden: may not specify more than 1 volume type",
                "spec.flexVolume.driver: Required value",
            ],
            id="several",
        ),
        pytest.param(
            {"local": {"path": "/a/../b"}},
            [
                "spec.local.path: Invalid value: \"/a/../b\": must not contain '..'",
                "spec.nodeAffinity: Required value: Local volume requires node affinity",
            ],
            id="local",
        ),
        pytest.param(
            {"local": {"path": ""}, "nodeAffinity": zone("a", "b")}, ["spec.local.path: Required value"], id="no path"
        ),
        pytest.param(
            {"hostPath": {"path": "//a/.."}, "persistentVolumeReclaimPolicy": "Recycle"},
            [
                "spec.hostPath.path: Invalid value: \"//a/..\": must not contain '..'",
                "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
            ],
            id="whole node",
        ),
        pytest.param({"hostPath": {"path": "/a"}, "persistentVolumeReclaimPolicy": "Recycle"}, [], id="part of a node"),
        pytest.param(
            {"iscsi": {**ISCSI, "targetPortal": "a" * 64, "initiatorName": "x", "secretRef": {}}},
            [
                f'spec.iscsi.targetportal: Invalid value: "{"a" * 64}": {LIMIT} if iscsi.initiatorName is specified.',
                "spec.iscsi.secretRef.name: Required value",
                'spec.iscsi.initiatorname: Invalid value: "x": must be valid format',
            ],
            id="iscsi",
        ),
        pytest.param(
            {"glusterfs": {"endpoints": "e", "path": "p", "endpointsNamespace": ""}},
            [
                'spec.glusterfs.endpointsNamespace: Invalid value: "": '
                "if the endpointnamespace is set, it must be a valid namespace name"
            ],
            id="glusterfs",
        ),
        pytest.param(
            {"cinder": {"volumeID": "", "secretRef": {}}},
            [
                "spec.cinder.volumeID: Required value",
                "spec.cinder.secretRef.name: Required value",
                "spec.cinder.secretRef.namespace: Required value",
            ],
            id="cinder",
        ),
        pytest.param(
            {"azureFile": {"secretName": "s", "shareName": "", "secretNamespace": ""}},
            ["spec.azureFile.shareName: Required value", "spec.azureFile.secretNamespace: Required value"],
            id="azure",
        ),
        pytest.param(
            {"storageos": {"volumeName": "v", "secretRef": {"name": "s"}}},
            ["spec.storageos.secretRef.namespace: Required value"],
            id="storageos",
        ),
        pytest.param(
            {"csi": {"driver": "", "volumeHandle": "", "nodePublishSecretRef": {"name": "a"}}},
            [
                "spec.csi.driver: Required value",
                "spec.csi.volumeHandle: Required value",
                "spec.csi.nodePublishSecretRef.namespace: Required value",
            ],
            id="csi",
        ),
        pytest.param({"csi": {**CSI, "nodeStageSecretRef": {}}}, [], id="unchecked secret"),
    ],
)
def test_sources(source: dict[str, Any], errors: list[str]) -> None:
    assert told({"capacity": {"storage": "1"}, "accessModes": MODES, **source}) == errors


def test_options_of_mounting() -> None:
    options = {"annotations": {"volume.beta.kubernetes.io/mount-options": "ro"}}
    assert told(GOOD, options) == []
    local = {"capacity": {"storage": "1"}, "accessModes": MODES, "hostPath": {"path": "/a"}}
    assert told(local, options) == [
        "metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: "
        "may not specify mount options for this volume type"
    ]


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param(GOOD, {**GOOD, "capacity": {"storage": "2Gi"}}, [], id="size"),
        pytest.param(
            GOOD,
            {**GOOD, "nfs": {"server": "s", "path": "/q"}},
            [
                "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n"
                '@@ -5,7 +5,7 @@\n  "Glusterfs": null,\n  "NFS": {\n   "Server": "s",\n-  "Path": "/p",\n'
                '+  "Path": "/q",\n   "ReadOnly": false\n  },\n  "RBD": null,\n'
            ],
            id="source",
        ),
        pytest.param(
            {**GOOD, "volumeMode": "Filesystem"},
            {**GOOD, "volumeMode": "Block"},
            ['volumeMode: Invalid value: "Block": field is immutable'],
            id="mode",
        ),
        pytest.param(
            {**GOOD, "nodeAffinity": zone("failure-domain.beta.kubernetes.io/zone", "a")},
            {**GOOD, "nodeAffinity": zone("topology.kubernetes.io/zone", "a")},
            [],
            id="later label",
        ),
        pytest.param(
            {**GOOD, "nodeAffinity": zone("a", "b")},
            {**GOOD, "nodeAffinity": zone("c", "b")},
            [
                'nodeAffinity: Invalid value: {"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"c",'
                '"Operator":"In","Values":["b"]}],"MatchFields":null}]}}: field is immutable, '
                "except for updating from beta label to GA"
            ],
            id="nodes",
        ),
        pytest.param(GOOD, {**GOOD, "nodeAffinity": zone("c", "b")}, [], id="nodes at last"),
        pytest.param(
            {**GOOD, "nodeAffinity": zone("c", "_")}, {**GOOD, "nodeAffinity": zone("c", "_")}, [], id="bad nodes"
        ),
    ],
)
def test_changes(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("PersistentVolume", {"spec": old}, spec=new) == errors


def test_changes_of_drivers() -> None:
    spec = {"capacity": {"storage": "1"}, "accessModes": MODES, "csi": CSI, "volumeAttributesClassName": "c"}
    secret = {**CSI, "controllerExpandSecretRef": {"name": "a", "namespace": "b"}}
    assert refused_change("PersistentVolume", {"spec": spec}, spec={**spec, "csi": secret}) == []
    kept = {key: value for key, value in spec.items() if key != "volumeAttributesClassName"}
    assert refused_change("PersistentVolume", {"spec": spec}, spec=kept) == [
        "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"
    ]


def test_inline_volumes() -> None:
    inline = {
        **GOOD,
        "claimRef": {"name": "c"},
        "persistentVolumeReclaimPolicy": "Delete",
        "nodeAffinity": {},
        "storageClassName": "c",
        "volumeMode": "Block",
    }
    place, context = "spec.source.inlineVolumeSpec", "in the context of inline volumes"
    spec = {"attacher": "a", "nodeName": "n", "source": {"inlineVolumeSpec": inline}}
    assert refused("VolumeAttachment", spec=spec) == [
        f"{place}.claimRef: Forbidden: may not be specified {context}",
        f"{place}.capacity: Forbidden: may not be specified {context}",
        f"{place}.csi: Required value: has to be specified {context}",
        f"{place}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain {context}",
        f"{place}.nodeAffinity: Forbidden: may not be specified {context}",
        f"{place}.storageClassName: Forbidden: may not be specified {context}",
        f"{place}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem {context}",
    ]
    bare = {"accessModes": MODES, "csi": CSI, "volumeAttributesClassName": "_"}
    assert refused("VolumeAttachment", spec={**spec, "source": {"inlineVolumeSpec": bare}}) == []
