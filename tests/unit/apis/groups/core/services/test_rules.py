"""Tests of the rules of Service, after the allocation of addresses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

from kapivara.apis.groups.core.services import rules as service_port_rules
from kapivara.field import errors

SPEC: dict[str, Any] = {
    "clusterIP": "10.0.0.10",
    "clusterIPs": ["10.0.0.10"],
    "ipFamilies": ["IPv4"],
    "ipFamilyPolicy": "SingleStack",
    "ports": [{"port": 80}],
}
BALANCED: dict[str, Any] = {**SPEC, "type": "LoadBalancer"}
HEADLESS: dict[str, Any] = {**SPEC, "clusterIP": "None", "clusterIPs": ["None"]}
ONLY_BALANCED = "Forbidden: may only be used when `type` is 'LoadBalancer'"


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param(SPEC, [], id="good"),
        pytest.param(BALANCED, [], id="balanced"),
        pytest.param({**HEADLESS, "ports": []}, [], id="headless"),
        pytest.param({**SPEC, "ports": []}, ["spec.ports: Required value"], id="no port"),
        pytest.param(
            {**SPEC, "ports": [{"port": 80, "name": "a"}, {"port": 80, "targetPort": "--"}]},
            [
                "spec.ports[1].name: Required value",
                'spec.ports[1].targetPort: Invalid value: "--": must contain at least one letter (a-z)',
                'spec.ports[1].targetPort: Invalid value: "--": must not contain consecutive hyphens',
                'spec.ports[1].targetPort: Invalid value: "--": must not begin or end with a hyphen',
                'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,'
                '"TargetPort":0,"NodePort":0}',
            ],
            id="ports",
        ),
        pytest.param(
            {**SPEC, "ports": [{"port": 80, "nodePort": 30000}]},
            ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
            id="node port",
        ),
        pytest.param(
            {**HEADLESS, "type": "NodePort"},
            ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"],
            id="headless on nodes",
        ),
        pytest.param(
            {"type": "ExternalName", "clusterIPs": ["10.0.0.1"], "ipFamilyPolicy": "SingleStack"},
            [
                "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
                "spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services",
                "spec.externalName: Required value",
            ],
            id="a name",
        ),
        pytest.param({"type": "ExternalName", "externalName": "a.b."}, [], id="a name with a dot"),
        pytest.param(
            {**SPEC, "sessionAffinity": "Odd"},
            ['spec.sessionAffinity: Unsupported value: "Odd": supported values: "ClientIP", "None"'],
            id="odd affinity",
        ),
        pytest.param(
            {**SPEC, "sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 86401}}},
            [
                "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and "
                "less than 86400"
            ],
            id="affinity",
        ),
        pytest.param(
            {**SPEC, "externalIPs": ["127.0.0.1", "x"]},
            [
                'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, '
                "::1/128)",
                'spec.externalIPs[1]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or '
                "2001:db8::ffff)",
            ],
            id="addresses from outside",
        ),
        pytest.param(
            {**SPEC, "loadBalancerSourceRanges": [" 10.0.0.0/8 ", "x"], "loadBalancerClass": "c"},
            [
                f"spec.LoadBalancerSourceRanges: {ONLY_BALANCED}",
                'spec.LoadBalancerSourceRanges[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 '
                "or 2001:db8::/64)",
                f"spec.loadBalancerClass: {ONLY_BALANCED}",
            ],
            id="balancing",
        ),
        pytest.param(
            {**SPEC, "externalTrafficPolicy": "Local", "healthCheckNodePort": 1, "internalTrafficPolicy": "Odd"},
            [
                'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible '
                "services",
                "spec.healthCheckNodePort: Invalid value: 1: may only be set when `type` is 'LoadBalancer' and "
                "`externalTrafficPolicy` is 'Local'",
                'spec.internalTrafficPolicy: Unsupported value: "Odd": supported values: "Cluster", "Local"',
            ],
            id="traffic",
        ),
        pytest.param(
            {**SPEC, "trafficDistribution": "Odd"},
            [
                'spec.trafficDistribution: Unsupported value: "Odd": supported values: "PreferClose", '
                '"PreferSameZone", "PreferSameNode"'
            ],
            id="distribution",
        ),
    ],
)
def test_services(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("Service", spec=spec) == errors


def test_annotations() -> None:
    hints, mode = "service.kubernetes.io/topology-aware-hints", "service.kubernetes.io/topology-mode"
    ranges = "service.beta.kubernetes.io/load-balancer-source-ranges"
    metadata = {"name": "one", "namespace": "default", "annotations": {hints: "a", mode: "b", ranges: " 1.2.3.4/33 "}}
    assert refused("Service", metadata=metadata, spec=SPEC) == [
        f'metadata.annotations[{mode}]: Invalid value: "b": must match annotations[{hints}] when both are specified',
        f"metadata.annotations[{ranges}]: {ONLY_BALANCED}",
        f'metadata.annotations[{ranges}]: Invalid value: "1.2.3.4/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 '
        "or 2001:db8::/64)",
    ]


DUAL: dict[str, Any] = {
    **SPEC,
    "clusterIPs": ["10.0.0.10", "fd00::a"],
    "ipFamilies": ["IPv4", "IPv6"],
    "ipFamilyPolicy": "PreferDualStack",
}


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param(SPEC, DUAL, [], id="a second address"),
        pytest.param(DUAL, SPEC, [], id="one address less"),
        pytest.param(
            SPEC,
            {**SPEC, "clusterIP": "10.0.0.11", "clusterIPs": ["10.0.0.11"]},
            ['spec.clusterIPs[0]: Invalid value: ["10.0.0.11"]: may not change once set'],
            id="another address",
        ),
        pytest.param(
            DUAL,
            {**SPEC, "ipFamilyPolicy": "PreferDualStack"},
            [
                "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing "
                "the secondary clusterIP",
                "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing "
                "the secondary ipFamily",
            ],
            id="one address less, unasked",
        ),
        pytest.param(
            BALANCED,
            {**BALANCED, "loadBalancerClass": "example.com/c"},
            ['spec.loadBalancerClass: Invalid value: "example.com/c": may not change once set'],
            id="class",
        ),
        pytest.param(
            {**BALANCED, "externalTrafficPolicy": "Local", "healthCheckNodePort": 30000},
            {**BALANCED, "externalTrafficPolicy": "Local", "healthCheckNodePort": 30001},
            ["spec.healthCheckNodePort: Forbidden: field is immutable"],
            id="health",
        ),
    ],
)
def test_changes_of_services(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("Service", {"spec": old}, spec=new) == errors


@pytest.mark.parametrize(
    ("spec", "ingress", "errors"),
    [
        pytest.param(BALANCED, {"ip": "1.2.3.4", "ipMode": "VIP"}, [], id="good"),
        pytest.param(SPEC, {}, [": Forbidden: may only be used when `spec.type` is 'LoadBalancer'"], id="type"),
        pytest.param(
            BALANCED,
            {"ipMode": "VIP", "hostname": "1.2.3.4"},
            [
                "[0].ipMode: Forbidden: may not be specified when `ip` is not set",
                '[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
            ],
            id="host",
        ),
        pytest.param(
            BALANCED,
            {"ip": "1.2.3.4", "ipMode": "Odd"},
            ['[0].ipMode: Unsupported value: "Odd": supported values: "Proxy", "VIP"'],
            id="mode",
        ),
    ],
)
def test_a_status_of_services(spec: dict[str, Any], ingress: dict[str, Any], errors: list[str]) -> None:
    told = refused_change("Service", {"spec": spec}, "status", status={"loadBalancer": {"ingress": [ingress]}})
    assert told == [f"status.loadBalancer.ingress{error}" for error in errors]


@pytest.mark.parametrize("port", [{"port": 0}, {"name": "A", "port": 0, "targetPort": "-"}])
def test_of_very_many_wrong_ports_only_those_that_are_told_are_looked_at(
    port: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Any] = []
    validate_port = service_port_rules._validate_port
    monkeypatch.setattr(errors, "MOST_ERROR_TEXT", 1_000)
    monkeypatch.setattr(
        service_port_rules,
        "_validate_port",
        lambda each, *args, **more: looked_at.append(each) or validate_port(each, *args, **more),
    )
    assert refused("Service", spec={**SPEC, "ports": [port] * 1_000})
    assert len(looked_at) < 20
