"""Tests of restoring empty lists and maps after decoding."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.apis.machinery.objects.body import Body
from kapivara.codec import decode_json

KIND = Api().registry.find_kind("networking.k8s.io/v1", "NetworkPolicy")


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        pytest.param({"podSelector": {}, "egress": []}, {"podSelector": {}, "egress": []}, id="list"),
        pytest.param({"podSelector": {"matchLabels": {}}}, {"podSelector": {"matchLabels": {}}}, id="map"),
        pytest.param({"podSelector": {}, "egress": None}, {"podSelector": {}}, id="null"),
        pytest.param({"podSelector": {}, "egress": [], "x": 1}, {"podSelector": {}, "egress": []}, id="unknown field"),
    ],
)
@pytest.mark.parametrize("times", [1, 30], ids=["first", "by a function"])
def test_what_is_kept(spec: dict[str, Any], kept: dict[str, Any], times: int) -> None:
    assert KIND is not None
    sent = {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "a"}, "spec": spec}
    data = json.dumps(sent).encode()
    for _ in range(times):
        for body in (
            Body(decode_json(data).value, source=data, text=data),
            Body(json.loads(data), again=lambda: json.loads(data)),
        ):
            read = KIND.codec.decode(body).obj
            assert read["spec"] == {**kept, "policyTypes": read["spec"]["policyTypes"]}
