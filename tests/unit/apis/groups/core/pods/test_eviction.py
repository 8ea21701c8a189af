"""Tests of pod evictions and disruption budgets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.groups.core.pods.test_pod import MERGE, PODS, stored
from tests.unit.registry.conftest import Talk

from kapivara.apis.groups.core.pods.eviction import check_budget
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import JsonObject

BUDGETS = GroupVersionResource("policy", "v1", "poddisruptionbudgets")
READY = {"conditions": [{"type": "Ready", "status": "True"}]}
VIOLATED = "Cannot evict pod as it would violate the pod's disruption budget."


def evict(talk: Talk, name: str, **options: Any) -> Any:
    """Evicts a pod."""
    body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
    return talk("create", PODS, name, body | ({"deleteOptions": options} if options else {}), sub="eviction")


def run(talk: Talk, name: str, **status: Any) -> None:
    """Creates a running pod on a node."""
    stored(talk, name, {"nodeName": "n"}, labels={"app": name})
    assert talk("patch", PODS, name, {"status": {"phase": "Running", **status}}, sub="status", **MERGE).ok


def guard(talk: Talk, name: str, **status: Any) -> None:
    """Creates the budget of a pod, with a controller's status."""
    body = {"metadata": {"name": name}, "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": name}}}}
    assert talk("create", BUDGETS, body=body).ok
    known = {"observedGeneration": 1, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1, **status}
    assert talk("patch", BUDGETS, name, {"status": known}, sub="status", **MERGE).ok


def test_what_does_not_run_goes_at_once(talk: Talk) -> None:
    stored(talk, "pending")
    assert evict(talk, "pending").object["status"] == "Success"
    assert talk("get", PODS, "pending").code == 404


def test_the_older_version_is_read_too(talk: Talk) -> None:
    stored(talk, "older")
    body = {"apiVersion": "policy/v1beta1", "kind": "Eviction", "metadata": {"name": "older"}}
    assert talk("create", PODS, "older", body, sub="eviction").code == 201


def test_what_runs_is_told_why_it_has_to_go(talk: Talk) -> None:
    run(talk, "free")
    assert evict(talk, "free", gracePeriodSeconds=7).code == 201
    pod = talk("get", PODS, "free").object
    assert pod["metadata"]["deletionGracePeriodSeconds"] == 7
    (condition,) = pod["status"]["conditions"]
    assert (condition["type"], condition["reason"]) == ("DisruptionTarget", "EvictionByEvictionAPI")


def test_dry_runs_leave_everything_as_it_is(talk: Talk) -> None:
    run(talk, "tried")
    assert evict(talk, "tried", dryRun=["All"]).code == 201
    assert "conditions" not in talk("get", PODS, "tried").object["status"]
    body = {"metadata": {"name": "tried"}, "deleteOptions": {"dryRun": ["None", "All"]}}
    refused = talk("create", PODS, "tried", body, sub="eviction", dryRun="All").status
    both = "Non-matching dry-run options in request and content: [All] and [None All]"
    assert (refused.code, refused.message) == (500, both)


@pytest.mark.parametrize(
    ("options", "code"),
    [({"preconditions": {"uid": "no"}}, 409), ({"preconditions": {"resourceVersion": "1"}}, 409)],
    ids=["uid", "version"],
)
def test_preconditions(talk: Talk, options: JsonObject, code: int) -> None:
    talk("create", PODS, body={"metadata": {"name": "held"}, "spec": {"containers": [{"name": "c", "image": "x"}]}})
    refused = evict(talk, "held", **options)
    assert (refused.code, refused.status.details.kind) == (code, "Pod")
    assert talk("get", PODS, "held").ok


@pytest.mark.parametrize(
    ("name", "status", "code", "cause"),
    [
        ("none-left", {}, 429, "The disruption budget none-left needs 1 healthy pods and has 1 currently"),
        (
            "why-not",
            {
                "currentHealthy": 2,
                "conditions": [
                    {
                        "type": "DisruptionAllowed",
                        "status": "False",
                        "reason": "SyncFailed",
                        "message": "no",
                        "lastTransitionTime": "2030-01-01T00:00:00Z",
                    }
                ],
            },
            429,
            "The disruption budget why-not does not allow evicting pods currently because it failed sync: no",
        ),
    ],
)
def test_budgets_that_refuse(talk: Talk, name: str, status: JsonObject, code: int, cause: str) -> None:
    run(talk, name, **READY)
    guard(talk, name, disruptionsAllowed=0, **status)
    refused = evict(talk, name)
    assert (refused.code, refused.status.message) == (code, VIOLATED)
    assert [each.message for each in refused.status.details.causes] == [cause]
    assert "deletionTimestamp" not in talk("get", PODS, name).object["metadata"]


def test_a_budget_that_is_not_known_yet_refuses() -> None:
    budget: Any = {"metadata": {"name": "new", "generation": 2}, "status": {"observedGeneration": 1}}
    with pytest.raises(ApiError) as refused:
        check_budget(budget)
    assert refused.value.status.details is not None
    assert refused.value.status.details.retry_after_seconds == 10


def test_a_budget_that_allows_it_counts_it(talk: Talk) -> None:
    run(talk, "counted", **READY)
    guard(talk, "counted", disruptionsAllowed=1)
    assert evict(talk, "counted").code == 201
    status = talk("get", BUDGETS, "counted").object["status"]
    assert status["disruptionsAllowed"] == 0
    assert list(status["disruptedPods"]) == ["counted"]
    assert status["conditions"][0]["reason"] == "InsufficientPods"


def test_pods_that_are_not_ready_may_not_count(talk: Talk) -> None:
    run(talk, "unready")
    guard(talk, "unready", disruptionsAllowed=0)
    assert evict(talk, "unready").code == 201
