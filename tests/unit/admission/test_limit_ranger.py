"""Tests of LimitRanger: the values that it sets in containers, and the objects that it rejects."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api


def with_limits(*limits: dict[str, Any]) -> Api:
    api = Api()
    body = {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "limits", "namespace": "default"}}
    assert api.create({**body, "spec": {"limits": [*limits]}}).ok
    return api


def pod(**resources: Any) -> dict[str, Any]:
    containers = [{"name": "main", "image": "app:1", "resources": resources}]
    metadata = {"name": "one", "namespace": "default"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": containers}}


def refusal(api: Api, body: dict[str, Any]) -> str:
    status = api.create(body).status
    assert status is not None
    assert status.code == 403
    return status.message.partition(" is forbidden: ")[2]


def test_defaults_are_filled_in_and_noted() -> None:
    defaults = {"defaultRequest": {"cpu": "100m"}, "default": {"cpu": "200m", "memory": "1Gi"}}
    created = with_limits({"type": "Container", **defaults}).create(pod(limits={"cpu": "1"})).object
    assert created is not None
    resources = created["spec"]["containers"][0]["resources"]
    assert resources["limits"] == {"cpu": "1", "memory": "1Gi"}
    note = "LimitRanger plugin set: memory request for container main; memory limit for container main"
    assert created["metadata"]["annotations"] == {"kubernetes.io/limit-ranger": note}


def test_nothing_is_noted_where_nothing_is_filled_in() -> None:
    created = with_limits({"type": "Container", "default": {"cpu": "1"}}).create(pod(limits={"cpu": "2"})).object
    assert created is not None
    assert "annotations" not in created["metadata"]


CONTAINER, POD = "Container", "Pod"


@pytest.mark.parametrize(
    ("limit", "resources", "problem"),
    [
        pytest.param(
            {"type": CONTAINER, "max": {"memory": "1Gi"}},
            {"limits": {"memory": "1025Mi"}},
            "maximum memory usage per Container is 1Gi, but limit is 1025Mi",
            id="too much",
        ),
        pytest.param(
            {"type": POD, "max": {"cpu": "2"}},
            {},
            "maximum cpu usage per Pod is 2.  No limit is specified",
            id="no limit",
        ),
        pytest.param(
            {"type": POD, "min": {"memory": "100Mi"}},
            {"requests": {"memory": "50Mi"}},
            "minimum memory usage per Pod is 100Mi, but request is 50Mi",
            id="too little",
        ),
        pytest.param(
            {"type": CONTAINER, "maxLimitRequestRatio": {"cpu": "2"}},
            {"requests": {"cpu": "300m"}, "limits": {"cpu": "1"}},
            "cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333",
            id="ratio",
        ),
        pytest.param(
            {"type": CONTAINER, "maxLimitRequestRatio": {"cpu": "2"}},
            {"limits": {"cpu": "1e300"}},
            "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0",
            id="more than can be counted",
        ),
        pytest.param(
            {"type": POD, "min": {"memory": "1Mi"}, "maxLimitRequestRatio": {"memory": "4"}},
            {"limits": {"cpu": "1"}},
            "[minimum memory usage per Pod is 1Mi.  No request is specified, "
            "memory max limit to request ratio per Pod is 4, but no request is specified or request is 0]",
            id="several",
        ),
    ],
)
def test_what_is_refused(limit: dict[str, Any], resources: dict[str, Any], problem: str) -> None:
    assert refusal(with_limits(limit), pod(**resources)) == problem


def test_claims_are_bounded_by_what_they_ask_for() -> None:
    api = with_limits({"type": "PersistentVolumeClaim", "max": {"storage": "1Gi"}})
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "2Gi"}}}
    metadata = {"name": "one", "namespace": "default"}
    claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}
    assert refusal(api, claim) == "maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi"
