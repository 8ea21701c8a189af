"""Tests of environment variables, and references to fields and resources."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import Cases, container, new_errors

NAMES = "a valid environment variable name must consist only of printable ASCII characters other than '='"
VALUE = "spec.containers[0].env[0].valueFrom"


def variable(**parts):
    return container(env=[{"name": "A", **parts}])


def value_from(**parts):
    return variable(valueFrom=parts)


def field(path, version="v1"):
    return value_from(fieldRef={"fieldPath": path, "apiVersion": version})


def resource(name, divisor="0"):
    return value_from(resourceFieldRef={"resource": name, "divisor": divisor})


CASES: Cases = {
    "plain": (variable(value="1"), []),
    "odd but allowed": (variable(name="a b.c-1<"), []),
    "no name": (variable(name=""), ["spec.containers[0].env[0].name: Required value"]),
    "name": (variable(name="a=b"), [f'spec.containers[0].env[0].name: Invalid value: "a=b": {NAMES}']),
    "no source": (
        value_from(),
        [
            f'{VALUE}: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, '
            "`secretKeyRef` or `fileKeyRef`"
        ],
    ),
    "value and source": (
        variable(value="1", valueFrom={"fieldRef": {"fieldPath": "metadata.name"}}),
        [f'{VALUE}: Invalid value: "": may not be specified when `value` is not empty'],
    ),
    "two sources": (
        value_from(fieldRef={"fieldPath": "metadata.name"}, secretKeyRef={"name": "s", "key": "k"}),
        [f'{VALUE}: Invalid value: "": may not have more than one field specified at a time'],
    ),
    "field": (field("status.podIP"), []),
    "label": (field("metadata.labels['a.b/c']"), []),
    "old name of a field": (field("spec.host"), []),
    "no path": (field(""), [f"{VALUE}.fieldRef.fieldPath: Required value"]),
    "version": (
        field("metadata.name", "v2"),
        [
            f'{VALUE}.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod '
            "version: v2"
        ],
    ),
    "unknown field": (
        field("spec.x"),
        [
            f'{VALUE}.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not '
            "supported: spec.x"
        ],
    ),
    "no key of this": (
        field("metadata.name['a']"),
        [
            f"{VALUE}.fieldRef.fieldPath: Invalid value: \"metadata.name['a']\": error converting fieldPath: field "
            "label does not support subscript: metadata.name['a']"
        ],
    ),
    "field of files": (
        field("metadata.labels"),
        [
            f'{VALUE}.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", '
            '"metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", '
            '"status.hostIPs", "status.podIP", "status.podIPs"'
        ],
    ),
    "empty key": (
        field("metadata.labels['']"),
        [
            f'{VALUE}.fieldRef: Invalid value: "": name part must be non-empty',
            f"{VALUE}.fieldRef: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or "
            "'.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', "
            "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        ],
    ),
    "resource": (resource("limits.cpu", "1m"), []),
    "pages": (resource("requests.hugepages-2Mi", "1Mi"), []),
    "no resource": (resource(""), [f"{VALUE}.resourceFieldRef.resource: Required value"]),
    "unknown resource": (
        resource("limits.gpu"),
        [
            f'{VALUE}.resourceFieldRef.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", '
            '"limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", '
            '"requests.memory"'
        ],
    ),
    "divisor of cpu": (
        resource("limits.cpu", "2"),
        [
            f'{VALUE}.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are '
            "supported with the cpu resource"
        ],
    ),
    "divisor of storage": (
        resource("limits.ephemeral-storage", "3"),
        [
            f'{VALUE}.resourceFieldRef.divisor: Invalid value: "limits.ephemeral-storage": only divisor\'s values 1, '
            "1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the local ephemeral storage "
            "resource"
        ],
    ),
    "key of a secret": (value_from(secretKeyRef={"name": "s", "key": "k"}), []),
    "no key": (value_from(secretKeyRef={"name": "s", "key": ""}), [f"{VALUE}.secretKeyRef.key: Required value"]),
    "key": (
        value_from(configMapKeyRef={"name": "s", "key": ".."}),
        [f"{VALUE}.configMapKeyRef.key: Invalid value: \"..\": must not be '..'"],
    ),
    "key of a file": (
        {
            **value_from(fileKeyRef={"volumeName": "v", "path": "a", "key": "k"}),
            "volumes": [{"name": "v", "emptyDir": {}}],
        },
        [],
    ),
    "key of no file": (
        value_from(fileKeyRef={"volumeName": "v", "path": "../a", "key": "="}),
        [
            f'{VALUE}.fileKeyRef.key: Invalid value: "=": {NAMES}',
            f"{VALUE}.fileKeyRef.path: Invalid value: \"../a\": must not contain '..'",
            f'{VALUE}.fileKeyRef.volumeName: Not found: "v"',
        ],
    ),
    "file of another volume": (
        {
            **value_from(fileKeyRef={"volumeName": "v", "path": "a", "key": "k"}),
            "volumes": [{"name": "v", "configMap": {"name": "m"}}],
        },
        [f'{VALUE}.fileKeyRef.volumeName: Invalid value: "v": referenced volume must be of type emptyDir'],
    ),
    "from": (container(envFrom=[{"prefix": "A_", "configMapRef": {"name": "m-"}}]), []),
    "from nowhere": (
        container(envFrom=[{"prefix": "="}]),
        [
            f'spec.containers[0].envFrom[0].prefix: Invalid value: "=": {NAMES}',
            'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
        ],
    ),
    "from both": (
        container(envFrom=[{"configMapRef": {"name": "m"}, "secretRef": {}}]),
        [
            "spec.containers[0].envFrom[0].secretRef.name: Required value",
            'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_environment(spec, expected):
    assert new_errors(spec) == expected
