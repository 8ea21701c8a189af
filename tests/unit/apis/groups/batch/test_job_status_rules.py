"""Tests of the rules of a job's status and its changes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused_change

START, END = "2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"
OMITTED = "status.conditions: Invalid value: "


def status(*conditions: str, **fields: Any) -> dict[str, Any]:
    times = {"lastProbeTime": None, "lastTransitionTime": None}
    given = [{"type": each, "status": "True", **times} for each in conditions]
    return {"conditions": given, **fields}


DONE = status("Complete", "SuccessCriteriaMet", startTime=START, completionTime=END)
LOST = status("Failed", "FailureTarget", startTime=START)


def changed(old: dict[str, Any], new: dict[str, Any], **spec: Any) -> list[str]:
    template = {"metadata": {"labels": {"app": "x"}}, "spec": {"containers": [{"name": "a", "image": "x"}]}}
    selector = {"matchLabels": {"app": "x"}}
    stored = {"spec": {"template": template, "selector": selector, "manualSelector": True, **spec}, "status": old}
    return refused_change("Job", stored, "status", status=new)


@pytest.mark.parametrize("old", [{}, {"startTime": START}], ids=["new", "started"])
@pytest.mark.parametrize("new", [DONE, LOST], ids=["done", "lost"])
def test_jobs_come_to_an_end(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert changed(old, new) == []
    assert changed(new, new) == []


@pytest.mark.parametrize(
    ("new", "errors"),
    [
        pytest.param(
            {"active": -1}, ["status.active: Invalid value: -1: must be greater than or equal to 0"], id="number"
        ),
        pytest.param(
            {"ready": 2, "active": 1},
            ["status.ready: Invalid value: 2: cannot set more ready pods than active"],
            id="ready",
        ),
        pytest.param(
            {"uncountedTerminatedPods": {"succeeded": ["a", ""], "failed": ["a"]}},
            [
                'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
                'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
            ],
            id="uncounted",
        ),
        pytest.param(
            {**DONE, "active": 1, "terminating": 2, "uncountedTerminatedPods": {"failed": ["a"]}},
            [
                "status.active: Invalid value: 1: active>0 is invalid for finished job",
                'status.uncountedTerminatedPods: Invalid value: {"Succeeded":null,"Failed":["a"]}: must be empty '
                "for finished job",
                "status.terminating: Invalid value: 2: terminating>0 is invalid for finished job",
            ],
            id="finished with pods",
        ),
        pytest.param(
            status("Complete"),
            [
                "status.completionTime: Required value: completionTime is required for Complete jobs",
                f"{OMITTED}cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
                "status.startTime: Required value: startTime is required for finished job",
            ],
            id="complete",
        ),
        pytest.param(
            status("Failed", startTime=START, completionTime=END),
            [
                f'status.completionTime: Invalid value: "{END}": cannot set completionTime when there is no '
                f"Complete=True condition",
                f"{OMITTED}cannot set Failed=True condition without the FailureTarget=true condition",
            ],
            id="failed",
        ),
        pytest.param(
            {**DONE, "startTime": END, "completionTime": START},
            [f'status.completionTime: Invalid value: "{START}": must be equal to or after `startTime`'],
            id="times",
        ),
        pytest.param(
            status("Complete", "Failed", "FailureTarget", "SuccessCriteriaMet", startTime=START, completionTime=END),
            [
                f"{OMITTED}cannot set Complete=True and Failed=true conditions",
                f"{OMITTED}cannot set Complete=True and FailureTarget=true conditions",
                f"{OMITTED}cannot set SuccessCriteriaMet=True and Failed=true conditions",
                f"{OMITTED}cannot set SuccessCriteriaMet=True and FailureTarget=true conditions",
            ],
            id="both",
        ),
        pytest.param(
            {"completedIndexes": "0", "failedIndexes": "1"},
            [
                'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when '
                "non-indexed completion mode",
                'status.failedIndexes: Invalid value: "1": cannot set non-null failedIndexes when '
                "backoffLimitPerIndex is null",
            ],
            id="indexes of a plain job",
        ),
    ],
)
def test_what_cannot_be(new: dict[str, Any], errors: list[str]) -> None:
    assert changed({}, new) == errors


@pytest.mark.parametrize(
    ("completed", "failed", "errors"),
    [
        ("0,2-3", "1", []),
        ("0,2-3", "3", ['failedIndexes: Invalid value: "3": failedIndexes and completedIndexes overlap at index: 3']),
        (
            "1,0",
            None,
            [
                'completedIndexes: Invalid value: "1,0": error parsing completedIndexes: non-increasing order, '
                "previous: 1, current: 0"
            ],
        ),
        (
            "3-1",
            None,
            [
                'completedIndexes: Invalid value: "3-1": error parsing completedIndexes: non-increasing order, '
                "previous: 3, current: 1"
            ],
        ),
        ("9", None, ['completedIndexes: Invalid value: "9": error parsing completedIndexes: too large index: "9"']),
        (
            "x",
            None,
            [
                'completedIndexes: Invalid value: "x": error parsing completedIndexes: cannot convert string to '
                'integer for index: "x"'
            ],
        ),
        (
            "1-2-3",
            None,
            [
                'completedIndexes: Invalid value: "1-2-3": error parsing completedIndexes: the fragment "1-2-3" '
                "violates the "
                "requirement that an index interval can have at most two parts separated by '-'"
            ],
        ),
    ],
)
def test_indexes(completed: str, failed: str | None, errors: list[str]) -> None:
    new = {"completedIndexes": completed, **({} if failed is None else {"failedIndexes": failed})}
    spec = {"completionMode": "Indexed", "completions": 5, "parallelism": 5, "backoffLimitPerIndex": 1}
    assert changed({}, new, **spec) == [f"status.{each}" for each in errors]


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param(
            {"failed": 2},
            {"failed": 1},
            ["status.failed: Invalid value: 1: cannot decrease the failed counter"],
            id="failed",
        ),
        pytest.param(
            {"succeeded": 2},
            {},
            ["status.succeeded: Invalid value: 0: cannot decrease the succeeded counter"],
            id="succeeded",
        ),
        pytest.param(
            DONE,
            {**DONE, "completionTime": "2024-01-03T00:00:00Z"},
            ['status.completionTime: Invalid value: "2024-01-03T00:00:00Z": field is immutable'],
            id="end",
        ),
        pytest.param(
            {"startTime": START},
            {"startTime": END},
            [f'status.startTime: Invalid value: "{END}": field is immutable for unsuspended job once set'],
            id="start",
        ),
        pytest.param(
            LOST,
            {"startTime": START},
            [
                f"{OMITTED}cannot disable the terminal Failed=True condition",
                f"{OMITTED}cannot disable the terminal FailureTarget=True condition",
            ],
            id="no longer lost",
        ),
        pytest.param(
            status("SuccessCriteriaMet"),
            {},
            [f"{OMITTED}cannot disable the SuccessCriteriaMet=True condition"],
            id="no longer met",
        ),
    ],
)
def test_what_cannot_change(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert changed(old, new) == errors
