"""Tests of services: allocated, kept and dropped values, and warnings."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import Alone
from tests.unit.registry.conftest import Talk

from kapivara.apis.groups.core.services.cluster_addresses import ClusterAddresses, FullError, read_block
from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.groups.core.services.node_ports import FIRST_PORT, LAST_PORT
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage
from kapivara.values import JsonObject

SERVICES = GroupVersionResource("", "v1", "services")
ADDRESSES = GroupVersionResource("networking.k8s.io", "v1", "ipaddresses")
PORT = {"port": 80}


def service(name: str, **spec: Any) -> JsonObject:
    """Returns a service."""
    return {"metadata": {"name": name}, "spec": {"ports": [{**PORT}], **spec}}


def created(talk: Talk, name: str, **spec: Any) -> JsonObject:
    """Returns the spec of a created service."""
    outcome = talk("create", SERVICES, body=service(name, **spec))
    assert outcome.ok, outcome.status
    found: JsonObject = outcome.object["spec"]
    return found


def changed(talk: Talk, name: str, **spec: Any) -> JsonObject:
    """Returns the spec of a service after a merge patch."""
    outcome = talk("patch", SERVICES, name, {"spec": spec}, media_type=MERGE_PATCH)
    assert outcome.ok, outcome.status
    found: JsonObject = outcome.object["spec"]
    return found


def refusal(talk: Talk, name: str, **spec: Any) -> str:
    """Returns the error text of a rejected service."""
    message: str = talk("create", SERVICES, body=service(name, **spec)).status.message
    return message.partition(": ")[2]


def test_the_server_has_a_service_of_its_own(talk: Talk) -> None:
    own = talk("get", SERVICES, "kubernetes").object
    assert (own["spec"]["clusterIP"], own["spec"]["ports"][0]["port"]) == ("10.0.0.1", 443)
    assert own["metadata"]["labels"] == {"component": "apiserver", "provider": "kubernetes"}


def test_a_new_service_gets_an_address(talk: Talk) -> None:
    spec = created(talk, "plain")
    assert spec["clusterIPs"] == [spec["clusterIP"]]
    assert spec["clusterIP"].startswith("10.0.")
    assert (spec["ipFamilies"], spec["ipFamilyPolicy"]) == (["IPv4"], "SingleStack")


def test_dry_runs_show_what_nobody_can_have(talk: Talk) -> None:
    spec = talk("create", SERVICES, body=service("dry", type="NodePort"), dryRun="All").object["spec"]
    assert (spec["clusterIP"], spec["ports"][0]["nodePort"]) == ("10.0.0.0", 32769)


@pytest.mark.parametrize(
    ("spec", "families"),
    [
        pytest.param({"selector": {"a": "b"}}, (["IPv4"], "SingleStack"), id="selected"),
        pytest.param({}, (["IPv4", "IPv6"], "RequireDualStack"), id="not selected"),
        pytest.param({"ipFamilyPolicy": "SingleStack"}, (["IPv4"], "SingleStack"), id="single"),
    ],
)
def test_headless_services(talk: Talk, spec: JsonObject, families: tuple[list[str], str]) -> None:
    body = service("headless", clusterIP="None", **spec)
    found = talk("create", SERVICES, body=body, dryRun="All").object["spec"]
    assert found["clusterIPs"] == ["None"]
    assert (found["ipFamilies"], found["ipFamilyPolicy"]) == families


def test_what_is_held_is_held_and_given_back(talk: Talk) -> None:
    created(talk, "holder", clusterIP="10.0.0.77", type="NodePort", ports=[{**PORT, "nodePort": 30077}])
    taken = (
        'spec.clusterIPs: Invalid value: ["10.0.0.77"]: failed to allocate IP 10.0.0.77: provided '
        "IP is already allocated"
    )
    assert refusal(talk, "other", clusterIP="10.0.0.77") == taken
    port = "spec.ports[0].nodePort: Invalid value: 30077: provided port is already allocated"
    assert refusal(talk, "other", type="NodePort", ports=[{**PORT, "nodePort": 30077}]) == port
    assert talk("get", ADDRESSES, "10.0.0.77").object["spec"]["parentRef"] == {
        "resource": "services",
        "namespace": "default",
        "name": "holder",
    }
    assert talk("delete", SERVICES, "holder").ok
    assert talk("get", ADDRESSES, "10.0.0.77").code == 404
    created(talk, "heir", clusterIP="10.0.0.77", type="NodePort", ports=[{**PORT, "nodePort": 30077}])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        pytest.param(
            {"clusterIP": "10.9.0.1"},
            'spec.clusterIPs: Invalid value: ["10.9.0.1"]: failed to allocate IP 10.9.0.1: the '
            "provided network does not "
            "match the current range",
            id="elsewhere",
        ),
        pytest.param(
            {"clusterIP": "10.0.255.255"},
            'spec.clusterIPs: Invalid value: ["10.0.255.255"]: failed to allocate IP 10.0.255.255: the provided IP '
            "(10.0.255.255) is not in the valid range. The range of valid IPs is 10.0.0.0/16",
            id="of everybody",
        ),
        pytest.param(
            {"type": "NodePort", "ports": [{**PORT, "nodePort": 80}]},
            "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid "
            "ports is 30000-32767",
            id="no port of nodes",
        ),
        pytest.param(
            {"clusterIPs": ["10.0.0.9"]},
            'spec.clusterIPs: Invalid value: ["10.0.0.9"]: must be empty when `clusterIP` is not specified',
            id="list alone",
        ),
        pytest.param(
            {"ipFamilyPolicy": "RequireDualStack"},
            'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack '
            "services",
            id="two families",
        ),
        pytest.param(
            {"clusterIP": "::1"},
            'spec.clusterIPs[0]: Invalid value: ["::1"]: IPv6 is not configured on this cluster',
            id="another family",
        ),
    ],
)
def test_what_cannot_be_had(talk: Talk, spec: JsonObject, message: str) -> None:
    assert refusal(talk, "refused", **spec) == message


def test_all_protocols_of_a_port_share_one_of_nodes(talk: Talk) -> None:
    ports = [{"name": "a", "port": 53, "protocol": "TCP"}, {"name": "b", "port": 53, "protocol": "UDP"}]
    one, other = created(talk, "dns", type="NodePort", ports=ports)["ports"]
    assert one["nodePort"] == other["nodePort"]


def test_load_balancers(talk: Talk) -> None:
    spec = created(talk, "balanced", type="LoadBalancer", externalTrafficPolicy="Local")
    assert FIRST_PORT <= spec["healthCheckNodePort"] <= LAST_PORT
    assert spec["healthCheckNodePort"] != spec["ports"][0]["nodePort"]
    without = created(talk, "unbalanced", type="LoadBalancer", allocateLoadBalancerNodePorts=False)
    assert "nodePort" not in without["ports"][0]
    body = service("clash", type="LoadBalancer", externalTrafficPolicy="Local", healthCheckNodePort=20)
    refused = talk("create", SERVICES, body=body)
    assert (refused.code, refused.status.message) == (
        500,
        "Internal error occurred: failed to allocate requested HealthCheck NodePort 20: provided port is not in the "
        "valid range. The range of valid ports is 30000-32767",
    )
    talk("patch", SERVICES, "balanced", {"status": {"loadBalancer": {"ingress": [{"ip": "1.1.1.1"}]}}}, sub="status",
         media_type=MERGE_PATCH)  # fmt: skip
    lowered = talk("patch", SERVICES, "balanced", {"spec": {"type": "ClusterIP"}}, media_type=MERGE_PATCH).object
    assert lowered["spec"]["clusterIP"] == spec["clusterIP"]
    gone = ("healthCheckNodePort", "allocateLoadBalancerNodePorts", "externalTrafficPolicy")
    assert not lowered["spec"].keys() & set(gone)
    assert "nodePort" not in lowered["spec"]["ports"][0]
    assert lowered["status"] == {"loadBalancer": {}}


def test_types_change(talk: Talk) -> None:
    first = created(talk, "changing")["clusterIP"]
    named = changed(talk, "changing", type="ExternalName", externalName="a.b")
    assert not named.keys() & {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"}
    assert talk("get", ADDRESSES, first).code == 404
    back = changed(talk, "changing", type="NodePort", externalName=None)
    assert back["clusterIPs"] == [back["clusterIP"]]
    assert back["ports"][0]["nodePort"]


def test_updates_keep_what_was_given(talk: Talk) -> None:
    spec = created(talk, "kept", type="NodePort", ports=[{"name": "a", "port": 1}, {"name": "b", "port": 2}])
    known = {each["name"]: each["nodePort"] for each in spec["ports"]}
    body = service("kept", type="NodePort", ports=[{"name": "b", "port": 3}, {"name": "c", "port": 4}])
    new = talk("update", SERVICES, "kept", body).object["spec"]
    assert new["clusterIP"] == spec["clusterIP"]
    assert new["ports"][0]["nodePort"] == known["b"]
    assert new["ports"][1]["nodePort"] not in known.values()


def test_one_that_is_missing_is_created_by_an_update(talk: Talk) -> None:
    assert talk("update", SERVICES, "put", service("put")).code == 201


@pytest.mark.parametrize(
    ("spec", "warnings"),
    [
        pytest.param({}, (), id="nothing odd"),
        pytest.param(
            {
                "clusterIP": "None",
                "externalIPs": ["1.2.3.4"],
                "sessionAffinity": "ClientIP",
                "loadBalancerIP": "1.1.1.1",
            },
            (
                "spec.loadBalancerIP is ignored for headless services",
                "spec.externalIPs is ignored for headless services",
                "spec.SessionAffinity is ignored for headless services",
            ),
            id="headless",
        ),
        pytest.param(
            {"externalIPs": ["2001:DB8::1"], "externalName": "a", "trafficDistribution": "PreferClose"},
            (
                'spec.externalIPs[0]: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format '
                '("2001:db8::1")',
                "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
                'spec.externalName is ignored when spec.type is not "ExternalName"',
                'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
            ),
            id="on the way out",
        ),
        pytest.param(
            {"type": "ExternalName", "externalName": "a.b", "externalIPs": ["1.2.3.4"]},
            ('spec.externalIPs is ignored when spec.type is "ExternalName"',),
            id="a name",
        ),
    ],
)
def test_warnings(talk: Talk, spec: JsonObject, warnings: tuple[str, ...]) -> None:
    assert talk("create", SERVICES, body=service("warned", **spec), dryRun="All").warnings == warnings


def test_other_warnings(talk: Talk) -> None:
    body = service("hinted", type="LoadBalancer")
    body["metadata"]["annotations"] = {"service.kubernetes.io/topology-aware-hints": "auto"}
    assert talk("create", SERVICES, body=body).warnings == (
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use "
        "service.kubernetes.io/topology-mode instead",
    )
    status = {"status": {"loadBalancer": {"ingress": [{"ip": "fd00::0", "ipMode": "VIP"}, {"hostname": "h"}]}}}
    assert talk("patch", SERVICES, "hinted", status, sub="status", media_type=MERGE_PATCH).warnings == (
        'status.loadBalancer.ingress[0]: IPv6 address "fd00::0" should be in RFC 5952 canonical format ("fd00::")',
    )


@pytest.mark.parametrize(
    ("spec", "status", "text"),
    [
        ({"type": "ClusterIP"}, {}, "<none>"),
        ({"type": "NodePort", "externalIPs": ["1.1.1.1", "2.2.2.2"]}, {}, "1.1.1.1,2.2.2.2"),
        ({"type": "LoadBalancer"}, {}, "<pending>"),
        (
            {"type": "LoadBalancer", "externalIPs": ["3.3.3.3"]},
            {"ingress": [{"ip": "2.2.2.2"}, {"hostname": "h"}, {"ip": "1.1.1.1"}]},
            "1.1.1.1,2.2.2.2,h,3.3.3.3",
        ),
        ({"type": "ExternalName", "externalName": "a.b"}, {}, "a.b"),
        ({"type": "odd"}, {}, "<unknown>"),
    ],
    ids=["cluster", "node", "pending", "balanced", "name", "odd"],
)
def test_where_services_are_reached(talk: Talk, spec: JsonObject, status: JsonObject, text: str) -> None:
    obj = {"metadata": {"name": "s"}, "spec": spec, "status": {"loadBalancer": status}}
    assert talk.registry.kind(SERVICES).table.columns[3].cell(obj) == text


def test_other_columns(talk: Talk) -> None:
    ports = [{"port": 80, "protocol": "TCP"}, {"port": 53, "protocol": "UDP", "nodePort": 30053}]
    spec = {"type": "NodePort", "clusterIPs": ["10.0.0.5"], "ports": ports, "selector": {"b": "2", "a": "1"}}
    cells = [each.cell({"metadata": {"name": "s"}, "spec": spec, "status": {}}) for each in
             (column for column in talk.registry.kind(SERVICES).table.columns if column.name not in ("Age", "External-IP"))]  # fmt: skip  # noqa: E501
    assert cells == ["s", "NodePort", "10.0.0.5", "80/TCP,53:30053/UDP", "a=1,b=2"]


def test_servers_over_one_storage_agree() -> None:
    storage = MemoryStorage()
    one, other = Talk(Registry(storage)), Talk(Registry(storage))
    addresses = [
        created(each, f"s{number}")["clusterIP"] for number in range(20) for each in (one, other)[number % 2 :][:1]
    ]
    assert len(set(addresses)) == 20
    talk, wanted = (other, addresses[0])
    assert refusal(talk, "late", clusterIP=wanted).endswith("provided IP is already allocated")
    assert one("delete", SERVICES, "s0").ok
    assert created(other, "late", clusterIP=wanted)["clusterIP"] == wanted


def test_a_block_that_is_full_has_nothing_left(monkeypatch: pytest.MonkeyPatch) -> None:
    index, blocks = ServiceIndex(), [read_block("10.1.0.0/29")]
    monkeypatch.setattr(ClusterAddresses, "_blocks", lambda _: blocks)
    addresses = ClusterAddresses(Alone(), index)  # type: ignore[arg-type]  # a partial server is enough
    for number in range(6):
        found = addresses.pick("IPv4", dry_run=False)
        index.put(f"n/{number}", {"spec": {"clusterIP": found, "clusterIPs": [found]}})
    assert sorted(index.addresses) == [f"10.1.0.{last}" for last in range(1, 7)]
    with pytest.raises(FullError, match="range is full"):
        addresses.pick("IPv4", dry_run=False)


@pytest.mark.parametrize("moment", ["allocate", "propose"])
def test_who_is_faster_gets_the_address(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = MemoryStorage()
    one, other = Talk(Registry(storage)), Talk(Registry(storage))
    kind = one.registry.kind(SERVICES)
    one("get", SERVICES, "kubernetes")
    step, races = getattr(kind, moment), []

    def raced(obj: JsonObject, *rest: Any, **options: Any) -> Any:
        result = step(obj, *rest, **options)
        if not races:
            races.append(created(other, "fast", clusterIP=obj["spec"]["clusterIP"])["clusterIP"])
        return result

    monkeypatch.setattr(kind, moment, raced)
    slow = created(one, "slow")["clusterIP"]
    assert races != [slow]
    assert one("get", SERVICES, "fast").object["spec"]["clusterIP"] == races[0]
    races.clear()
    assert other("delete", SERVICES, "fast").ok
    assert refusal(one, "late", clusterIP="10.0.7.7").endswith("10.0.7.7: provided IP is already allocated")


def test_a_service_without_a_name_is_refused_for_that(talk: Talk) -> None:
    refused = talk("create", SERVICES, body={"spec": {"ports": [{**PORT}]}})
    assert "metadata.name: Required value" in refused.status.message
