"""Tests of pod fields of disabled features."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.features import (
    drop_disabled_pod_fields,
    drop_disabled_status_fields,
    drop_disabled_template_fields,
)
from kapivara.values import copy_json

PROBES: Any = {
    "livenessProbe": {"grpc": {"port": 1, "mode": "TLS"}},
    "startupProbe": {"httpGet": {"protocol": "HTTP2"}},
    "lifecycle": {"stopSignal": "SIGTERM", "preStop": {"httpGet": {"protocol": "HTTP2"}}},
}
STOPPED: Any = {"containers": [{"lifecycle": {"stopSignal": "SIGTERM"}}]}


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        pytest.param({"containers": None, "schedulingGroup": {}}, {"containers": None}, id="whole fields"),
        pytest.param({"evictionResponders": [{}]}, {}, id="responders"),
        pytest.param(
            {"initContainers": [PROBES]},
            {
                "initContainers": [
                    {
                        "livenessProbe": {"grpc": {"port": 1}},
                        "startupProbe": {"httpGet": {}},
                        "lifecycle": {"preStop": {"httpGet": {}}},
                    }
                ]
            },
            id="probes",
        ),
        pytest.param(STOPPED, {"containers": [{}]}, id="a lifecycle that says nothing else"),
        pytest.param({"containers": [{"lifecycle": {}}]}, {"containers": [{"lifecycle": {}}]}, id="an empty lifecycle"),
        pytest.param(
            {
                "volumes": [
                    {"emptyDir": {"mode": 1}},
                    {"projected": {"sources": [{"secret": {"items": [{"user": 1}]}}]}},
                ]
            },
            {"volumes": [{"emptyDir": {}}, {"projected": {"sources": [{"secret": {"items": [{}]}}]}}]},
            id="volumes",
        ),
        pytest.param(
            {"volumes": [{"secret": {"defaultUser": 1, "items": [{"user": 1}]}, "projected": {"defaultUser": 1}}]},
            {"volumes": [{"secret": {"items": [{}]}, "projected": {"defaultUser": 1}}]},
            id="several sources",
        ),
    ],
)
def test_specs(spec: Any, kept: Any) -> None:
    used = copy_json(spec)
    drop_disabled_pod_fields(used, copy_json(spec), {})
    assert used == spec
    drop_disabled_pod_fields(used, None, {})
    assert used == kept


def test_what_a_pod_has_it_keeps() -> None:
    spec: Any = {"containers": [{"lifecycle": {"stopSignal": "SIGINT"}}]}
    drop_disabled_pod_fields(spec, STOPPED, {})
    assert spec["containers"] == [{"lifecycle": {"stopSignal": "SIGINT"}}]


def test_templates_lose_annotations_of_old() -> None:
    annotations = {"pod.beta.kubernetes.io/init-containers": "[]", "a": "b"}
    template: Any = {"metadata": {"annotations": annotations}, "spec": {"containers": None}}
    drop_disabled_template_fields(template, None)
    assert template["metadata"] == {"annotations": {"a": "b"}}
    drop_disabled_template_fields(None, None)


def test_statuses() -> None:
    status: Any = {
        "volumeHealth": [{}],
        "phase": "Running",
        "containerStatuses": [{"volumeMounts": [{"volumeStatus": {}}]}],
    }
    drop_disabled_status_fields(status, None)
    assert status == {"phase": "Running", "containerStatuses": [{"volumeMounts": [{}]}]}
