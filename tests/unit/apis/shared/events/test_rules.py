"""Tests of the rules of events in both groups."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

GROUP = "events.k8s.io"
OLD_STYLE: dict[str, Any] = {"involvedObject": {"kind": "Pod", "namespace": "default"}, "reason": "R"}
NEW_STYLE: dict[str, Any] = {
    **OLD_STYLE,
    "eventTime": "2030-01-01T00:00:00.000000Z",
    "action": "A",
    "reportingComponent": "example.com/c",
    "reportingInstance": "i",
}
REGARDING: dict[str, Any] = {
    "regarding": {"kind": "Pod", "namespace": "default"},
    "eventTime": "2030-01-01T00:00:00.000000Z",
    "reason": "R",
    "action": "A",
    "type": "Normal",
    "reportingController": "example.com/c",
    "reportingInstance": "i",
}
LONG = "x" * 129


@pytest.mark.parametrize(
    ("event", "errors"),
    [
        pytest.param(OLD_STYLE, [], id="old style"),
        pytest.param(NEW_STYLE, [], id="new style"),
        pytest.param({"involvedObject": {"kind": "Node"}}, [], id="of no namespace"),
        pytest.param(
            {"involvedObject": {"kind": "Pod", "namespace": "other"}},
            ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
            id="of another namespace",
        ),
        pytest.param(
            {**NEW_STYLE, "reportingInstance": "", "action": LONG, "reason": "", "message": "ä" * 513},
            [
                "reportingInstance: Required value",
                'action: Invalid value: "": can have at most 128 characters',
                "reason: Required value",
                'message: Invalid value: "": can have at most 1024 characters',
            ],
            id="texts of new style",
        ),
    ],
)
def test_events_of_the_core_group(event: dict[str, Any], errors: list[str]) -> None:
    assert refused("Event", "", **event) == errors


def test_metadata_is_judged_where_nothing_else_is_wrong() -> None:
    metadata = {"name": "a/b", "namespace": "default", "finalizers": ["plain"]}
    assert refused("Event", "", metadata=metadata, involvedObject={"namespace": "other"}) == [
        'involvedObject.namespace: Invalid value: "other": does not match event.namespace'
    ]
    (error,) = refused("Event", "", metadata=metadata, **OLD_STYLE)
    assert error.startswith('metadata.name: Invalid value: "a/b": may not contain')


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"eventTime": None, "type": "Odd", "deprecatedCount": 1, "deprecatedSource": {"host": "h"}},
            [
                "eventTime: Required value",
                'type: Invalid value: "": has invalid value: Odd',
                'count: Invalid value: "": needs to be unset',
                'source: Invalid value: "": needs to be unset',
            ],
            id="old style",
        ),
        pytest.param(
            {"series": {"count": 1}},
            [
                'series.count: Invalid value: "": should be at least 2',
                "series.lastObservedTime: Required value",
            ],
            id="series",
        ),
    ],
)
def test_events_of_the_newer_group(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("Event", GROUP, **REGARDING | change) == errors


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"series": {"count": 2, "lastObservedTime": REGARDING["eventTime"]}}, [], id="series"),
        pytest.param({"note": "n"}, ['message: Invalid value: "n": field is immutable'], id="text"),
        pytest.param({"deprecatedCount": 2}, ["count: Invalid value: 2: field is immutable"], id="number"),
        pytest.param(
            {"regarding": {"kind": "Pod", "namespace": "default", "name": "q"}},
            [
                'involvedObject: Invalid value: {"Kind":"Pod","Namespace":"default","Name":"q","UID":"",'
                '"APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable'
            ],
            id="object",
        ),
        pytest.param(
            {"eventTime": "2031-01-01T00:00:00.000000Z"},
            ['eventTime: Invalid value: "2031-01-01T00:00:00.000000Z": field is immutable'],
            id="time",
        ),
    ],
)
def test_changes_of_the_newer_group(change: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("Event", REGARDING, group=GROUP, **change) == errors


def test_the_core_group_lets_events_change() -> None:
    assert refused_change("Event", OLD_STYLE, group="", message="other", reason="other") == []
