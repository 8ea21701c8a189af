"""Tests of the defaults of workloads."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, kind_named, sent

DEPLOYMENT, DAEMON_SET, STATEFUL_SET = (kind_named(name) for name in ("Deployment", "DaemonSet", "StatefulSet"))
QUARTER = {"maxSurge": "25%", "maxUnavailable": "25%"}


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param({}, {"type": "RollingUpdate", "rollingUpdate": QUARTER}, id="nothing"),
        pytest.param({"type": "Recreate"}, {"type": "Recreate"}, id="other"),
        pytest.param(
            {"rollingUpdate": {"maxSurge": 0}},
            {"type": "RollingUpdate", "rollingUpdate": {**QUARTER, "maxSurge": 0}},
            id="told",
        ),
        pytest.param(
            {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}},
            {"type": "Recreate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
            id="in-vain",
        ),
    ],
)
def test_strategies_of_deployments(given: Object, filled: Object) -> None:
    spec = sent(DEPLOYMENT, spec={"strategy": given})["spec"]
    assert spec["strategy"] == filled
    assert (spec["replicas"], spec["revisionHistoryLimit"], spec["progressDeadlineSeconds"]) == (1, 10, 600)


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param(
            {}, {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}}, id="nothing"
        ),
        pytest.param({"type": "OnDelete"}, {"type": "OnDelete"}, id="other"),
        pytest.param(
            {"type": "OnDelete", "rollingUpdate": {"maxUnavailable": 3}},
            {"type": "OnDelete", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 3}},
            id="in-vain",
        ),
    ],
)
def test_strategies_of_daemon_sets(given: Object, filled: Object) -> None:
    assert sent(DAEMON_SET, spec={"updateStrategy": given})["spec"]["updateStrategy"] == filled


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param(
            {}, {"type": "RollingUpdate", "rollingUpdate": {"partition": 0, "maxUnavailable": 1}}, id="nothing"
        ),
        pytest.param({"type": "RollingUpdate"}, {"type": "RollingUpdate"}, id="named"),
        pytest.param(
            {"type": "RollingUpdate", "rollingUpdate": {}},
            {"type": "RollingUpdate", "rollingUpdate": {"partition": 0, "maxUnavailable": 1}},
            id="told",
        ),
        pytest.param({"type": "OnDelete"}, {"type": "OnDelete"}, id="other"),
    ],
)
def test_strategies_of_stateful_sets(given: Object, filled: Object) -> None:
    spec = sent(STATEFUL_SET, spec={"updateStrategy": given})["spec"]
    assert spec["updateStrategy"] == filled
    assert spec["persistentVolumeClaimRetentionPolicy"] == {"whenDeleted": "Retain", "whenScaled": "Retain"}
    assert (spec["podManagementPolicy"], spec["replicas"], spec["revisionHistoryLimit"]) == ("OrderedReady", 1, 10)


def test_claims_say_what_they_are() -> None:
    claim = {"apiVersion": "odd", "kind": "Odd", "metadata": {"name": "data"}}
    (found,) = sent(STATEFUL_SET, spec={"volumeClaimTemplates": [claim]})["spec"]["volumeClaimTemplates"]
    assert (found["apiVersion"], found["kind"], found["spec"]["volumeMode"]) == (
        "v1",
        "PersistentVolumeClaim",
        "Filesystem",
    )
