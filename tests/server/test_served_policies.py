"""Tests of a server under policies that build huge values: its memory, its threads, and other clients' requests."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Server
from tests.unit.admission.building_policies import applying, doubled, judging, patching

MOST_MEMORY = 150 << 20
KEPT = 60 << 20
LONG_SECONDS = 120
GROUP = "meter.example.com"
ADMISSION = "/apis/admissionregistration.k8s.io/v1"
ADDED = "[JSONPatch{op: 'add', path: '/spec/x', value: variables.all}]"
APPLIED = "Object{spec: Object.spec{x: variables.all}}"
BUILDING: dict[str, dict[str, Any]] = {
    "2^40 lists": patching(ADDED, variables=doubled("[1, 1]", depth=39)),
    "2^22 lists": patching(ADDED, variables=doubled("[1, 1]", depth=22)),
    "a configuration": applying(APPLIED, variables=doubled("[1, 1]", depth=39)),
    "long texts": patching(
        "lists.range(2000).map(i, JSONPatch{op: 'add', path: '/spec/x' + string(i), value: object.spec.long})"
    ),
    "texts that fail": judging("variables.all == 'x'", variables=doubled("'aaaaaaaaaaaaaaaa'", "{0} + {0}")),
}


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Iterator[Server]:
    started = start_server("--anonymous", "--memory")
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {
            "openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            }
        },
    }
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"things.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Cluster",
            "names": {"plural": "things", "kind": "Thing"},
            "versions": [version],
        },
    }
    assert _asked(started, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)[0] == 201
    yield started
    started.stop()


def _asked(server: Server, path: str, body: Any = None) -> tuple[int, str]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{server.url}{path}", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=LONG_SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def _bind(server: Server, policy: dict[str, Any]) -> None:
    """Returns a policy that matches all resources, and its binding."""
    kind = policy.get("kind", "Validating")
    spec = {name: value for name, value in policy.items() if name != "kind"}
    rule = {"apiGroups": [GROUP], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["things"]}
    actions = {"validationActions": ["Deny"]} if kind == "Validating" else {}
    for plural, suffix, said in (
        ("ies", "", {"matchConstraints": {"resourceRules": [rule]}, **spec}),
        ("ybindings", "Binding", {"policyName": "p", **actions}),
    ):
        body = {
            "apiVersion": ADMISSION.removeprefix("/apis/"),
            "kind": f"{kind}AdmissionPolicy{suffix}",
            "metadata": {"name": "p"},
            "spec": said,
        }
        code, told = _asked(server, f"{ADMISSION}/{kind.lower()}admissionpolic{plural}", body)
        assert code == 201, told


def _thing(**spec: Any) -> dict[str, Any]:
    return {"apiVersion": f"{GROUP}/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": spec}


def _memory(server: Server, name: str) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) * 1024


def _wait_until_idle(server: Server) -> None:
    """Waits until the server's threads are nearly idle."""
    ticks, end = os.sysconf("SC_CLK_TCK"), time.monotonic() + LONG_SECONDS

    def spent() -> int:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return int(fields[11]) + int(fields[12])

    before = spent()
    while True:
        assert time.monotonic() < end, "a thread goes on"
        time.sleep(1)
        now = spent()
        if now - before < ticks / 5:
            return
        before = now


@pytest.mark.parametrize("policy", BUILDING.values(), ids=BUILDING)
def test_memory_of_requests_under_a_policy(server: Server, policy: dict[str, Any]) -> None:
    _bind(server, policy)
    idle = _memory(server, "VmRSS")
    for _ in range(6):
        code, told = _asked(server, f"/apis/{GROUP}/v1/things", _thing(long="a" * 1_300_000))
        assert code in (403, 422), told
        assert _asked(server, "/livez") == (200, "ok")
    _wait_until_idle(server)
    assert _memory(server, "VmHWM") - idle < MOST_MEMORY
    assert _memory(server, "VmRSS") - idle < KEPT


def test_a_thread_ends_with_the_time_of_its_request(server: Server) -> None:
    """Endless mutations, each of which reads a large object again, end when the request has got its 504."""
    _bind(server, patching(*["[JSONPatch{op: 'add', path: '/spec/x', value: 1}]"] * 5_000))
    idle = _memory(server, "VmRSS")
    large = _thing(many=[{"a": [number]} for number in range(60_000)])
    code, told = _asked(server, f"/apis/{GROUP}/v1/things?timeout=3s", large)
    assert code == 504, told
    _wait_until_idle(server)
    assert _memory(server, "VmHWM") - idle < MOST_MEMORY
    assert _asked(server, "/livez") == (200, "ok")
