"""Tests of containers of all kinds: names, images, ports and forbidden fields."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import Cases, changed_errors, container, new_errors

LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
FIRST = "may not be set for init containers without restartPolicy=Always"
PROBE = {"exec": {"command": ["x"]}}


def ports(*given):
    return container(ports=list(given))


def first(**parts):
    return {"initContainers": [{"name": "i", "image": "x", **parts}]}


CASES: Cases = {
    "plain": (container(), []),
    "none": ({"containers": []}, ["spec.containers: Required value"]),
    "no name": (container(name=""), ["spec.containers[0].name: Required value"]),
    "name": (container(name="A"), [f'spec.containers[0].name: Invalid value: "A": {LABEL}']),
    "no image": (container(image=""), ["spec.containers[0].image: Required value"]),
    "image in spaces": (
        container(image=" x"),
        ['spec.containers[0].image: Invalid value: " x": must not have leading or trailing whitespace'],
    ),
    "twice": (
        {"containers": [{"name": "c", "image": "x"}] * 2},
        ['spec.containers[1].name: Duplicate value: "c"'],
    ),
    "message policy": (
        container(terminationMessagePolicy="x"),
        [
            'spec.containers[0].terminationMessagePolicy: Unsupported value: "x": supported values: "File", '
            '"FallbackToLogsOnError"'
        ],
    ),
    "pull policy": (
        container(imagePullPolicy="Sometimes"),
        [
            'spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", '
            '"IfNotPresent", "Never"'
        ],
    ),
    "ports": (ports({"containerPort": 80, "name": "http"}, {"containerPort": 80, "protocol": "UDP"}), []),
    "no port": (ports({"name": "a"}), ["spec.containers[0].ports[0].containerPort: Required value"]),
    "port out of range": (
        ports({"containerPort": 65536, "hostPort": -1}),
        [
            "spec.containers[0].ports[0].containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive",
            "spec.containers[0].ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive",
        ],
    ),
    "names of ports": (
        ports({"containerPort": 1, "name": "a"}, {"containerPort": 2, "name": "a"}, {"containerPort": 3, "name": "A"}),
        [
            'spec.containers[0].ports[1].name: Duplicate value: "a"',
            'spec.containers[0].ports[2].name: Invalid value: "A": must contain only alpha-numeric characters '
            "(a-z, 0-9), and hyphens (-)",
            'spec.containers[0].ports[2].name: Invalid value: "A": must contain at least one letter (a-z)',
        ],
    ),
    "protocol": (
        ports({"containerPort": 1, "protocol": "tcp"}),
        ['spec.containers[0].ports[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"'],
    ),
    "ports of the host": (
        ports({"containerPort": 1, "hostPort": 9}, {"containerPort": 2, "hostPort": 9}),
        ['spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//9"'],
    ),
    "network of the host": (
        {**ports({"containerPort": 1, "hostPort": 2}), "hostNetwork": True},
        [
            "spec.containers[0].ports[0].hostPort: Invalid value: 2: must match `containerPort` when `hostNetwork` is "
            "true"
        ],
    ),
    "first": (first(), []),
    "name of another": (first(name="c"), ['spec.initContainers[0].name: Duplicate value: "c"']),
    "probed before": (
        first(livenessProbe=PROBE, readinessProbe=PROBE, startupProbe=PROBE, lifecycle={"preStop": PROBE}),
        [
            f"spec.initContainers[0].lifecycle: Forbidden: {FIRST}",
            f"spec.initContainers[0].livenessProbe: Forbidden: {FIRST}",
            f"spec.initContainers[0].readinessProbe: Forbidden: {FIRST}",
            f"spec.initContainers[0].startupProbe: Forbidden: {FIRST}",
        ],
    ),
    "beside the others": (first(restartPolicy="Always", livenessProbe=PROBE, lifecycle={"preStop": PROBE}), []),
    "resized by restart": (
        first(resizePolicy=[{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]),
        [
            'spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set '
            "to 'RestartContainer' for non-sidecar initContainers"
        ],
    ),
    "the first is blamed": (
        {
            "initContainers": [
                {"name": "i", "image": "x"},
                {"name": "j", "image": "x", "ports": [{"containerPort": 1, "hostPort": 9}] * 2},
            ]
        },
        ['spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//9"'],
    ),
    "added to a new pod": (
        {"ephemeralContainers": [{"name": "e", "image": "x"}]},
        ["spec.ephemeralContainers: Forbidden: cannot be set on create"],
    ),
}

ADDED: Cases = {
    "plain": ({"name": "e", "image": "x", "targetContainerName": "c"}, []),
    "name of another": ({"name": "c", "image": "x"}, ['spec.ephemeralContainers[0].name: Duplicate value: "c"']),
    "no target": (
        {"name": "e", "image": "x", "targetContainerName": "d"},
        ['spec.ephemeralContainers[0].targetContainerName: Not found: "d"'],
    ),
    "too much": (
        {
            "name": "e",
            "image": "x",
            "ports": [{"containerPort": 1}],
            "resources": {"limits": {"cpu": "1"}},
            "livenessProbe": PROBE,
        },
        [
            "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container",
            "spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container",
            "spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container",
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_containers(spec, expected):
    assert new_errors(spec) == expected


@pytest.mark.parametrize(("added", "expected"), ADDED.values(), ids=ADDED)
def test_added_containers(added, expected):
    assert changed_errors({}, {"ephemeralContainers": [added]}, "ephemeralcontainers") == expected
