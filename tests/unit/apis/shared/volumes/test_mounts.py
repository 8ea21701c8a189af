"""Tests of volume mounts and volume devices."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors

EMPTY = {"name": "e", "emptyDir": {}}
CLAIM = {"name": "p", "persistentVolumeClaim": {"claimName": "a"}}


def mounts(*given, **parts):
    return {**container(volumeMounts=list(given), **parts), "volumes": [EMPTY, CLAIM]}


def devices(*given, **parts):
    return {**container(volumeDevices=list(given), **parts), "volumes": [EMPTY, CLAIM]}


def mount(**parts):
    return {"name": "e", "mountPath": "/a", **parts}


CASES = {
    "mounted": (mounts(mount(), mount(mountPath="/b", readOnly=True, subPath="x/y")), []),
    "no volume": (
        mounts(mount(name="none"), mount(name="", mountPath="")),
        [
            'spec.containers[0].volumeMounts[0].name: Not found: "none"',
            "spec.containers[0].volumeMounts[1].name: Required value",
            'spec.containers[0].volumeMounts[1].name: Not found: ""',
            "spec.containers[0].volumeMounts[1].mountPath: Required value",
        ],
    ),
    "same path": (
        mounts(mount(), mount()),
        [('spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique')],
    ),
    "parts of a volume": (
        mounts(
            mount(subPath="/x"),
            mount(mountPath="/b", subPath="../x"),
            mount(mountPath="/c", subPath="a", subPathExpr="b/.."),
        ),
        [
            ('spec.containers[0].volumeMounts.subPath: Invalid value: "/x": must be a relative path'),
            ("spec.containers[0].volumeMounts.subPath: Invalid value: \"../x\": must not contain '..'"),
            (
                'spec.containers[0].volumeMounts[2].subPathExpr: Invalid value: "b/..": '
                "subPathExpr and subPath are mutually exclusive"
            ),
            ("spec.containers[0].volumeMounts.subPathExpr: Invalid value: \"b/..\": must not contain '..'"),
        ],
    ),
    "propagation": (
        mounts(
            mount(mountPropagation="HostToContainer"),
            mount(mountPath="/b", mountPropagation="Bidirectional"),
            mount(mountPath="/c", mountPropagation="Odd"),
        ),
        [
            (
                "spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional "
                "mount propagation is available only to privileged containers"
            ),
            (
                'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Odd": '
                'supported values: "Bidirectional", "HostToContainer", "None"'
            ),
        ],
    ),
    "recursive": (
        mounts(
            mount(recursiveReadOnly="Enabled", readOnly=True),
            mount(mountPath="/b", recursiveReadOnly="IfPossible", mountPropagation="HostToContainer"),
            mount(mountPath="/c", recursiveReadOnly="x"),
        ),
        [
            (
                "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be "
                "specified when readOnly is true"
            ),
            (
                "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be "
                "specified when mountPropagation is None or not specified"
            ),
            (
                'spec.containers[0].volumeMounts.recursiveReadOnly: Unsupported value: "x": '
                'supported values: "Disabled", "Enabled", "IfPossible"'
            ),
        ],
    ),
    "device": (devices({"name": "p", "devicePath": "/dev/a"}), []),
    "no devices": (
        devices(
            {"name": "e", "devicePath": "/dev/a"},
            {"name": "none", "devicePath": ""},
            {"name": "", "devicePath": "/dev/../b"},
        ),
        [
            (
                'spec.containers[0].volumeDevices[0].name: Invalid value: "e": can only use '
                "volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            ),
            'spec.containers[0].volumeDevices[1].name: Not found: "none"',
            "spec.containers[0].volumeDevices[1].devicePath: Required value",
            "spec.containers[0].volumeDevices[2].name: Required value",
            'spec.containers[0].volumeDevices[2].name: Not found: ""',
            (
                'spec.containers[0].volumeDevices[2].devicePath: Invalid value: "/dev/../b": can '
                "not contain backsteps ('..')"
            ),
        ],
    ),
    "same device": (
        devices({"name": "p", "devicePath": "/dev/a"}, {"name": "p", "devicePath": "/dev/a"}),
        [
            'spec.containers[0].volumeDevices[1].name: Invalid value: "p": must be unique',
            ('spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/dev/a": must be unique'),
        ],
    ),
    "both": (
        mounts({"name": "p", "mountPath": "/a"}, volumeDevices=[{"name": "p", "devicePath": "/a"}]),
        [
            ('spec.containers[0].volumeMounts[0].name: Invalid value: "p": must not already exist in volumeDevices'),
            (
                'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/a": must not '
                "already exist as a path in volumeDevices"
            ),
            ('spec.containers[0].volumeDevices[0].name: Invalid value: "p": must not already exist in volumeMounts'),
            (
                'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/a": must not '
                "already exist as a path in volumeMounts"
            ),
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
