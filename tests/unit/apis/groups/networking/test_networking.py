"""Tests of ingresses, ingress classes, network policies, IP addresses and service CIDRs."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, columns, kind_named, prepared, sent, updated
from tests.unit.registry.conftest import Talk

from kapivara.apis.machinery.objects.body import Body
from kapivara.field import Operation, Verb
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage
from kapivara.values import ABSENT

INGRESS, CLASS = kind_named("Ingress"), kind_named("IngressClass")
POLICY, ADDRESS, BLOCK = kind_named("NetworkPolicy"), kind_named("IPAddress"), kind_named("ServiceCIDR")
CREATE, UPDATE, STATUS = Operation(Verb.CREATE), Operation(Verb.UPDATE), Operation(Verb.UPDATE, "status")


@pytest.mark.parametrize(
    ("given", "types"),
    [
        ({}, ["Ingress"]),
        ({"egress": []}, ["Ingress"]),
        ({"egress": [{}]}, ["Ingress", "Egress"]),
        ({"policyTypes": ["Egress"]}, ["Egress"]),
    ],
)
def test_types_of_policies(given: Object, types: list[str]) -> None:
    assert sent(POLICY, spec=given)["spec"]["policyTypes"] == types


def test_ports_of_policies_are_of_tcp() -> None:
    ports = [{"port": 80}, {"protocol": "UDP"}]
    spec = sent(POLICY, spec={"ingress": [{"ports": ports}], "egress": [{"ports": ports}]})["spec"]
    assert [each["protocol"] for each in (*spec["ingress"][0]["ports"], *spec["egress"][0]["ports"])] == [
        "TCP",
        "UDP",
    ] * 2


@pytest.mark.parametrize(
    ("spec", "generation"),
    [
        pytest.param({"podSelector": {}}, 1, id="same"),
        pytest.param({"podSelector": {}, "ingress": []}, 2, id="empty-list"),
        pytest.param({"podSelector": {"matchLabels": {}}}, 2, id="empty-map"),
        pytest.param({"podSelector": {"matchLabels": {"a": "b"}}}, 2, id="other"),
    ],
)
def test_generations_of_policies_count_empty_lists(spec: Object, generation: int) -> None:
    old = prepared(POLICY, spec={"podSelector": {}})
    new = POLICY.codec.decode(Body({"metadata": {"name": "one"}, "spec": spec})).obj
    POLICY.prepare_for_update(new, old)
    assert new["metadata"].get("generation", 1) == generation


def test_warnings_of_policies() -> None:
    block = {"cidr": "10.0.0.1/8", "except": ["10.010.0.0/16"]}
    spec = {"ingress": [{"from": [{}, {"ipBlock": block}]}], "egress": [{"to": [{"ipBlock": {"cidr": "fd00::/8"}}]}]}
    texts = POLICY.warnings(CREATE, sent(POLICY, spec=spec), ABSENT)
    assert [text.partition(":")[0] for text in texts] == [
        "spec.ingress[0].from[1].ipBlock.cidr",
        "spec.ingress[0].from[1].ipBlock.except[0]",
    ]


@pytest.mark.parametrize(
    ("annotated", "spec", "warned"),
    [(True, {}, True), (True, {"ingressClassName": "x"}, False), (False, {}, False)],
)
def test_classes_by_annotation(annotated: bool, spec: Object, warned: bool) -> None:
    annotations = {"kubernetes.io/ingress.class": "x"} if annotated else {}
    obj = sent(INGRESS, metadata={"name": "one", "annotations": annotations}, spec=spec)
    text = "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead"
    assert INGRESS.warnings(CREATE, obj, ABSENT) == [text] * warned
    assert INGRESS.warnings(UPDATE, obj, obj) == []


def test_addresses_of_a_status() -> None:
    points = [{"hostname": "h"}, {"ip": "010.0.0.1"}]
    obj = sent(INGRESS, status={"loadBalancer": {"ingress": points}})
    (text,) = INGRESS.warnings(STATUS, obj, obj)
    assert text.startswith("status.loadBalancer.ingress[1]: ")


@pytest.mark.parametrize("kind", [INGRESS, CLASS], ids=["Ingress", "IngressClass"])
def test_generations(kind) -> None:
    old = prepared(kind, spec={})
    assert old["metadata"]["generation"] == 1
    spec = {"ingressClassName": "x"} if kind is INGRESS else {"controller": "x"}
    assert updated(kind, old, spec=spec)["metadata"]["generation"] == 2


@pytest.mark.parametrize(("given", "scope"), [({}, "Cluster"), ({"scope": "Namespace"}, "Namespace")])
def test_scopes_of_parameters(given: Object, scope: str) -> None:
    obj = sent(CLASS, spec={"parameters": {"kind": "K", "name": "n", **given}})
    assert obj["spec"]["parameters"]["scope"] == scope


@pytest.mark.parametrize(
    ("spec", "points", "row"),
    [
        ({}, [], ["<none>", "*", "", "80"]),
        (
            {"ingressClassName": "c", "rules": [{"host": "a"}, {}, {"host": "b"}], "tls": [{}]},
            [{"ip": "9.9.9.9"}, {"hostname": "h"}, {"ip": "9.9.9.9"}, {}],
            ["c", "a,b", "9.9.9.9,h", "80, 443"],
        ),
        ({"rules": [{"host": each} for each in "abcd"]}, [], ["<none>", "a,b,c + 1 more...", "", "80"]),
    ],
)
def test_rows_of_ingresses(spec: Object, points: list[Object], row: list[str]) -> None:
    obj = sent(INGRESS, spec=spec, status={"loadBalancer": {"ingress": points}})
    assert cells(INGRESS, obj)[1:5] == row


@pytest.mark.parametrize(
    ("annotations", "spec", "row"),
    [
        ({}, {"controller": "c"}, ["one", "c", "<none>"]),
        (
            {"ingressclass.kubernetes.io/is-default-class": "true"},
            {"parameters": {"kind": "K", "name": "n", "apiGroup": "g"}},
            ["one (default)", "", "K.g/n"],
        ),
        ({}, {"parameters": {"kind": "K", "name": "n"}}, ["one", "", "K/n"]),
    ],
)
def test_rows_of_classes(annotations: Object, spec: Object, row: list[str]) -> None:
    obj = sent(CLASS, metadata={"name": "one", "annotations": annotations}, spec=spec)
    assert cells(CLASS, obj)[:3] == row


def test_rows_of_policies() -> None:
    obj = sent(POLICY, spec={"podSelector": {"matchLabels": {"a": "b"}}})
    assert cells(POLICY, obj)[:2] == ["one", "a=b"]


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("10.0.0.1", []),
        ("fd00::1", []),
        ("fd00::0:1", ['must be in canonical form ("fd00::1")']),
        ("010.0.0.1", ["must not have leading 0s"]),
        ("::ffff:1.2.3.4", ["must not be an IPv4-mapped IPv6 address"]),
        ("a", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]),
    ],
)
def test_names_of_addresses(name: str, problems: list[str]) -> None:
    assert ADDRESS.check_name(name, False) == problems


@pytest.mark.parametrize(
    ("parent", "shown"),
    [
        ({"parentRef": None}, "<none>"),
        ({"parentRef": {"resource": "Services", "namespace": "ns", "name": "n"}}, "services/ns/n"),
        ({"parentRef": {"group": "g", "resource": "r", "name": "n"}}, "r.g/n"),
    ],
)
def test_rows_of_addresses(parent: Object, shown: str) -> None:
    obj = sent(ADDRESS, metadata={"name": "10.0.0.1"}, spec=parent)
    assert cells(ADDRESS, obj) == ["10.0.0.1", shown, "<unknown>"]
    assert columns(ADDRESS) == ["Name", "ParentRef", "Age"]
    assert [each.is_published for each in ADDRESS.table.columns] == [True, True, False]


def test_blocks_keep_their_metadata_from_a_status() -> None:
    old = prepared(BLOCK, spec={"cidrs": ["10.0.0.0/8", "fd00::/64"]}, status={"conditions": [{"type": "a"}]})
    assert old["status"] == {}
    metadata = {"name": "one", "labels": {"a": "b"}, "annotations": {"a": "b"}}
    new = updated(BLOCK, old, "status", metadata=metadata, spec={})
    assert (new["metadata"].get("labels"), new["spec"]) == (None, old["spec"])
    assert cells(BLOCK, new)[1] == "10.0.0.0/8,fd00::/64"


def test_the_block_of_the_servers_own_service() -> None:
    obj = Talk(Registry(MemoryStorage()))("get", BLOCK.gvr, "kubernetes").object
    (ready,) = obj["status"]["conditions"]
    assert (obj["spec"], ready["type"], ready["status"], ready["reason"]) == (
        {"cidrs": ["10.0.0.0/16"]},
        "Ready",
        "True",
        "",
    )
    managers = {each["manager"]: each["operation"] for each in obj["metadata"]["managedFields"]}
    assert managers == {"kube-apiserver": "Update", "kubernetes-service-cidr-controller": "Apply"}
