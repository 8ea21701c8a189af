"""Tests of volumes: names, sources and files."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import new_errors, volume


def files(**source):
    return volume(configMap={"name": "m", **source})


def item(**parts):
    return files(items=[{"key": "k", "path": "p", **parts}])


def downward(**parts):
    return volume(downwardAPI={"items": [{"path": "p", **parts}]})


CASES = {
    "plain": (volume(emptyDir={"sizeLimit": "1Gi", "medium": "Memory"}), []),
    "no source": (volume(), []),
    "two sources": (
        volume(emptyDir={}, hostPath={"path": "/"}, cephfs={"monitors": ["a"]}, downwardAPI={}),
        [
            "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
            "spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type",
            "spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type",
        ],
    ),
    "no name": (
        {"volumes": [{"name": "", "emptyDir": {}}, {"name": "A", "emptyDir": {}}]},
        [
            "spec.volumes[0].name: Required value",
            (
                'spec.volumes[1].name: Invalid value: "A": a lowercase RFC 1123 label must '
                "consist of lower case alphanumeric characters or '-', and must start and end "
                "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
        ],
    ),
    "twice": ({"volumes": [{"name": "v", "emptyDir": {}}] * 2}, ['spec.volumes[1].name: Duplicate value: "v"']),
    "size": (
        volume(emptyDir={"sizeLimit": "-1"}),
        [("spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity")],
    ),
    "path": (volume(hostPath={"path": "/a", "type": "DirectoryOrCreate"}), []),
    "no path": (volume(hostPath={"path": "", "type": "x"}), ["spec.volumes[0].hostPath.path: Required value"]),
    "odd path": (
        volume(hostPath={"path": "/a/../b", "type": "x"}),
        [
            "spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
            (
                'spec.volumes[0].hostPath.type: Unsupported value: "x": supported values: "", '
                '"BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", '
                '"FileOrCreate", "Socket"'
            ),
        ],
    ),
    "repository": (
        volume(gitRepo={"repository": "", "directory": "/a/.."}),
        [
            "spec.volumes[0].gitRepo.repository: Required value",
            ('spec.volumes[0].gitRepo.directory: Invalid value: "/a/..": must be a relative path'),
            "spec.volumes[0].gitRepo.directory: Invalid value: \"/a/..\": must not contain '..'",
        ],
    ),
    "secret": (
        volume(secret={"secretName": "s", "defaultMode": 0o777, "items": [{"key": "k", "path": "a/b", "mode": 0}]}),
        [],
    ),
    "no secret": (
        volume(secret={"defaultMode": 512}),
        [
            "spec.volumes[0].secret.secretName: Required value",
            (
                "spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number "
                "between 0 and 0777 (octal), both inclusive"
            ),
        ],
    ),
    "no map": (
        files(name="", defaultMode=-1),
        [
            "spec.volumes[0].configMap.name: Required value",
            (
                "spec.volumes[0].configMap.defaultMode: Invalid value: -1: must be a number "
                "between 0 and 0777 (octal), both inclusive"
            ),
        ],
    ),
    "items": (
        item(key="", path=""),
        [
            "spec.volumes[0].configMap.items[0].key: Required value",
            "spec.volumes[0].configMap.items[0].path: Required value",
        ],
    ),
    "paths": (
        item(path="/a"),
        [('spec.volumes[0].configMap.items[0].path: Invalid value: "/a": must be a relative path')],
    ),
    "reserved": (
        item(path="..a", mode=512),
        [
            ("spec.volumes[0].configMap.items[0].path: Invalid value: \"..a\": must not start with '..'"),
            (
                "spec.volumes[0].configMap.items[0].mode: Invalid value: 512: must be a number "
                "between 0 and 0777 (octal), both inclusive"
            ),
        ],
    ),
    "backsteps": (
        item(path="a/../b"),
        [("spec.volumes[0].configMap.items[0].path: Invalid value: \"a/../b\": must not contain '..'")],
    ),
    "claim": (
        volume(persistentVolumeClaim={"claimName": ""}),
        ["spec.volumes[0].persistentVolumeClaim.claimName: Required value"],
    ),
    "field": (downward(fieldRef={"fieldPath": "metadata.labels"}, mode=511), []),
    "nothing": (
        downward(),
        [("spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required")],
    ),
    "both": (
        downward(fieldRef={"fieldPath": "status.podIP"}, resourceFieldRef={"resource": "limits.cpu"}),
        [
            (
                'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "status.'
                'podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.'
                'name", "metadata.namespace", "metadata.uid"'
            ),
            (
                'spec.volumes[0].downwardAPI: Invalid value: "resource": fieldRef and '
                "resourceFieldRef can not be specified simultaneously"
            ),
        ],
    ),
    "no container": (
        downward(path="", resourceFieldRef={"resource": "limits.cpu"}),
        [
            "spec.volumes[0].downwardAPI.path: Required value",
            "spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value",
        ],
    ),
    "resource": (downward(resourceFieldRef={"resource": "limits.cpu", "containerName": "c", "divisor": "1m"}), []),
    "image": (
        volume(image={"reference": "", "pullPolicy": "Odd"}),
        [
            "spec.volumes[0].image.reference: Required value",
            (
                'spec.volumes[0].image.pullPolicy: Unsupported value: "Odd": supported values: '
                '"Always", "IfNotPresent", "Never"'
            ),
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
