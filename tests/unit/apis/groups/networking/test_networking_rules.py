"""Tests of the rules of ingresses, ingress classes, network policies, IP addresses and service CIDRs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

SERVICE = {"service": {"name": "s", "port": {"number": 80}}}


def ingress(*paths: dict[str, Any], host: str = "") -> dict[str, Any]:
    return {"rules": [{"host": host, "http": {"paths": list(paths)}}]}


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param(ingress({"pathType": "Prefix", "path": "/", "backend": SERVICE}), [], id="good"),
        pytest.param(
            {}, ["spec: Invalid value: null: either `defaultBackend` or `rules` must be specified"], id="nothing"
        ),
        pytest.param(
            ingress({"pathType": "Exact", "path": "a//b", "backend": SERVICE}),
            [
                'spec.rules[0].http.paths[0].path: Invalid value: "a//b": must be an absolute path',
                "spec.rules[0].http.paths[0].path: Invalid value: \"a//b\": must not contain '//'",
            ],
            id="path",
        ),
        pytest.param(
            ingress({"pathType": "Prefix", "path": "/", "backend": {}}, host="1.2.3.4"),
            [
                'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
                'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
            ],
            id="host and backend",
        ),
        pytest.param(
            {"defaultBackend": {"service": {"name": "s", "port": {"name": "a", "number": 1}}}},
            ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
            id="port",
        ),
    ],
)
def test_ingresses(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("Ingress", spec=spec) == errors


def test_secrets_that_were_wrong_may_stay() -> None:
    spec = {"defaultBackend": SERVICE, "tls": [{"secretName": "A_B"}]}
    assert refused("Ingress", spec=spec)
    assert refused_change("Ingress", {"spec": spec}) == []


def test_a_wildcard_stands_for_the_first_label() -> None:
    assert refused("Ingress", spec=ingress({"pathType": "Prefix", "path": "/", "backend": SERVICE}, host="*.a.b")) == []
    [error] = refused("Ingress", spec=ingress({"pathType": "Prefix", "path": "/", "backend": SERVICE}, host="a.*.b"))
    assert "a wildcard DNS-1123 subdomain must start with '*.'" in error


@pytest.mark.parametrize(
    ("peer", "errors"),
    [
        pytest.param({"podSelector": {}}, [], id="pods"),
        pytest.param({"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}}, [], id="block"),
        pytest.param({}, ["Required value: must specify a peer"], id="nobody"),
        pytest.param(
            {"ipBlock": {"cidr": "10.0.0.0/8"}, "podSelector": {}},
            ["Forbidden: may not specify both ipBlock and another peer"],
            id="both",
        ),
        pytest.param(
            {"ipBlock": {"cidr": "10.0.0.0/8", "except": ["11.0.0.0/16"]}},
            ['ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`'],
            id="not inside",
        ),
        pytest.param(
            {"ipBlock": {"cidr": "10.0.0.1/8"}},
            ['ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length'],
            id="no network",
        ),
        pytest.param(
            {"ipBlock": {"cidr": "x"}},
            ['ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
            id="no block",
        ),
    ],
)
def test_peers(peer: dict[str, Any], errors: list[str]) -> None:
    where = "spec.ingress[0].from[0]"
    told = [f"{where}{': ' if each[0].isupper() else '.'}{each}" for each in errors]
    assert refused("NetworkPolicy", spec={"podSelector": {}, "ingress": [{"from": [peer]}]}) == told


def test_blocks_that_were_wrong_may_stay() -> None:
    spec = {"podSelector": {}, "egress": [{"to": [{"ipBlock": {"cidr": "010.0.0.0/8"}}]}]}
    assert refused("NetworkPolicy", spec=spec)
    assert refused_change("NetworkPolicy", {"spec": spec}) == []


def test_ports_of_policies() -> None:
    ports = [{"port": 80, "endPort": 70}, {"port": "http", "endPort": 1}, {"endPort": 1}, {"protocol": "X"}]
    path = "spec.ingress[0].ports"
    assert refused("NetworkPolicy", spec={"podSelector": {}, "ingress": [{"ports": ports}]}) == [
        f"{path}[0].endPort: Invalid value: 70: must be greater than or equal to `port`",
        f"{path}[1].endPort: Invalid value: 1: may not be specified when `port` is non-numeric",
        f"{path}[2].endPort: Invalid value: 1: may not be specified when `port` is not specified",
        f'{path}[3].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"',
    ]


def test_classes_keep_their_controller() -> None:
    spec = {"controller": "example.com/a"}
    assert refused("IngressClass", spec=spec) == []
    assert refused("IngressClass", spec={"controller": "a"}) == [
        'spec.controller: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")'
    ]
    assert refused_change("IngressClass", {"spec": spec}, spec={"controller": "example.com/b"}) == [
        'spec.controller: Invalid value: "example.com/b": field is immutable'
    ]


def test_parameters_of_classes() -> None:
    parameters = {"kind": "K", "name": "n", "scope": "Cluster", "namespace": "x"}
    assert refused("IngressClass", spec={"controller": "example.com/a", "parameters": parameters}) == [
        "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"
    ]


@pytest.mark.parametrize(
    ("blocks", "errors"),
    [
        pytest.param(["10.0.0.0/24", "fd00::/64"], [], id="one each"),
        pytest.param(
            ["10.0.0.0/24", "10.1.0.0/24"],
            [
                'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP '
                "family, i.e 192.168.0.0/24 and 2001:db8::/64"
            ],
            id="two of a family",
        ),
        pytest.param(
            ["FD00::/64"],
            ['spec.cidrs[0]: Invalid value: "FD00::/64": must be in canonical form ("fd00::/64")'],
            id="canonical",
        ),
    ],
)
def test_service_blocks(blocks: list[str], errors: list[str]) -> None:
    assert refused("ServiceCIDR", spec={"cidrs": blocks}) == errors


def test_a_second_block_may_be_added() -> None:
    old = {"spec": {"cidrs": ["10.0.0.0/24"]}}
    assert refused_change("ServiceCIDR", old, spec={"cidrs": ["10.0.0.0/24", "fd00::/64"]}) == []
    assert refused_change("ServiceCIDR", old, spec={"cidrs": ["10.1.0.0/24"]}) == [
        'spec.cidrs[0]: Invalid value: "10.1.0.0/24": field is immutable'
    ]
    assert refused_change("ServiceCIDR", old, spec={}) == ["spec.cidrs: Invalid value: null: field is immutable"]


def test_addresses_belong_to_somebody() -> None:
    parent = {"resource": "services", "name": "a/b"}
    assert refused("IPAddress", metadata={"name": "10.0.0.1"}, spec={"parentRef": parent}) == [
        "spec.parentRef.name: Invalid value: \"a/b\": may not contain '/'"
    ]


def test_an_update_of_an_address_is_judged_as_if_it_were_new() -> None:
    named = {"metadata": {"name": "10.0.0.1", "resourceVersion": "1"}}
    old = {**named, "spec": {"parentRef": {"resource": "services", "name": "web"}}}
    assert refused_change("IPAddress", old, **named, spec={"parentRef": {"resource": "", "name": "a/b"}}) == [
        "spec.parentRef.resource: Required value",
        "spec.parentRef.name: Invalid value: \"a/b\": may not contain '/'",
        "spec.parentRef: Invalid value: null: field is immutable",
    ]
