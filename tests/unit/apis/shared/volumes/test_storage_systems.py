"""Tests of volumes from storage systems."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import new_errors, volume


def iscsi(**parts):
    return volume(iscsi={"targetPortal": "a", "iqn": "iqn.2001-04.com.example:x", "lun": 1, **parts})


CASES = {
    "disk": (
        volume(gcePersistentDisk={"pdName": "", "partition": 256}),
        [
            "spec.volumes[0].persistentDisk.pdName: Required value",
            ("spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive"),
        ],
    ),
    "block store": (
        volume(awsElasticBlockStore={"volumeID": "", "partition": -1}),
        [
            "spec.volumes[0].awsElasticBlockStore.volumeID: Required value",
            ("spec.volumes[0].awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive"),
        ],
    ),
    "nfs": (
        volume(nfs={"server": "", "path": "a"}),
        [
            "spec.volumes[0].nfs.server: Required value",
            'spec.volumes[0].nfs.path: Invalid value: "a": must be an absolute path',
        ],
    ),
    "iscsi": (iscsi(initiatorName="eui.0123456789abcdef"), []),
    "no iscsi": (
        iscsi(targetPortal="", iqn="", lun=-1, chapAuthSession=True),
        [
            "spec.volumes[0].iscsi.targetPortal: Required value",
            "spec.volumes[0].iscsi.iqn: Required value",
            ("spec.volumes[0].iscsi.lun: Invalid value: -1: must be between 0 and 255, inclusive"),
            "spec.volumes[0].iscsi.secretRef: Required value",
        ],
    ),
    "names of iscsi": (
        iscsi(iqn="iqn.x", initiatorName="x", lun=256),
        [
            'spec.volumes[0].iscsi.iqn: Invalid value: "iqn.x": must be valid format',
            ("spec.volumes[0].iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive"),
            (
                'spec.volumes[0].iscsi.initiatorname: Invalid value: "x": must be valid format '
                "starting with iqn, eui, or naa"
            ),
        ],
    ),
    "long names of iscsi": (
        iscsi(targetPortal="a" * 64, initiatorName="naa.0"),
        [
            ('spec.volumes[0].iscsi.initiatorname: Invalid value: "naa.0": must be valid format'),
            (
                'spec.volumes[0].name: Invalid value: "v": Total length of <volume name>:<iscsi.'
                "targetPortal> must be under 64 characters if iscsi.initiatorName is specified."
            ),
        ],
    ),
    "fibre channel": (volume(fc={"targetWWNs": ["a"], "lun": 0}), []),
    "no fibre channel": (
        volume(fc={}),
        [("spec.volumes[0].fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both")],
    ),
    "both fibre channels": (
        volume(fc={"targetWWNs": ["a"], "wwids": ["b"], "lun": 256}),
        [
            (
                'spec.volumes[0].fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can '
                "not be specified simultaneously"
            ),
            "spec.volumes[0].fc.lun: Invalid value: 256: must be between 0 and 255, inclusive",
        ],
    ),
    "no unit": (
        volume(fc={"targetWWNs": ["a"]}),
        [("spec.volumes[0].fc.lun: Required value: lun is required if targetWWNs is specified")],
    ),
    "quobyte": (volume(quobyte={"registry": "a:1,[::1]:2", "volume": "v"}), []),
    "no quobyte": (
        volume(quobyte={"registry": "", "volume": ""}),
        [
            (
                "spec.volumes[0].quobyte.registry: Required value: must be a host:port pair or "
                "multiple pairs separated by commas"
            ),
            "spec.volumes[0].quobyte.volume: Required value",
        ],
    ),
    "odd quobyte": (
        volume(quobyte={"registry": "a,b:1", "volume": "v"}),
        [
            (
                'spec.volumes[0].quobyte.registry: Invalid value: "a,b:1": must be a host:port '
                "pair or multiple pairs separated by commas"
            )
        ],
    ),
    "tenant": (
        volume(quobyte={"registry": "a:1", "volume": "v", "tenant": "a" * 65}),
        [
            (
                "spec.volumes[0].quobyte.tenant: Required value: must be a UUID and may not "
                "exceed a length of 64 characters"
            )
        ],
    ),
    "glusterfs": (
        volume(glusterfs={"endpoints": "", "path": ""}),
        ["spec.volumes[0].glusterfs.endpoints: Required value", "spec.volumes[0].glusterfs.path: Required value"],
    ),
    "flocker": (
        volume(flocker={"datasetName": "a/b", "datasetUUID": "c"}),
        [
            (
                'spec.volumes[0].flocker: Invalid value: "resource": datasetName and datasetUUID '
                "can not be specified simultaneously"
            ),
            "spec.volumes[0].flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
        ],
    ),
    "no flocker": (
        volume(flocker={}),
        [("spec.volumes[0].flocker: Required value: one of datasetName and datasetUUID is required")],
    ),
    "rbd": (
        volume(rbd={"monitors": [], "image": ""}),
        ["spec.volumes[0].rbd.monitors: Required value", "spec.volumes[0].rbd.image: Required value"],
    ),
    "cinder": (
        volume(cinder={"volumeID": "", "secretRef": {}}),
        ["spec.volumes[0].cinder.volumeID: Required value", "spec.volumes[0].cinder.secretRef.name: Required value"],
    ),
    "cephfs": (volume(cephfs={"monitors": []}), ["spec.volumes[0].cephfs.monitors: Required value"]),
    "flex": (
        volume(flexVolume={"driver": "", "options": {"K8s.io/a": "", "b.kubernetes.io": "", "c": ""}}),
        [
            "spec.volumes[0].flexVolume.driver: Required value",
            (
                'spec.volumes[0].flexVolume.options[K8s.io/a]: Invalid value: "K8s.io/a": '
                "kubernetes.io and k8s.io namespaces are reserved"
            ),
            (
                'spec.volumes[0].flexVolume.options[b.kubernetes.io]: Invalid value: "b.'
                'kubernetes.io": kubernetes.io and k8s.io namespaces are reserved'
            ),
        ],
    ),
    "azure file": (
        volume(azureFile={"secretName": "", "shareName": ""}),
        ["spec.volumes[0].azureFile.secretName: Required value", "spec.volumes[0].azureFile.shareName: Required value"],
    ),
    "azure disk": (
        volume(azureDisk={"diskName": "", "diskURI": "x", "cachingMode": "x", "kind": "x"}),
        [
            "spec.volumes[0].azureDisk.diskName: Required value",
            (
                'spec.volumes[0].azureDisk.cachingMode: Unsupported value: "x": supported '
                'values: "None", "ReadOnly", "ReadWrite"'
            ),
            (
                'spec.volumes[0].azureDisk.kind: Unsupported value: "x": supported values: '
                '"Dedicated", "Managed", "Shared"'
            ),
            (
                'spec.volumes[0].azureDisk.diskURI: Unsupported value: "x": supported values: '
                '"https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"'
            ),
        ],
    ),
    "managed disk": (
        volume(azureDisk={"diskName": "d", "diskURI": "x", "kind": "Managed"}),
        [
            (
                'spec.volumes[0].azureDisk.diskURI: Unsupported value: "x": supported values: '
                '"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.'
                'compute/disks/{disk-id}"'
            )
        ],
    ),
    "vsphere": (volume(vsphereVolume={"volumePath": ""}), ["spec.volumes[0].vsphereVolume.volumePath: Required value"]),
    "photon": (
        volume(photonPersistentDisk={"pdID": ""}),
        ["spec.volumes[0].photonPersistentDisk.pdID: Required value"],
    ),
    "portworx": (volume(portworxVolume={"volumeID": ""}), ["spec.volumes[0].portworxVolume.volumeID: Required value"]),
    "scale io": (
        volume(scaleIO={"gateway": "", "system": "", "secretRef": {}}),
        [
            "spec.volumes[0].scaleIO.gateway: Required value",
            "spec.volumes[0].scaleIO.system: Required value",
            "spec.volumes[0].scaleIO.volumeName: Required value",
        ],
    ),
    "storage os": (
        volume(storageos={"volumeName": "A", "volumeNamespace": "B", "secretRef": {}}),
        [
            (
                'spec.volumes[0].storageos.volumeName: Invalid value: "A": a lowercase RFC 1123 '
                "label must consist of lower case alphanumeric characters or '-', and must start "
                "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex "
                "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
            (
                'spec.volumes[0].storageos.volumeNamespace: Invalid value: "B": a lowercase RFC '
                "1123 label must consist of lower case alphanumeric characters or '-', and must "
                "start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', "
                "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
            "spec.volumes[0].storageos.secretRef.name: Required value",
        ],
    ),
    "no storage os": (volume(storageos={}), ["spec.volumes[0].storageos.volumeName: Required value"]),
    "csi": (volume(csi={"driver": "Example.com", "nodePublishSecretRef": {"name": "s"}}), []),
    "no csi": (
        volume(csi={"driver": "", "nodePublishSecretRef": {}}),
        ["spec.volumes[0].csi.driver: Required value", "spec.volumes[0].csi.nodePublishSecretRef.name: Required value"],
    ),
    "odd csi": (
        volume(csi={"driver": "_" + "a" * 63, "nodePublishSecretRef": {"name": "S"}}),
        [
            "spec.volumes[0].csi.driver: Too long: may not be more than 63 bytes",
            (
                "spec.volumes[0].csi.driver: Invalid value: "
                '"_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": a lowercase '
                "RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '."
                "', and must start and end with an alphanumeric character (e.g. 'example.com', "
                "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                'spec.volumes[0].csi.name: Invalid value: "S": a lowercase RFC 1123 subdomain '
                "must consist of lower case alphanumeric characters, '-' or '.', and must start "
                "and end with an alphanumeric character (e.g. 'example.com', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
