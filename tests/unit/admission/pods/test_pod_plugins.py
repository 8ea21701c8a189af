"""Tests of the plugins that set fields of pods or reject them."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api

NOT_READY, UNREACHABLE = (
    {"key": f"node.kubernetes.io/{taint}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}
    for taint in ("not-ready", "unreachable")
)
EVER = {"key": "node.kubernetes.io/not-ready", "operator": "Exists"}


@pytest.fixture
def api() -> Api:
    api = Api()
    for name, value, more in (
        ("low", -5, {"preemptionPolicy": "PreemptLowerPriority"}),
        ("high", 9, {"preemptionPolicy": "Never"}),
    ):
        body = {"metadata": {"name": name}, "value": value, **more}
        assert api.create({"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", **body}).ok
    return api


def pod(**spec: Any) -> dict[str, Any]:
    containers = [{"name": "main", "image": "app:1"}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one"}, "spec": {"containers": containers, **spec}}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        pytest.param({}, {"priority": 0, "preemptionPolicy": "PreemptLowerPriority"}, id="no class"),
        pytest.param({"priorityClassName": "low"}, {"priority": -5, "preemptionPolicy": "PreemptLowerPriority"}),
        pytest.param({"priorityClassName": "high"}, {"priority": 9, "preemptionPolicy": "Never"}),
        pytest.param({"priorityClassName": "low", "priority": -5}, {"priority": -5}, id="the same is given"),
        pytest.param({}, {"tolerations": [NOT_READY, UNREACHABLE]}, id="tolerations"),
        pytest.param({"tolerations": [{"operator": "Exists"}]}, {"tolerations": [{"operator": "Exists"}]}, id="all"),
        pytest.param({"tolerations": [UNREACHABLE]}, {"tolerations": [UNREACHABLE, NOT_READY]}, id="one of them"),
        pytest.param(
            {"tolerations": [{**EVER, "effect": "NoSchedule"}]},
            {"tolerations": [{**EVER, "effect": "NoSchedule"}, NOT_READY, UNREACHABLE]},
            id="another effect",
        ),
    ],
)
def test_what_is_filled_in(api: Api, given: dict[str, Any], wanted: dict[str, Any]) -> None:
    created = api.create(pod(**given)).object
    assert created is not None
    assert {name: created["spec"][name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        pytest.param({"priorityClassName": "none"}, "no PriorityClass with name none was found"),
        pytest.param({"priority": 7}, "the integer value of priority (7) must not be provided in pod spec"),
        pytest.param({"preemptionPolicy": "Never"}, "the string value of PreemptionPolicy (Never) must not be"),
    ],
)
def test_what_is_refused(api: Api, given: dict[str, Any], problem: str) -> None:
    status = api.create(pod(**given)).status
    assert status is not None
    assert (status.code, status.reason) == (403, "Forbidden")
    assert status.message.startswith(f'pods "one" is forbidden: {problem}')


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("", "resource name may not be empty", id="none"),
        pytest.param(
            "a/b%", """invalid resource name "a/b%": [may not contain '/' may not contain '%']""", id="no segment"
        ),
    ],
)
def test_a_runtime_class_that_cannot_be_asked_for(api: Api, name: str, message: str) -> None:
    status = api.create(pod(runtimeClassName=name)).status
    assert status is not None
    assert (status.code, status.message) == (500, message)


def test_one_class_is_the_default(api: Api) -> None:
    default = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "value": 3, "globalDefault": True}
    assert api.create({**default, "metadata": {"name": "usual"}}).ok
    created = api.create(pod()).object
    assert created is not None
    assert (created["spec"]["priority"], created["spec"]["priorityClassName"]) == (3, "usual")
    status = api.create({**default, "metadata": {"name": "other"}}).status
    assert status is not None
    assert status.message == (
        'priorityclasses.scheduling.k8s.io "other" is forbidden: '
        "PriorityClass usual is already marked as default. Only one default can exist"
    )
