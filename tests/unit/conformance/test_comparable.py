"""Tests of the comparable form of responses: omitted, replaced and sorted parts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.comparable import comparable_body, without_descriptions

UID = "11111111-2222-3333-4444-555555555555"


def status(message: str, *causes: dict[str, str]) -> dict[str, Any]:
    details = {"name": "a", "uid": UID, "causes": list(causes)} if causes else {"name": "a", "uid": UID}
    return {"kind": "Status", "message": message, "details": details}


def cause(field: str, message: str = "m") -> dict[str, str]:
    return {"reason": "FieldValueInvalid", "message": message, "field": field}


BODIES = {
    "text": ("404 page not found\n", "404 page not found\n"),
    "nothing": (None, None),
    "list": ([1], [1]),
    "volatile-metadata": (
        {"metadata": {"name": "a", "uid": UID, "creationTimestamp": "t", "resourceVersion": "1", "selfLink": "s"}},
        {"metadata": {"name": "a"}},
    ),
    "metadata-of-items": (
        {"metadata": {"resourceVersion": "1", "continue": "abc"}, "items": [{"metadata": {"uid": UID}}]},
        {"metadata": {"continue": "<continue>"}, "items": [{"metadata": {}}]},
    ),
    "empty-continue": ({"metadata": {"continue": ""}}, {"metadata": {"continue": ""}}),
    "deletion": ({"metadata": {"deletionTimestamp": "t"}}, {"metadata": {"deletionTimestamp": "<time>"}}),
    "managed-fields": ({"metadata": {"managedFields": [{"time": "t"}]}}, {"metadata": {}}),
    "status-of-a-definition": (
        {"kind": "CustomResourceDefinition", "status": {}},
        {"kind": "CustomResourceDefinition"},
    ),
    "causes-are-sorted": (
        status("x is invalid: [b: m, a: m]", cause("b"), cause("a")),
        {"kind": "Status", "message": "x is invalid: …", "details": {"name": "a", "causes": [cause("a"), cause("b")]}},
    ),
    "one-cause-keeps-its-text": (
        status("x is invalid: b: m", cause("b")),
        {"kind": "Status", "message": "x is invalid: b: m", "details": {"name": "a", "causes": [cause("b")]}},
    ),
    "quoted-uid": (
        status(f"UID in object meta: {UID}"),
        {"kind": "Status", "message": "UID in object meta: <uid>", "details": {"name": "a"}},
    ),
    "quoted-in-a-cause": (
        status("no such field", cause("a", "has selfType17")),
        {
            "kind": "Status",
            "message": "no such field",
            "details": {"name": "a", "causes": [cause("a", "has selfType")]},
        },
    ),
    "quoted-object": (
        status(r'unable to patch "{\"uid\":\"abc\",\"a\":\"b\"}"'),
        {"kind": "Status", "message": r'unable to patch "{\"uid\":\"…\",\"a\":\"b\"}"', "details": {"name": "a"}},
    ),
    "ages-in-a-table": (
        {"kind": "Table", "columnDefinitions": [{"name": "Name"}, {"name": "Age"}], "rows": [{"cells": ["3s", "3s"]}]},
        {
            "kind": "Table",
            "columnDefinitions": [{"name": "Name"}, {"name": "Age"}],
            "rows": [{"cells": ["3s", "<age>"]}],
        },
    ),
    "resources-are-sorted": (
        {"kind": "APIResourceList", "resources": [{"name": "b"}, {"name": "a"}]},
        {"kind": "APIResourceList", "resources": [{"name": "a"}, {"name": "b"}]},
    ),
}


@pytest.mark.parametrize(("body", "expected"), BODIES.values(), ids=BODIES)
def test_comparable_body(body: Any, expected: Any) -> None:
    before = json.dumps(body)
    assert comparable_body(body, {}) == expected
    assert json.dumps(body) == before


@pytest.mark.parametrize(("body", "expected"), BODIES.values(), ids=BODIES)
def test_what_is_comparable_stays_as_it_is(body: Any, expected: Any) -> None:
    assert comparable_body(expected, {}) == expected


def test_managed_fields_can_be_kept() -> None:
    entries = [{"manager": "b", "time": "t"}, {"manager": "a", "time": "u"}]
    body = comparable_body({"metadata": {"managedFields": entries}}, {"keepManagedFields": True})
    assert body == {"metadata": {"managedFields": [{"manager": "a"}, {"manager": "b"}]}}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("a.b", {"a": {"c": [{"d": 1}, {"d": 2, "e": 3}]}}, id="field"),
        pytest.param("a.c.d", {"a": {"b": 1, "c": [{}, {"e": 3}]}}, id="through-lists"),
        pytest.param("a.c.*.d", {"a": {"b": 1, "c": [{}, {"e": 3}]}}, id="every-item"),
        pytest.param("*.b", {"a": {"c": [{"d": 1}, {"d": 2, "e": 3}]}}, id="every-key"),
        pytest.param("x.y", {"a": {"b": 1, "c": [{"d": 1}, {"d": 2, "e": 3}]}}, id="not-there"),
    ],
)
def test_paths_are_ignored(path: str, expected: Any) -> None:
    body = {"a": {"b": 1, "c": [{"d": 1}, {"d": 2, "e": 3}]}}
    assert comparable_body(body, {"ignore": [path]}) == expected


def test_a_watch_is_its_events() -> None:
    table = {"kind": "Table", "columnDefinitions": [{"name": "Age"}], "rows": [{"cells": ["3s"]}]}
    later = {"kind": "Table", "rows": [{"cells": ["4s"]}]}
    lines = [{"type": "ADDED", "object": table}, {"type": "MODIFIED", "object": later}]
    events = comparable_body("".join(json.dumps(line) + "\n" for line in lines), {})
    assert [event["type"] for event in events] == ["ADDED", "MODIFIED"]
    assert [event["object"]["rows"] for event in events] == [[{"cells": ["<age>"]}]] * 2


def test_one_event_is_a_watch_too() -> None:
    event = {"type": "ERROR", "object": {"kind": "Status", "message": "too old resource version: 1 (3)"}}
    assert comparable_body(event, {})[0]["object"]["message"] == "too old resource version: <rv> (<rv>)"


def test_descriptions_are_left_out() -> None:
    document = {"description": "text", "properties": {"description": {"type": "string", "description": "text"}}}
    assert without_descriptions([document]) == [{"properties": {"description": {"type": "string"}}}]
