"""Tests of kinds that distinguish empty lists from missing ones, in messages and generations."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

VOLUME = {"capacity": {"storage": "1"}, "accessModes": ["ReadWriteOnce"], "nfs": {"server": "s", "path": "/p"}}


@pytest.mark.parametrize(
    ("gvr", "old", "new", "shown"),
    [
        pytest.param(
            GroupVersionResource("storage.k8s.io", "v1", "csinodes"),
            {"drivers": [{"name": "d", "nodeID": "n", "topologyKeys": ["a"]}]},
            {"drivers": [{"name": "d", "nodeID": "n", "topologyKeys": []}]},
            '"TopologyKeys":[]',
            id="CSINode",
        ),
        pytest.param(
            GroupVersionResource("networking.k8s.io", "v1", "servicecidrs"),
            {"cidrs": ["10.9.0.0/16"]},
            {"cidrs": []},
            "Invalid value: []: field is immutable",
            id="ServiceCIDR",
        ),
        pytest.param(
            GroupVersionResource("networking.k8s.io", "v1", "servicecidrs"),
            {"cidrs": ["10.9.0.0/16"]},
            {},
            "Invalid value: null: field is immutable",
            id="ServiceCIDR without",
        ),
        pytest.param(
            GroupVersionResource("", "v1", "persistentvolumes"),
            VOLUME,
            {**VOLUME, "capacity": {}},
            "Unsupported value: {}: ",
            id="PersistentVolume",
        ),
    ],
)
def test_messages(talk: Talk, gvr: GroupVersionResource, old: Any, new: Any, shown: str) -> None:
    created = talk("create", gvr, body={"metadata": {"name": "one"}, "spec": old}).object
    refused = talk("update", gvr, "one", {**created, "spec": new})
    assert refused.code == 422
    assert shown in refused.status.message


def test_generations(talk: Talk) -> None:
    gvr = GroupVersionResource("admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations")
    created = talk("create", gvr, body={"metadata": {"name": "one"}}).object
    same = talk("update", gvr, "one", created).object
    assert same["metadata"]["generation"] == 1
    assert talk("update", gvr, "one", {**same, "webhooks": []}).object["metadata"]["generation"] == 2
