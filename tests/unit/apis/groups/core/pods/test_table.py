"""Tests of the columns of pods."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import Alone

from kapivara.apis.groups.core.pods.table import pod_layout

LAYOUT = pod_layout(Alone())  # type: ignore[arg-type]  # a partial server is enough
RUNNING = {"name": "c", "ready": True, "restartCount": 0, "state": {"running": {}}}
ENDED = {
    "name": "c",
    "ready": False,
    "restartCount": 0,
    "state": {"terminated": {"exitCode": 0, "reason": "Completed"}},
}


def waiting(reason: str, name: str = "c") -> dict[str, Any]:
    """Returns the status of a waiting container."""
    return {"name": name, "ready": False, "restartCount": 2, "state": {"waiting": {"reason": reason}}}


def failed(**how: Any) -> dict[str, Any]:
    """Returns the status of a failed container."""
    return {"name": "c", "ready": False, "restartCount": 1, "state": {"terminated": {"exitCode": 3, **how}}}


def cells(status: dict[str, Any], spec: Any = None, **metadata: Any) -> list[Any]:
    """Returns the cells between name and age."""
    pod = {
        "metadata": {"name": "p", **metadata},
        "spec": {"containers": [{"name": "c"}], **(spec or {})},
        "status": status,
    }
    return [column.cell(pod) for column in LAYOUT.columns[1:4]]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        pytest.param({"phase": "Pending"}, ["0/1", "Pending", "0"], id="pending"),
        pytest.param({"phase": "Failed", "reason": "Evicted"}, ["0/1", "Evicted", "0"], id="reason"),
        pytest.param(
            {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]},
            ["0/1", "SchedulingGated", "0"],
            id="gated",
        ),
        pytest.param({"phase": "Running", "containerStatuses": [RUNNING]}, ["1/1", "Running", "0"], id="running"),
        pytest.param({"containerStatuses": [waiting("Crash")]}, ["0/1", "Crash", "2"], id="waiting"),
        pytest.param({"containerStatuses": [failed(signal=9)]}, ["0/1", "Signal:9", "1"], id="signal"),
        pytest.param({"containerStatuses": [failed()]}, ["0/1", "ExitCode:3", "1"], id="exit code"),
        pytest.param({"containerStatuses": [ENDED, failed()]}, ["0/1", "ExitCode:3", "1"], id="one has failed"),
        pytest.param({"containerStatuses": [ENDED, RUNNING]}, ["1/1", "NotReady", "0"], id="one still runs"),
        pytest.param(
            {"containerStatuses": [ENDED, RUNNING], "conditions": [{"type": "Ready", "status": "True"}]},
            ["1/1", "Running", "0"],
            id="ready all the same",
        ),
        pytest.param({"initContainerStatuses": [waiting("Pull", "i")]}, ["0/1", "Init:Pull", "2"], id="first waits"),
        pytest.param({"initContainerStatuses": [failed(reason="X")]}, ["0/1", "Init:X", "1"], id="first has failed"),
        pytest.param(
            {"initContainerStatuses": [{"name": "i", "ready": False, "state": {"running": {}}}]},
            ["0/1", "Init:0/0", "0"],
            id="first runs",
        ),
    ],
)
def test_what_is_said_of_containers(status: dict[str, Any], expected: list[Any]) -> None:
    assert cells(status) == expected


def test_containers_that_start_first_and_go_on() -> None:
    spec = {"initContainers": [{"name": "i", "restartPolicy": "Always"}]}
    first = {"name": "i", "ready": True, "started": True, "restartCount": 4, "state": {"running": {}}}
    status = {"phase": "Running", "initContainerStatuses": [first], "containerStatuses": [RUNNING]}
    assert cells(status, spec) == ["2/2", "Running", "4"]


def test_restarts_tell_when() -> None:
    last = {"lastState": {"terminated": {"exitCode": 1, "finishedAt": "2030-01-02T03:03:05Z"}}, "restartCount": 1}
    assert cells({"containerStatuses": [RUNNING | last]})[2] == "1 (60s ago)"


@pytest.mark.parametrize(
    ("status", "reason"),
    [({"phase": "Running"}, "Terminating"), ({"phase": "Failed"}, "Failed"), ({"reason": "NodeLost"}, "Unknown")],
    ids=["runs", "over", "lost"],
)
def test_pods_that_are_deleted(status: dict[str, Any], reason: str) -> None:
    assert cells(status, deletionTimestamp="2030-01-01T00:00:00Z")[1] == reason


def test_where_it_runs() -> None:
    gates = [{"conditionType": "a"}, {"conditionType": "b"}]
    pod = {
        "spec": {"nodeName": "n", "readinessGates": gates},
        "status": {"podIPs": [{"ip": "::1"}], "conditions": [{"type": "b", "status": "True"}]},
    }
    assert [column.cell(pod) for column in LAYOUT.columns[5:]] == ["::1", "n", "<none>", "1/2"]
    assert [column.cell({"spec": {}, "status": {}}) for column in LAYOUT.columns[5:]] == ["<none>"] * 4


def test_rows_of_pods_that_are_over_say_so() -> None:
    assert LAYOUT.conditions is not None
    assert LAYOUT.conditions({"status": {"phase": "Running"}}) == []
    (condition,) = LAYOUT.conditions({"status": {"phase": "Succeeded"}})
    assert condition["message"] == "The pod has completed successfully."
