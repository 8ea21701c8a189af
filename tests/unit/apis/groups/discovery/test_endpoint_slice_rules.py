"""Tests of the rules of endpoint slices."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change


@pytest.mark.parametrize(
    ("kind", "address", "errors"),
    [
        ("IPv4", "10.0.0.1", []),
        ("IPv6", "fd00::1", []),
        ("FQDN", "a.example.com.", []),
        (
            "IPv4",
            "127.0.0.1",
            ['[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
        ),
        ("IPv4", "fd00::1", [': Invalid value: "fd00::1": must be an IPv4 address']),
        ("IPv6", "FD00::1", ['[0]: Invalid value: "FD00::1": must be in canonical form ("fd00::1")']),
        ("FQDN", "a", ['[0]: Invalid value: "a": should be a domain with at least two segments separated by dots']),
    ],
)
def test_addresses(kind: str, address: str, errors: list[str]) -> None:
    told = refused("EndpointSlice", addressType=kind, endpoints=[{"addresses": [address]}])
    assert told == [f"endpoints[0].addresses{each}" for each in errors]


def test_ports_have_names_of_their_own() -> None:
    ports = [{"name": "a", "port": 1}, {"name": "a", "port": 2, "protocol": "X"}]
    assert refused("EndpointSlice", addressType="IPv4", endpoints=[], ports=ports) == [
        'ports[1].name: Duplicate value: "a"',
        'ports[1].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ]


def test_endpoints_that_stay_may_be_wrong() -> None:
    old: dict[str, Any] = {"addressType": "IPv4", "endpoints": [{"addresses": ["127.0.0.1"]}]}
    assert refused_change("EndpointSlice", old) == []
    assert refused_change("EndpointSlice", old, endpoints=[{"addresses": ["127.0.0.2"]}])
