"""Tests of warnings about pods and pod templates."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.warnings.pod_warnings import overlap_warnings, pod_warnings, template_warnings
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.field import FieldPath

NO_MATCH = "a null labelSelector results in matching no pod"
FRACTION = 'fractional byte value "500m" is invalid, must be an integer'
HIDDEN = 'hides previous definition of "A", which may be dropped when using apply'
CREATED_BY = {"matchExpressions": [{"key": "app.kubernetes.io/created-by"}]}
OLD_OS = 'deprecated since v1.14; use "kubernetes.io/os" instead'
SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead'
REQUIRED, PREFERRED = (
    "requiredDuringSchedulingIgnoredDuringExecution",
    "preferredDuringSchedulingIgnoredDuringExecution",
)


def read(spec: dict[str, Any], **metadata: Any) -> Any:
    """Decodes a pod as the server does."""
    spec = {"containers": [{"name": "c"}], **spec}
    return decode_typed({"metadata": metadata, "spec": spec}, described("apis.groups.core.v1").struct("Pod")).value


def with_container(**fields: Any) -> dict[str, Any]:
    """Returns the spec of a pod with one container."""
    return {"containers": [{"name": "c", **fields}]}


def port(number: int, **fields: Any) -> dict[str, Any]:
    """Returns a port of a container."""
    return {"containerPort": number, "protocol": "TCP", **fields}


@pytest.mark.parametrize(
    ("spec", "warnings"),
    [
        pytest.param({}, [], id="nothing odd"),
        pytest.param(
            {"nodeSelector": {"beta.kubernetes.io/os": "linux", "a": "b"}},
            [f"spec.nodeSelector[beta.kubernetes.io/os]: {OLD_OS}"],
            id="node selector",
        ),
        pytest.param(
            {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [CREATED_BY]}}}},
            [
                f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: "
                "app.kubernetes.io/created-by is deprecated since v1.9"
            ],
            id="node affinity",
        ),
        pytest.param(
            {"affinity": {"podAffinity": {REQUIRED: [{}]}, "podAntiAffinity": {PREFERRED: [{"weight": 1}]}}},
            [
                f"spec.affinity.podAffinity.{REQUIRED}[0].labelSelector: {NO_MATCH}",
                f"spec.affinity.podAntiAffinity.{PREFERRED}[0].podAffinityTerm.labelSelector: {NO_MATCH}",
            ],
            id="pod affinity",
        ),
        pytest.param(
            {"topologySpreadConstraints": [{"topologyKey": "node-role.kubernetes.io/master"}]},
            [
                "spec.topologySpreadConstraints[0].topologyKey: node-role.kubernetes.io/master is "
                'use "node-role.kubernetes.io/control-plane" instead',
                f"spec.topologySpreadConstraints[0].labelSelector: {NO_MATCH}",
            ],
            id="spread",
        ),
        pytest.param(
            {"volumes": [{"name": "v", "storageos": {}}, {"name": "w", "gitRepo": {"repository": "r"}}]},
            [
                "spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+",
                "spec.volumes[1].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
            ],
            id="volumes",
        ),
        pytest.param(
            {"hostAliases": [{"ip": "1.1.1.1"}, {"ip": "1.1.1.1"}], "imagePullSecrets": [{"name": ""}]},
            [
                'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
                'spec.imagePullSecrets[0].name: invalid empty name ""',
            ],
            id="repetitions",
        ),
        pytest.param(
            with_container(resources={"limits": {"memory": "500m", "cpu": "500m"}}),
            [f"spec.containers[0].resources.limits[memory]: {FRACTION}"],
            id="fractions of bytes",
        ),
        pytest.param(
            with_container(
                env=[
                    {"name": "A", "value": "1"},
                    {"name": "A", "value": "$(A)2"},
                    {"name": "A", "value": "$(A)"},
                    {"name": "A", "value": "3"},
                ]
            ),
            [f"spec.containers[0].env[{each}]: {HIDDEN}" for each in (2, 3)],
            id="variables",
        ),
        pytest.param(
            with_container(ports=[port(80), port(80), port(80, hostPort=1), port(81, hostIP="1.1.1.1")]),
            [
                "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]",
                "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]",
                "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]",
                "spec.containers[0].ports[3]: hostIP set without hostPort: "
                "{Name: HostPort:0 ContainerPort:81 Protocol:TCP HostIP:1.1.1.1}",
            ],
            id="ports",
        ),
        pytest.param(
            with_container(ports=[port(80, hostPort=1), port(80, hostPort=1, hostIP="1.1.1.1"), port(80, hostPort=2)]),
            ["spec.containers[0].ports[1]: dangerously ambiguous port definition with spec.containers[0].ports[0]"],
            id="ports of the host",
        ),
        pytest.param(
            with_container(ports=[port(2, name="a")])
            | {"initContainers": [{"name": "i", "ports": [port(1, name="a")]}]},
            [
                'spec.containers[0].ports[0]: duplicate port name "a" with spec.initContainers[0].ports[0], services '
                "and probes that select ports by name will use spec.initContainers[0].ports[0]"
            ],
            id="names of ports",
        ),
        pytest.param(
            {"terminationGracePeriodSeconds": -1, "dnsConfig": {"nameservers": ["::0"]}},
            [
                "spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid "
                "and will be treated as 1",
                'spec.dnsConfig.nameservers[0]: IPv6 address "::0" should be in RFC 5952 canonical format ("::")',
            ],
            id="grace and addresses",
        ),
    ],
)
def test_specs(spec: dict[str, Any], warnings: list[str]) -> None:
    assert pod_warnings(read(spec)) == warnings


@pytest.mark.parametrize(
    ("annotation", "warnings"),
    [
        (
            "scheduler.alpha.kubernetes.io/critical-pod",
            ['non-functional in v1.16+; use the "priorityClassName" field instead'],
        ),
        ("seccomp.security.alpha.kubernetes.io/pod", [SECCOMP]),
        ("container.seccomp.security.alpha.kubernetes.io/c", [SECCOMP]),
        ("container.seccomp.security.alpha.kubernetes.io/d", []),
    ],
)
def test_annotations(annotation: str, warnings: list[str]) -> None:
    pod = read({}, annotations={annotation: "x"})
    assert pod_warnings(pod) == [f"metadata.annotations[{annotation}]: {each}" for each in warnings]


def test_templates_are_told_of_by_their_place() -> None:
    app_armor = "container.apparmor.security.beta.kubernetes.io/c"
    template = read({"nodeSelector": {"beta.kubernetes.io/os": "x"}}, annotations={app_armor: "unconfined"})
    assert template_warnings(template, FieldPath.of("spec", "template")) == [
        f"spec.template.spec.nodeSelector[beta.kubernetes.io/os]: {OLD_OS}",
        f"spec.template.metadata.annotations[{app_armor}]: deprecated since v1.30; use the "
        '"appArmorProfile" field instead',
    ]
    assert template_warnings(None, FieldPath.of("spec")) == []


def test_many_ports_end_soon() -> None:
    pod = read(with_container(ports=[port(1, hostPort=1 + each) for each in range(20_000)]))
    assert pod_warnings(pod) == []
    pod = read(with_container(ports=[port(1)] * 20_000))
    assert len(pod_warnings(pod)) == 1000


def items(*paths: str) -> list[dict[str, str]]:
    """Returns items of a volume with the given paths."""
    return [{"key": "k", "path": each} for each in paths]


def overlap(source: str, one: str, other: str) -> str:
    """Returns the text of a warning."""
    return f'volume "v" ({source}): overlapping paths: {one} with {other}'


@pytest.mark.parametrize(
    ("source", "warnings"),
    [
        pytest.param({"configMap": {"name": "m", "items": items("a", "b", "ab")}}, [], id="different"),
        pytest.param(
            {"configMap": {"name": "m", "items": items("a", "a/")}}, [overlap('ConfigMap "m"', '"a"', '"a"')], id="same"
        ),
        pytest.param(
            {"secret": {"secretName": "s", "items": items("a/b/c", "x", "a", "a/b")}},
            [
                overlap('Secret "s"', '"a"', '"a/b/c"'),
                overlap('Secret "s"', '"a/b"', '"a/b/c"'),
                overlap('Secret "s"', '"a/b"', '"a"'),
            ],
            id="folders",
        ),
        pytest.param({"downwardAPI": {"items": items("", "")}}, [], id="no paths"),
        pytest.param(
            {
                "projected": {
                    "sources": [
                        {"configMap": {"name": "m", "items": items("t")}},
                        {"serviceAccountToken": {"path": "t"}},
                        {},
                        {"podCertificate": {"keyPath": "t/k"}},
                    ]
                }
            },
            [
                'volume "v" (Projected) has no sources provided',
                overlap("Projected", '"t" (ServiceAccountToken)', '"t" (ConfigMap "m")'),
                overlap("Projected", '"t/k" (PodCertificate key)', '"t" (ConfigMap "m")'),
                overlap("Projected", '"t/k" (PodCertificate key)', '"t" (ServiceAccountToken)'),
            ],
            id="projected",
        ),
    ],
)
def test_overlaps(source: dict[str, Any], warnings: list[str]) -> None:
    volume: Any = {"name": "v", **source}
    assert list(overlap_warnings([volume])) == warnings


@pytest.mark.parametrize("paths", [["a"] * 50_000, ["/".join("a" * 50_000)] * 2, [f"{n}/x" for n in range(50_000)]])
def test_many_files_end_soon(paths: list[str]) -> None:
    volume: Any = {"name": "v", "secret": {"items": items(*paths)}}
    assert len(list(overlap_warnings([volume]))) <= 1000
