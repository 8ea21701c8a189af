"""Tests of defaults by type: declared ones and functions."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.machinery.objects.type_defaults import defaults_of
from kapivara.codec.typed.described import described

CORE = described("apis.groups.core.v1")
AZURE = {"diskName": "a", "diskURI": "b"}
FILLED = {**AZURE, "cachingMode": "ReadWrite", "fsType": "ext4", "readOnly": False, "kind": "Shared"}


@pytest.mark.parametrize(
    ("type_name", "given", "filled"),
    [
        pytest.param("AzureDiskVolumeSource", AZURE, FILLED, id="declared"),
        pytest.param("AzureDiskVolumeSource", {**FILLED, "kind": "Managed"}, {**FILLED, "kind": "Managed"}, id="given"),
        pytest.param("AzureDiskVolumeSource", {**FILLED, "fsType": ""}, {**FILLED, "fsType": ""}, id="empty pointer"),
        pytest.param("GRPCAction", {"port": 1, "service": None}, {"port": 1, "service": ""}, id="printed null"),
        pytest.param("RBDVolumeSource", {"pool": ""}, {"pool": "rbd", "user": "admin", "keyring": "/etc/ceph/keyring"}),
        pytest.param("Secret", {}, {"type": "Opaque"}, id="function"),
        pytest.param("SecretList", {"items": [{}]}, {"items": [{"type": "Opaque"}]}, id="items"),
        pytest.param("SecretList", {"items": None}, {"items": None}, id="no items"),
        pytest.param("LocalObjectReference", {}, {}, id="the empty value"),
    ],
)
def test_what_is_filled_in(type_name: str, given: dict[str, Any], filled: dict[str, Any]) -> None:
    value = {**given}
    defaults_of(CORE.struct(type_name)).apply(value)
    assert value == filled
    defaults_of(CORE.struct(type_name)).apply(value)
    assert value == filled


def test_values_do_not_share_defaults() -> None:
    pools: list[Any] = [{}, {}]
    shape = described("apis.groups.resource.v1").struct("DeviceRequestAllocationResult")
    for each in pools:
        defaults_of(shape).apply(each)
    assert pools[0] == pools[1]


def test_values_inside_others_are_reached() -> None:
    volume = {"name": "v", "azureDisk": {**AZURE}}
    defaults_of(CORE.struct("PodSpec")).apply(pod := {"volumes": [volume], "containers": None})
    assert pod["volumes"] == [{"name": "v", "azureDisk": FILLED}]
