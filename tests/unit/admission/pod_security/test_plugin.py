"""Tests of PodSecurity: what each level forbids, in which versions, and with which errors."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api
from kapivara.admission.pod_security.checks import violations
from kapivara.admission.pod_security.policy import Demand, read_policy

SAFE = {
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "runAsNonRoot": True,
    "seccompProfile": {"type": "RuntimeDefault"},
}


def container(name: str = "main", /, **fields: Any) -> dict[str, Any]:
    return {"name": name, "image": "app:1", "resources": {}, **fields}


def found(level: str, version: str = "latest", metadata: Any = None, /, **spec: Any) -> list[str]:
    spec = {"containers": [container(securityContext=SAFE)], **spec}
    return [str(each) for each in violations(Demand(level, version), metadata or {}, spec)]  # type: ignore[arg-type]


@pytest.mark.parametrize("level", ["privileged", "baseline", "restricted"])
def test_a_careful_pod_may_run_anywhere(level: str) -> None:
    assert found(level) == []


BAD = {
    "host namespaces (hostNetwork=true, hostPID=true)": {"hostNetwork": True, "hostPID": True},
    'hostPath volumes (volumes "a", "b")': {"volumes": [{"name": each, "hostPath": {}} for each in "ab"]},
    'privileged (container "main" must not set securityContext.privileged=true)': {
        "containers": [container(securityContext={"privileged": True})]
    },
    'hostPort (containers "a", "b" use hostPorts 80, 90)': {
        "initContainers": [container("a", ports=[{"containerPort": 1, "hostPort": 90}])],
        "containers": [container("b", ports=[{"containerPort": 1, "hostPort": 80}])],
    },
    'non-default capabilities (container "main" must not include "NET_RAW", "SYS_TIME" in '
    "securityContext.capabilities.add)": {
        "containers": [container(securityContext={"capabilities": {"add": ["SYS_TIME", "NET_RAW", "CHOWN"]}})]
    },
    'probe or lifecycle host (container "main" uses probe or lifecycle host "10.0.0.1")': {
        "containers": [container(livenessProbe={"httpGet": {"host": "10.0.0.1", "port": 1}})]
    },
    'seLinuxOptions (pod and container "main" set forbidden securityContext.seLinuxOptions: type "odd_t"; '
    "role may not be set)": {
        "securityContext": {"seLinuxOptions": {"type": "odd_t"}},
        "containers": [container(securityContext={"seLinuxOptions": {"role": "r"}})],
    },
    "forbidden sysctls (kernel.msgmax)": {"securityContext": {"sysctls": [{"name": "kernel.msgmax", "value": "1"}]}},
    'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")': {
        "securityContext": {"seccompProfile": {"type": "Unconfined"}}
    },
    "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)": {
        "securityContext": {"windowsOptions": {"hostProcess": True}}
    },
    'procMount (container "main" must not set securityContext.procMount to "Unmasked")': {
        "containers": [container(securityContext={"procMount": "Unmasked"})]
    },
    'forbidden AppArmor profile (container "main" must not set AppArmor profile type to "Unconfined")': {
        "containers": [container(securityContext={"appArmorProfile": {"type": "Unconfined"}})]
    },
}


@pytest.mark.parametrize(
    ("told", "spec"), BAD.items(), ids=lambda each: each.split(" (")[0] if type(each) is str else ""
)
def test_what_baseline_forbids(told: str, spec: dict[str, Any]) -> None:
    assert found("baseline", **spec) == [told]
    assert found("privileged", **spec) == []


def test_what_restricted_asks_for() -> None:
    assert found("restricted", containers=[container()]) == [
        'allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false)',
        'unrestricted capabilities (container "main" must set securityContext.capabilities.drop=["ALL"])',
        'runAsNonRoot != true (pod or container "main" must set securityContext.runAsNonRoot=true)',
        'seccompProfile (pod or container "main" must set securityContext.seccompProfile.type to '
        '"RuntimeDefault" or "Localhost")',
    ]


@pytest.mark.parametrize(
    ("version", "spec", "count"),
    [
        pytest.param("v1.18", {"containers": [container()]}, 2, id="no seccomp, no capabilities"),
        pytest.param("v1.7", {"containers": [container()]}, 1, id="nor privilege escalation"),
        pytest.param("v1.24", {"containers": [container()], "os": {"name": "windows"}}, 4, id="windows as others"),
        pytest.param("v1.25", {"containers": [container()], "os": {"name": "windows"}}, 1, id="windows"),
        pytest.param("v1.34", {"containers": [container()], "hostUsers": False}, 4, id="own users count for nothing"),
        pytest.param("v1.35", {"containers": [container()], "hostUsers": False}, 3, id="own users"),
        pytest.param("v1.99", {"containers": [container()]}, 4, id="versions to come"),
    ],
)
def test_versions(version: str, spec: dict[str, Any], count: int) -> None:
    assert len(found("restricted", version, **spec)) == count


@pytest.mark.parametrize(
    ("labels", "enforced", "warned", "errors"),
    [
        pytest.param({}, "privileged:latest", "privileged:latest", [], id="none"),
        pytest.param({"enforce": "baseline"}, "baseline:latest", "baseline:latest", [], id="warned of the same"),
        pytest.param(
            {"enforce": "baseline", "enforce-version": "v1.20", "warn": "privileged"},
            "baseline:v1.20",
            "privileged:latest",
            [],
            id="not warned",
        ),
        pytest.param(
            {"enforce": "Baseline", "warn-version": "v1.05"},
            "restricted:latest",
            "privileged:latest",
            ["must be one of privileged, baseline, restricted", 'must be "latest" or "v1.x"'],
            id="wrong",
        ),
    ],
)
def test_labels(labels: dict[str, str], enforced: str, warned: str, errors: list[str]) -> None:
    policy, problems = read_policy({f"pod-security.kubernetes.io/{name}": value for name, value in labels.items()})
    assert (str(policy.enforce), str(policy.warn)) == (enforced, warned)
    assert [each.detail for each in problems] == errors


def test_pods_are_refused_and_workloads_warned() -> None:
    api = Api()
    labels = {"pod-security.kubernetes.io/enforce": "baseline"}
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "safe", "labels": labels}}
    assert api.create(namespace).ok
    spec = {"hostNetwork": True, "containers": [{"name": "main", "image": "app:1"}]}
    metadata = {"name": "one", "namespace": "safe"}
    refused = api.create({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}).status
    assert refused is not None
    problem = 'violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'
    assert (refused.code, refused.message) == (403, f'pods "one" is forbidden: {problem}')
    template = {"metadata": {"labels": {"a": "b"}}, "spec": spec}
    body = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    outcome = api.create({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": body})
    assert outcome.ok
    assert f"would {problem.replace('violates', 'violate')}" in outcome.warnings
