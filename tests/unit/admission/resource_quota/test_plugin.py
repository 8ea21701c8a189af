"""Tests of ResourceQuota: which objects count, which are rejected, and the recorded usage."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kapivara import Api


def with_quota(hard: dict[str, str], used: dict[str, str] | None = None, **spec: Any) -> Api:
    """Returns a server with a quota that enforces the given limits; by default, nothing is used."""
    api = Api()
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "quota", "namespace": "default"}}
    stored = api.create({**quota, "spec": {"hard": hard, **spec}}).object
    assert stored is not None
    status = {"hard": hard, "used": dict.fromkeys(hard, "0") if used is None else used}
    assert api.update({**stored, "status": status}, subresource="status").ok
    return api


def used(api: Api) -> dict[str, str]:
    stored = api.get("v1", "ResourceQuota", "quota", namespace="default").object
    assert stored is not None
    told: dict[str, str] = stored["status"]["used"]
    return told


def obj(kind: str, api_version: str = "v1", name: str = "one", **fields: Any) -> dict[str, Any]:
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def pod(requests: dict[str, str] | None = None, limits: dict[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    resources = {"requests": requests or {}, "limits": limits or {}}
    containers = [{"name": "main", "image": "app:1", "resources": resources}]
    return obj("Pod", spec={"containers": containers, **spec})


def claim(size: str, **spec: Any) -> dict[str, Any]:
    resources = {"requests": {"storage": size}}
    return obj("PersistentVolumeClaim", spec={"accessModes": ["ReadWriteOnce"], "resources": resources, **spec})


def service(**spec: Any) -> dict[str, Any]:
    return obj("Service", spec={"ports": [{"port": 80}], **spec})


def refusal(api: Api, body: dict[str, Any]) -> str:
    status = api.create(body).status
    assert status is not None
    assert status.code == 403, status.message
    return status.message.partition(" is forbidden: ")[2]


def exceeded(requested: str, present: str, limited: str) -> str:
    return f"exceeded quota: quota, requested: {requested}, used: {present}, limited: {limited}"


GPU = "example.com/gpu"
OF_CLASS = "fast.storageclass.storage.k8s.io/requests.storage"


@pytest.mark.parametrize(
    ("hard", "body", "problem"),
    [
        pytest.param({"pods": "0"}, pod(), exceeded("pods=1", "pods=0", "pods=0"), id="pods"),
        pytest.param(
            {"count/pods": "0"}, pod(), exceeded("count/pods=1", "count/pods=0", "count/pods=0"), id="count of pods"
        ),
        pytest.param(
            {"cpu": "1", "memory": "1Gi"},
            pod({"cpu": "2", "memory": "1Gi"}),
            exceeded("cpu=2", "cpu=0", "cpu=1"),
            id="only what is too much is told",
        ),
        pytest.param(
            {"limits.cpu": "1"},
            pod({}, {"cpu": "1500m"}),
            exceeded("limits.cpu=1500m", "limits.cpu=0", "limits.cpu=1"),
            id="limits",
        ),
        pytest.param(
            {f"requests.{GPU}": "1"},
            pod({}, {GPU: "2"}),
            exceeded(f"requests.{GPU}=2", f"requests.{GPU}=0", f"requests.{GPU}=1"),
            id="extended resource",
        ),
        pytest.param(
            {"requests.cpu": "1"},
            pod(resources={"requests": {"cpu": "2"}}),
            exceeded("requests.cpu=2", "requests.cpu=0", "requests.cpu=1"),
            id="pod as a whole",
        ),
        pytest.param(
            {"requests.storage": "1Gi"},
            claim("2Gi"),
            exceeded("requests.storage=2Gi", "requests.storage=0", "requests.storage=1Gi"),
            id="storage",
        ),
        pytest.param(
            {OF_CLASS: "1Gi"},
            claim("2Gi", storageClassName="fast"),
            exceeded(f"{OF_CLASS}=2Gi", f"{OF_CLASS}=0", f"{OF_CLASS}=1Gi"),
            id="storage of a class",
        ),
        pytest.param(
            {"services.nodeports": "0"},
            service(type="NodePort"),
            exceeded("services.nodeports=1", "services.nodeports=0", "services.nodeports=0"),
            id="ports of nodes",
        ),
        pytest.param(
            {"services.loadbalancers": "0", "services.nodeports": "0"},
            service(type="LoadBalancer", allocateLoadBalancerNodePorts=False),
            exceeded("services.loadbalancers=1", "services.loadbalancers=0", "services.loadbalancers=0"),
            id="load balancer without ports",
        ),
        pytest.param(
            {"configmaps": "0"},
            obj("ConfigMap"),
            exceeded("configmaps=1", "configmaps=0", "configmaps=0"),
            id="counted by its plain name",
        ),
        pytest.param(
            {"count/leases.coordination.k8s.io": "0"},
            obj("Lease", "coordination.k8s.io/v1", spec={}),
            exceeded(*(f"count/leases.coordination.k8s.io={each}" for each in (1, 0, 0))),
            id="counted by its group",
        ),
        pytest.param(
            {"requests.cpu": "1", "limits.memory": "1Gi"},
            pod({"cpu": "1"}),
            "failed quota: quota: must specify limits.memory for: main",
            id="not said",
        ),
    ],
)
def test_what_is_beyond_a_quota_is_refused(hard: dict[str, str], body: dict[str, Any], problem: str) -> None:
    assert refusal(with_quota(hard), body) == problem


def test_a_quota_that_does_not_say_what_is_used_allows_nothing() -> None:
    api = with_quota({"pods": "1", "count/pods": "1", "secrets": "1"}, {"pods": "0"})
    assert refusal(api, pod()) == "status unknown for quota: quota, resources: count/pods,pods"
    assert api.create(obj("ConfigMap")).ok


def test_what_is_used_is_noted_and_not_given_back() -> None:
    api = with_quota({"pods": "2", "requests.cpu": "1"})
    assert api.create(pod({"cpu": "300m"}), dry_run=True).ok
    assert used(api) == {"pods": "0", "requests.cpu": "0"}
    assert api.create(pod({"cpu": "300m"})).ok
    assert used(api) == {"pods": "1", "requests.cpu": "300m"}
    assert api.delete("v1", "Pod", "one", namespace="default").ok
    assert used(api) == {"pods": "1", "requests.cpu": "300m"}
    assert refusal(api, pod({"cpu": "800m"})) == exceeded("requests.cpu=800m", "requests.cpu=300m", "requests.cpu=1")


def test_an_update_is_charged_what_it_adds() -> None:
    api = with_quota({"services.nodeports": "1", "services": "5"})
    created = api.create(service()).object
    assert created is not None
    created["spec"]["type"] = "NodePort"
    changed = api.update(created).object
    assert changed is not None
    assert used(api) == {"services.nodeports": "1", "services": "1"}
    changed["spec"]["ports"].append({"name": "b", "port": 81})
    changed["spec"]["ports"][0]["name"] = "a"
    status = api.update(changed).status
    assert status is not None
    assert status.message.endswith(exceeded(*(f"services.nodeports={each}" for each in (1, 1, 1))))


ENDS, RUNS = pod(activeDeadlineSeconds=5), pod()
ASKS, URGENT = pod({"cpu": "1"}), pod(priorityClassName="system-node-critical")
BOTH = pod({"cpu": "1"}, activeDeadlineSeconds=1)
TERM = {"topologyKey": "zone", "namespaces": ["other"]}
FAR = pod(affinity={"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [TERM]}})


def selected(scope: str, operator: str, *values: str) -> dict[str, Any]:
    expression = {"scopeName": scope, "operator": operator, **({"values": [*values]} if values else {})}
    return {"scopeSelector": {"matchExpressions": [expression]}}


@pytest.mark.parametrize(
    ("spec", "within", "outside"),
    [
        pytest.param({"scopes": ["Terminating"]}, ENDS, RUNS, id="terminating"),
        pytest.param({"scopes": ["NotTerminating"]}, RUNS, ENDS, id="not terminating"),
        pytest.param({"scopes": ["BestEffort"]}, RUNS, ASKS, id="best effort"),
        pytest.param({"scopes": ["NotBestEffort"]}, ASKS, RUNS, id="not best effort"),
        pytest.param({"scopes": ["NotBestEffort", "Terminating"]}, BOTH, ASKS, id="all of them"),
        pytest.param(selected("PriorityClass", "In", "system-node-critical"), URGENT, RUNS, id="class"),
        pytest.param(selected("PriorityClass", "NotIn", "system-node-critical"), RUNS, URGENT, id="other class"),
        pytest.param(selected("PriorityClass", "Exists"), URGENT, RUNS, id="any class"),
        pytest.param(selected("CrossNamespacePodAffinity", "Exists"), FAR, RUNS, id="affinity"),
    ],
)
def test_quotas_hold_within_their_scopes(spec: dict[str, Any], within: dict[str, Any], outside: dict[str, Any]) -> None:
    api = with_quota({"pods": "0"}, **spec)
    assert refusal(api, within).startswith("exceeded quota")
    assert api.create(outside, dry_run=True).ok


def test_many_at_once_never_use_more_than_there_is() -> None:
    api = with_quota({"count/configmaps": "5"})

    def create(number: int) -> int:
        return api.create(obj("ConfigMap", name=f"map-{number}")).code

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(create, range(16)))
    assert codes == [201] * 5 + [403] * 11
    assert used(api) == {"count/configmaps": "5"}
