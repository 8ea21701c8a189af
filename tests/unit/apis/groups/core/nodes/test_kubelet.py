"""Tests of connections to nodes, on a server without kubelets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

PODS, NODES, SERVICES = (GroupVersionResource("", "v1", name) for name in ("pods", "nodes", "services"))
ONE = [{"name": "a", "image": "i"}]
TWO = [*ONE, {"name": "b", "image": "i"}]
NO_HOST = "pod {} does not have a host assigned"
NO_ADDRESS = "no preferred addresses found; known addresses: []"
NO_KUBELET = "kapivara cannot connect to the kubelet of a node"


def pod(name: str, containers: Any, **spec: Any) -> dict[str, Any]:
    return {"metadata": {"name": name}, "spec": {"containers": containers, **spec}}


@pytest.fixture(scope="module")
def talk() -> Talk:
    talk = Talk(Registry(MemoryStorage()))
    made = {
        PODS: [
            pod("one", ONE),
            pod("two", TWO, initContainers=[{"name": "first", "image": "i"}]),
            pod("on-n", ONE, nodeName="n"),
            pod("on-m", ONE, nodeName="m"),
            pod("lost", ONE, nodeName="gone"),
            pod("at", ONE),
        ],
        NODES: [{"metadata": {"name": "n"}}, {"metadata": {"name": "m"}}],
        SERVICES: [{"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}]}}],
    }
    for resource, objects in made.items():
        for each in objects:
            assert talk("create", resource, body=each).code == 201
    address = {"status": {"addresses": [{"type": "Hostname", "address": "h"}]}}
    merge = {"media_type": "application/merge-patch+json", "sub": "status"}
    assert talk("patch", NODES, "m", address, **merge).code == 200
    assert talk("patch", PODS, "at", {"status": {"podIPs": [{"ip": "10.0.0.9"}]}}, **merge).code == 200
    return talk


@pytest.mark.parametrize(
    ("resource", "name", "way", "container", "code", "text"),
    [
        (PODS, "one", "exec", "", 400, NO_HOST.format("one")),
        (PODS, "one", "attach", "a", 400, NO_HOST.format("one")),
        (PODS, "one", "portforward", "", 400, NO_HOST.format("one")),
        (PODS, "two", "portforward", "", 400, NO_HOST.format("two")),
        (PODS, "one", "exec", "zz", 400, "container zz is not valid for pod one"),
        (PODS, "two", "attach", "first", 400, NO_HOST.format("two")),
        (PODS, "two", "exec", "", 400, "a container name must be specified for pod two, choose one of: [first a b]"),
        (PODS, "one", "log", "zz", 400, "container zz is not valid for pod one"),
        (PODS, "on-n", "log", "", 500, NO_ADDRESS),
        (PODS, "on-n", "exec", "", 500, NO_ADDRESS),
        (PODS, "on-m", "exec", "", 501, NO_KUBELET),
        (PODS, "lost", "exec", "", 404, 'pods "gone" not found'),
        (PODS, "none", "exec", "", 404, 'pods "none" not found'),
        (PODS, "none", "log", "", 404, 'pods "none" not found'),
        (PODS, "one", "proxy", "", 400, "address not allowed"),
        (PODS, "https:one:80", "proxy", "", 400, "address not allowed"),
        (PODS, "ftp:one:80", "proxy", "", 400, 'invalid pod request "ftp:one:80"'),
        (PODS, "a:b:c:d", "proxy", "", 400, 'invalid pod request "a:b:c:d"'),
        (PODS, "at", "proxy", "", 501, "kapivara cannot connect to a pod"),
        (NODES, "n", "proxy", "", 500, NO_ADDRESS),
        (NODES, "m:10250", "proxy", "", 501, NO_KUBELET),
        (NODES, "none", "proxy", "", 404, 'nodes "none" not found'),
        (NODES, ":80", "proxy", "", 400, 'invalid node request ":80"'),
        (SERVICES, "s", "proxy", "", 503, 'no endpoints available for service "s"'),
        (SERVICES, "none", "proxy", "", 503, 'no endpoints available for service "none"'),
        (SERVICES, "s:80", "proxy", "", 503, 'no endpoints available for service "s"'),
        (SERVICES, "s:web", "proxy", "", 503, 'no endpoints available for service "s"'),
        (SERVICES, "s:81", "proxy", "", 503, 'no service port 81 found for service "s"'),
        (SERVICES, "none:80", "proxy", "", 404, 'services "none" not found'),
    ],
)
def test_nobody_is_there(
    talk: Talk, resource: GroupVersionResource, name: str, way: str, container: str, code: int, text: str
) -> None:
    outcome = talk("get", resource, name, sub=way, **({"container": container} if container else {}))
    assert (outcome.code, outcome.status.message) == (code, text)


def test_a_pod_that_is_nowhere_has_written_nothing(talk: Talk) -> None:
    outcome = talk("get", PODS, "one", sub="log")
    assert (outcome.code, outcome.document, outcome.status) == (204, None, None)


@pytest.mark.parametrize("verb", ["create", "update", "patch", "delete", "get"])
def test_proxies_take_whatever_they_are_sent(talk: Talk, verb: str) -> None:
    assert talk(verb, NODES, "n", b"anything", sub="proxy", media_type="text/plain").status.message == NO_ADDRESS


@pytest.mark.parametrize(
    ("resource", "name", "way"), [(PODS, "one", "exec"), (NODES, "n", "proxy"), (SERVICES, "s", "proxy")]
)
@pytest.mark.parametrize("value", ["All", ""])
def test_connections_reject_dry_runs(
    talk: Talk, resource: GroupVersionResource, name: str, way: str, value: str
) -> None:
    outcome = talk("create", resource, name, sub=way, dryRun=value)
    assert (outcome.code, outcome.status.message) == (400, "dryRun is not supported")


@pytest.mark.parametrize(
    ("ports", "text"),
    [
        pytest.param("80,81", NO_HOST.format("one"), id="several"),
        pytest.param(
            "80,-1", 'cannot convert to []int32: strconv.ParseUint: parsing "-1": invalid syntax', id="negative"
        ),
        pytest.param(
            "70000", 'cannot convert to []int32: strconv.ParseUint: parsing "70000": value out of range', id="too high"
        ),
    ],
)
def test_ports_to_forward(talk: Talk, ports: str, text: str) -> None:
    assert talk("get", PODS, "one", sub="portforward", ports=ports).status.message == text
