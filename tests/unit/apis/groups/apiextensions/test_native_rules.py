"""Tests of rules that are only declared here: the server has them in code, and returns the same errors in its order."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api

NEGATIVE = "Invalid value: {}: must be greater than or equal to 0"
POD = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "b"}]}}
TARGET = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "a"}
LEASE = ("coordination.k8s.io/v1", "Lease", {})
DAEMONS = ("apps/v1", "DaemonSet", {"selector": {"matchLabels": {"a": "b"}}, "template": POD})
BUDGET = ("policy/v1", "PodDisruptionBudget", {"minAvailable": 1})
BUDGET_NUMBERS = ("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")


def told(outcome: Any) -> list[tuple[str, str]]:
    assert outcome.code == 422
    return [(each.field, each.message) for each in outcome.status.causes]


@pytest.mark.parametrize("stage", ["levels", "off", "compare", "takeover"])
@pytest.mark.parametrize(
    ("kind", "spec", "causes"),
    [
        pytest.param(
            LEASE,
            {"leaseTransitions": -1, "leaseDurationSeconds": 0},
            [
                ("spec.leaseDurationSeconds", "Invalid value: 0: must be greater than 0"),
                ("spec.leaseTransitions", NEGATIVE.format(-1)),
            ],
            id="lease",
        ),
        pytest.param(
            DAEMONS,
            {
                "revisionHistoryLimit": -1,
                "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": -2}},
            },
            [
                ("spec.updateStrategy.rollingUpdate.maxSurge", NEGATIVE.format(-2)),
                (
                    "spec.updateStrategy.rollingUpdate.maxSurge",
                    "Invalid value: -2: may not be set when maxUnavailable is non-zero",
                ),
                ("spec.revisionHistoryLimit", NEGATIVE.format(-1)),
            ],
            id="daemon set",
        ),
    ],
)
def test_specs(stage: str, kind: tuple[str, str, Any], spec: Any, causes: list[tuple[str, str]]) -> None:
    version, name, others = kind
    body = {"apiVersion": version, "kind": name, "metadata": {"name": "one"}, "spec": {**others, **spec}}
    assert told(Api(declarative_validation=stage, assume_namespaces=True).create(body)) == causes


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        pytest.param(BUDGET, BUDGET_NUMBERS, id="budget"),
        *(
            pytest.param(
                (f"autoscaling/{version}", "HorizontalPodAutoscaler", {"maxReplicas": 1, "scaleTargetRef": TARGET}),
                ("currentReplicas", "desiredReplicas"),
                id=f"autoscaler {version}",
            )
            for version in ("v1", "v2")
        ),
    ],
)
def test_statuses(kind: tuple[str, str, Any], numbers: tuple[str, ...]) -> None:
    version, name, spec = kind
    api = Api(assume_namespaces=True)
    stored = api.create({"apiVersion": version, "kind": name, "metadata": {"name": "one"}, "spec": spec}).object
    assert stored is not None
    status = {field: -number for number, field in enumerate(numbers, start=1)}
    written = api.update({**stored, "status": status}, subresource="status")
    causes = [(f"status.{field}", NEGATIVE.format(number)) for field, number in status.items()]
    assert told(written) == causes
    assert api.update({**stored, "status": status}).ok  # the status is ignored
