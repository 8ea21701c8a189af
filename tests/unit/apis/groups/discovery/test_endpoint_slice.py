"""Tests of endpoint slices: defaults, generations, topology, warnings and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, kind_named, prepared, sent, updated

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

SLICE = kind_named("EndpointSlice")
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
HOST = "kubernetes.io/hostname"


def test_ports_have_a_name_and_a_protocol() -> None:
    obj = sent(SLICE, addressType="IPv4", ports=[{}, {"name": "a", "protocol": "UDP"}])
    assert obj["ports"] == [{"name": "", "protocol": "TCP"}, {"name": "a", "protocol": "UDP"}]


@pytest.mark.parametrize(
    ("parts", "generation"),
    [
        ({}, 1),
        ({"metadata": {"name": "one", "annotations": {"a": "b"}}}, 1),
        ({"metadata": {"name": "one", "labels": {"a": "b"}}}, 2),
        ({"endpoints": []}, 2),
        ({"ports": [{"port": 1}]}, 2),
    ],
)
def test_generations(parts: Object, generation: int) -> None:
    old = prepared(SLICE, addressType="IPv4", endpoints=[{"addresses": ["10.0.0.1"]}])
    assert old["metadata"]["generation"] == 1
    assert updated(SLICE, old, **parts)["metadata"].get("generation", 1) == generation


def endpoint(node: str, **more: object) -> Object:
    return {"addresses": ["10.0.0.1"], "deprecatedTopology": {HOST: node}, **more}


def test_topology_is_dropped() -> None:
    obj = prepared(SLICE, addressType="IPv4", endpoints=[endpoint("n")])
    assert obj["endpoints"] == [{"addresses": ["10.0.0.1"], "conditions": {}}]


def test_nodes_that_were_known_by_topology_stay() -> None:
    old = sent(SLICE, addressType="IPv4", endpoints=[endpoint("n"), endpoint("No_Name")])
    same = updated(SLICE, old, metadata={"name": "one", "labels": {"a": "b"}})
    assert same["endpoints"] == old["endpoints"]
    changed = [endpoint("n", hostname="h"), endpoint("n", nodeName="m"), endpoint("other"), endpoint("No_Name")]
    found = updated(SLICE, old, endpoints=changed)["endpoints"]
    assert [each.get("nodeName") for each in found] == ["n", "m", None, None]
    assert not any("deprecatedTopology" in each for each in found)


def test_warnings() -> None:
    names = sent(SLICE, addressType="FQDN", endpoints=[{"addresses": ["a.b"]}])
    assert SLICE.warnings(CREATE, names, ABSENT) == ["spec.addressType: FQDN endpoints are deprecated"]
    assert SLICE.warnings(UPDATE, names, names) == []
    odd = sent(SLICE, addressType="IPv4", endpoints=[{"addresses": ["10.0.0.1", "010.0.0.1"]}])
    (text,) = SLICE.warnings(UPDATE, odd, odd)
    assert text.startswith("endpoints[0].addresses[1]: non-standard IP address")
    odd["metadata"]["labels"] = {"endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io"}
    assert SLICE.warnings(UPDATE, odd, odd) == []


@pytest.mark.parametrize(
    ("ports", "addresses", "row"),
    [
        ([], [], ["<unset>", "<unset>"]),
        ([{}], [["a"]], ["<unset>", "a"]),
        (
            [{"port": 1}, {"name": "x"}, {"port": 3}, {"port": 4}],
            [["a", "b"], ["c", "d", "e"]],
            ["1,x,3 + 1 more...", "a,b,c + 2 more..."],
        ),
    ],
)
def test_rows(ports: list[Object], addresses: list[list[str]], row: list[str]) -> None:
    endpoints = [{"addresses": each} for each in addresses]
    assert cells(SLICE, sent(SLICE, addressType="IPv4", endpoints=endpoints, ports=ports))[2:4] == row
