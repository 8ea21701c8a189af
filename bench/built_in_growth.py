"""built-in-growth: validating built-in objects with lists of 10,000 elements, per element against lists of 1,000.

Lookups among list elements (duplicate names, conflicting ports, mounts of volumes, labels of selectors) must not be
linear searches. The benchmark is the worst of all cases: valid and invalid objects, creates, and updates of objects
that can be stored. Every object has names of its own, so that caches do not help. `python -m bench.built_in_growth
[NAME…]` prints a line for each case.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from bench.harness import Benchmark, Pair
from kapivara import Api
from kapivara.codec import Decoded

FEW, MANY = 1_000, 10_000
LIMIT = 2
TRIES = 3
LETTERS = {FEW: "abc", MANY: "def"}
"""The first letters of names in the objects of each try."""
IMAGE = "registry.example/app"
_NUMBERED = re.compile(r'"(n|l|k|/m/n)(?=\d)')

Items: TypeAlias = list[dict[str, Any]]
Make: TypeAlias = Callable[[int], dict[str, Any]]


def pod(**spec: Any) -> dict[str, Any]:
    """Returns a pod, with one container unless containers are given."""
    containers = spec.pop("containers", [{"name": "app", "image": IMAGE}])
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "large"},
        "spec": {"containers": containers, **spec},
    }


def container(**fields: Any) -> dict[str, Any]:
    """Returns a pod with one container that has these fields."""
    return pod(containers=[{"name": "app", "image": IMAGE, **fields}])


def numbered(count: int, *, same: bool = False, **fields: Any) -> Items:
    """Returns items with distinct names, or all with the same name."""
    return [{"name": f"n{0 if same else number}", **fields} for number in range(count)]


def mounts(count: int, *, same: bool = False) -> dict[str, Any]:
    """Returns a pod that mounts all its volumes, each at a path of its own or all at the same path."""
    volumes = numbered(count, emptyDir={})
    places = [{**each, "mountPath": "/m/x" if same else f"/m/{each['name']}"} for each in numbered(count)]
    made = container(volumeMounts=places)
    made["spec"]["volumes"] = volumes
    return made


def deployment(count: int, *, same: bool = True) -> dict[str, Any]:
    """Returns a deployment whose selector has many labels, which its template has or lacks."""
    wanted = {f"l{number}": "x" for number in range(count)}
    template = pod()
    template["metadata"] = {"labels": wanted if same else {"other": "x"}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "large"},
        "spec": {
            "selector": {"matchLabels": wanted},
            "template": {"metadata": template["metadata"], "spec": template["spec"]},
        },
    }


def service(count: int, *, same: bool = False) -> dict[str, Any]:
    """Returns a service with many ports."""
    ports = [{"name": f"n{0 if same else number}", "port": 1 if same else 1 + number} for number in range(count)]
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "large"}, "spec": {"ports": ports}}


def role(count: int) -> dict[str, Any]:
    """Returns a role with many rules."""
    rules = [{"apiGroups": [""], "resources": [f"r{number}"], "verbs": ["get"]} for number in range(count)]
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "Role",
        "metadata": {"name": "large"},
        "rules": rules,
    }


def slice_of(count: int) -> dict[str, Any]:
    """Returns an EndpointSlice with more endpoints than allowed."""
    endpoints = [{"addresses": [f"10.0.{number // 250}.{number % 250 + 1}"]} for number in range(count)]
    return {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": "large"},
        "addressType": "IPv4",
        "endpoints": endpoints,
        "ports": [],
    }


def subsets(count: int) -> dict[str, Any]:
    """Returns endpoints with many duplicate addresses, which are sorted and merged."""
    addresses = [{"ip": f"10.0.{number // 250}.{number % 250 + 1}"} for number in range(count)]
    ports = [{"port": 80}]
    return {
        "apiVersion": "v1",
        "kind": "Endpoints",
        "metadata": {"name": "large"},
        "subsets": [{"addresses": addresses, "ports": ports}, {"addresses": addresses, "ports": ports}],
    }


def taints(count: int) -> dict[str, Any]:
    """Returns a node with many taints."""
    each = [{"key": f"k{number}", "effect": "NoSchedule"} for number in range(count)]
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "large"}, "spec": {"taints": each}}


def topologies(count: int, *, empty: bool = False) -> dict[str, Any]:
    """Returns a StorageClass with many topologies, distinct or all empty."""
    terms = [
        {"matchLabelExpressions": [] if empty else [{"key": f"k{number}", "values": ["x"]}]} for number in range(count)
    ]
    head = {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "large"}}
    return {**head, "provisioner": "example.com/disk", "allowedTopologies": terms}


def webhook(count: int) -> dict[str, Any]:
    """Returns a webhook for many resources of many groups."""
    groups, resources = ([f"{letter}{number}" for number in range(count)] for letter in "nk")
    rule = {"apiGroups": groups, "apiVersions": ["v1"], "resources": resources, "operations": ["CREATE"]}
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "large"},
        "webhooks": [
            {
                "name": "one.example.com",
                "clientConfig": {"url": "https://example.com"},
                "sideEffects": "None",
                "admissionReviewVersions": ["v1"],
                "rules": [rule],
            }
        ],
    }


def ingress(count: int) -> dict[str, Any]:
    """Returns an ingress with many hosts."""
    hosts = [f"n{number}.example.com" for number in range(count)]
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "large"},
        "spec": {
            "defaultBackend": {"service": {"name": "app", "port": {"number": 80}}},
            "rules": [{"host": host} for host in hosts],
            "tls": [{"hosts": hosts}],
        },
    }


def owned(count: int) -> dict[str, Any]:
    """Returns an object with many owners and many finalizers."""
    owners = [{"apiVersion": "v1", "kind": "Pod", "name": f"n{number}", "uid": f"n{number}"} for number in range(count)]
    metadata = {
        "name": "large",
        "ownerReferences": owners,
        "finalizers": [f"n{number}.example.com/x" for number in range(count)],
    }
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata}


def subjects(count: int) -> dict[str, Any]:
    """Returns a FlowSchema for requests of many users."""
    rule = {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"], "namespaces": ["*"]}
    users = [{"kind": "User", "user": {"name": f"n{number}"}} for number in range(count)]
    return {
        "apiVersion": "flowcontrol.apiserver.k8s.io/v1",
        "kind": "FlowSchema",
        "metadata": {"name": "large"},
        "spec": {
            "priorityLevelConfiguration": {"name": "exempt"},
            "matchingPrecedence": 5,
            "rules": [{"subjects": users, "resourceRules": [rule]}],
        },
    }


def port(number: int, **fields: Any) -> dict[str, Any]:
    """Returns a port of a container."""
    return {"containerPort": 1 + number, **fields}


CASES: dict[str, Make] = {
    "containers": lambda n: pod(containers=numbered(n, image=IMAGE)),
    "same-containers": lambda n: pod(containers=numbered(n, same=True, image=IMAGE)),
    "init-containers": lambda n: pod(initContainers=numbered(n, image=IMAGE)),
    "environment": lambda n: container(env=numbered(n, value="x")),
    "same-environment": lambda n: container(env=numbered(n, same=True, value="x")),
    "ports": lambda n: container(ports=[port(each) for each in range(n)]),
    "same-ports": lambda n: container(ports=[port(0, hostPort=1, name="p") for _ in range(n)]),
    "mounts": mounts,
    "mounts-in-one-place": lambda n: mounts(n, same=True),
    "unknown-mounts": lambda n: container(volumeMounts=numbered(n, mountPath="/m")),
    "tolerations": lambda n: pod(tolerations=[{"key": f"k{each}", "operator": "Exists"} for each in range(n)]),
    "gates": lambda n: pod(schedulingGates=numbered(n)),
    "same-aliases": lambda n: pod(hostAliases=[{"ip": "10.0.0.1", "hostnames": ["x"]} for _ in range(n)]),
    "spread": lambda n: pod(
        topologySpreadConstraints=[
            {"maxSkew": 1, "topologyKey": f"k{each}", "whenUnsatisfiable": "DoNotSchedule"} for each in range(n)
        ]
    ),
    "selected-labels": deployment,
    "missing-labels": lambda n: deployment(n, same=False),
    "service-ports": service,
    "same-service-ports": lambda n: service(n, same=True),
    "rules": role,
    "endpoints": slice_of,
    "subsets": subsets,
    "taints": taints,
    "topologies": topologies,
    "empty-topologies": lambda n: topologies(n, empty=True),
    "webhook": webhook,
    "ingress": ingress,
    "owners": owned,
    "subjects": subjects,
}


def renamed(value: dict[str, Any], letter: str) -> dict[str, Any]:
    """Returns an object with other names and addresses."""
    text = _NUMBERED.sub(rf'"\1{letter}', json.dumps(value))
    renamed: dict[str, Any] = json.loads(text.replace('"10.0.', f'"10.{ord(letter)}.'))
    return renamed


def create(api: Api, value: dict[str, Any]) -> float:
    """Validates an object as a create; returns the processor time."""
    body = json.dumps(value).encode()
    begun = time.process_time()
    api.create(body, dry_run=True)
    return time.process_time() - begun


def update(api: Api, value: dict[str, Any]) -> float:
    """Validates an object as a small update; returns the time, 0 if the object is too large to be stored."""
    stored = api.store_unchecked(Decoded(json.loads(json.dumps(value)))).object
    if stored is None:
        return 0.0
    value["metadata"] |= {"resourceVersion": stored["metadata"]["resourceVersion"], "labels": {"changed": "yes"}}
    begun = time.process_time()
    api.update(Decoded(value), dry_run=True)
    return time.process_time() - begun


Judge: TypeAlias = Callable[[Api, dict[str, Any]], float]
WRITES: dict[str, Judge] = {"create": create, "update": update}


def seconds_each(make: Make, count: int, judge: Judge) -> float:
    """Validates objects with this many elements; returns the best time per element."""
    best = float("inf")
    for letter in LETTERS[count]:
        small, large = (renamed(make(each), letter) for each in (10, count))
        small["metadata"]["name"] = "small"
        with Api(assume_namespaces=True) as api:
            judge(api, small)
            best = min(best, judge(api, large))
    return best / count


def growth(make: Make, judge: Judge) -> float:
    """Returns the ratio of times per element for many and few elements; repeats a high one."""
    least = float("inf")
    for _ in range(TRIES):
        least = min(least, seconds_each(make, MANY, judge) / seconds_each(make, FEW, judge))
        if least <= LIMIT:
            break
    return least


def prepare() -> Pair:
    """Measures all cases."""
    worst = max(growth(make, judge) for make in CASES.values() for judge in WRITES.values())
    return Pair(lambda _: worst, lambda _: 1.0, rounds=1, seconds=0)


BENCHMARK = Benchmark("built-in-growth", LIMIT, prepare)


def main() -> None:
    """Prints the times per element and their ratio for each case."""
    for name in sys.argv[1:] or CASES:
        for write, judge in WRITES.items():
            few, many = (seconds_each(CASES[name], count, judge) for count in (FEW, MANY))
            print(f"{name:20} {write} {few * 1e6:8.1f} us {many * 1e6:8.1f} us  growth {many / few:.2f}", flush=True)


if __name__ == "__main__":
    main()
