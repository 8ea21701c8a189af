"""Tests of Endpoints: warnings and cells."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

ENDPOINTS = GroupVersionResource("", "v1", "endpoints")
DEPRECATED = "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"


def subset(*ips: str, ports: tuple[int, ...] = ()) -> dict[str, Any]:
    """Returns a subset."""
    return {"addresses": [{"ip": each} for each in ips], "ports": [{"port": each} for each in ports]}


def test_what_is_missing_is_created_by_an_update(talk: Talk) -> None:
    body = {"metadata": {"name": "new"}, "subsets": [subset("fd00::0", ports=(1,))]}
    created = talk("update", ENDPOINTS, "new", body)
    assert created.code == 201
    assert created.object["subsets"][0]["ports"] == [{"port": 1, "protocol": "TCP"}]
    assert created.warnings == (
        DEPRECATED,
        'subsets[0].addresses[0].ip: IPv6 address "fd00::0" should be in RFC 5952 canonical format ("fd00::")',
    )


def test_controllers_are_not_warned_of_addresses(talk: Talk) -> None:
    labels = {"endpoints.kubernetes.io/managed-by": "endpoint-controller"}
    body = {"metadata": {"name": "managed", "labels": labels}, "subsets": [subset("fd00::0")]}
    assert talk("create", ENDPOINTS, body=body, dryRun="All").warnings == (DEPRECATED,)


@pytest.mark.parametrize(
    ("subsets", "text"),
    [
        ([], "<none>"),
        ([subset("1.1.1.1")], "1.1.1.1"),
        ([subset("1.1.1.1", "::1", ports=(80,))], "1.1.1.1:80,[::1]:80"),
        ([subset("1.1.1.1", "1.1.1.2", ports=(80, 81))], "1.1.1.1:80,1.1.1.2:80,1.1.1.1:81 + 1 more..."),
        ([{"notReadyAddresses": [{"ip": "1.1.1.1"}]}], ""),
    ],
    ids=["none", "no ports", "ports", "many", "not ready"],
)
def test_columns(talk: Talk, subsets: list[Any], text: str) -> None:
    assert talk.registry.kind(ENDPOINTS).table.columns[1].cell({"subsets": subsets}) == text
