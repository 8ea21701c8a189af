"""Tests of the stored objects that a change affects."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change
from kapivara.schema.changes.comparison import compare_schemas
from kapivara.schema.changes.evidence import Evidence, values_at

STR, INT = {"type": "string"}, {"type": "integer"}
LIST = {"type": "array", "items": STR}


def changes(old: Any, new: Any) -> list[Change]:
    schemas = (
        {"type": "object", "properties": {"spec": {"type": "object", "properties": {"v": v}}}} for v in (old, new)
    )
    path = FieldPath.of("schema")
    return list(compare_schemas(*schemas, path, path, has_status=False))


CASES: dict[str, tuple[Any, Any, Any, Any]] = {
    "bound": (STR, {**STR, "maxLength": 2}, "long", "ok"),
    "exclusive bound": ({**INT, "maximum": 5}, {**INT, "maximum": 5, "exclusiveMaximum": True}, 5, 4),
    "type": (INT, STR, 1, "a"),
    "enum, of null": ({**STR, "nullable": True}, {**STR, "nullable": True, "enum": ["a"]}, None, "a"),
    "enum": (STR, {**STR, "enum": ["a"]}, "b", "a"),
    "junctor": (STR, {**STR, "not": {"pattern": "a"}}, "a", "b"),
    "items": (LIST, {**LIST, "items": {**STR, "maxLength": 1}}, ["a", "long"], ["a"]),
    "set": (LIST, {**LIST, "x-kubernetes-list-type": "set"}, ["a", "a"], ["a", "b"]),
    "rule": (INT, {**INT, "x-kubernetes-validations": [{"rule": "self > 1"}]}, 1, 2),
    "required": (
        {"type": "object", "properties": {"a": STR}},
        {"type": "object", "properties": {"a": STR}, "required": ["a"]},
        {},
        {"a": "x"},
    ),
    "field gone": (
        {"type": "object", "properties": {"a": STR, "b": STR}},
        {"type": "object", "properties": {"b": STR}},
        {"a": "x"},
        {"b": "x"},
    ),
}


@pytest.mark.parametrize(("old", "new", "concerned", "spared"), CASES.values(), ids=CASES)
def test_objects_that_are_concerned(old: Any, new: Any, concerned: Any, spared: Any) -> None:
    (change,) = changes(old, new)
    evidence = Evidence(change)
    assert evidence.has_probe
    assert evidence.concerns({"spec": {"v": concerned}})
    assert not evidence.concerns({"spec": {"v": spared}})
    assert not evidence.concerns({})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(STR, {**STR, "default": "x"}, id="default"),
        pytest.param(INT, {**INT, "x-kubernetes-validations": [{"rule": "self > oldSelf"}]}, id="transition rule"),
        pytest.param(STR, {**STR, "description": "x"}, id="words"),
    ],
)
def test_what_objects_do_not_show(old: Any, new: Any) -> None:
    (change,) = changes(old, new)
    assert not Evidence(change).has_probe


def test_only_the_rule_itself_counts() -> None:
    ruled = {**INT, "x-kubernetes-validations": [{"rule": "self > 1"}, {"rule": "self > 5"}]}
    first, second = changes(INT, ruled)
    assert [Evidence(each).concerns({"spec": {"v": 3}}) for each in (first, second)] == [False, True]


@pytest.mark.parametrize(
    ("value", "steps", "found"),
    [
        pytest.param({"a": {"b": 1}}, ("a", "b"), [1], id="fields"),
        pytest.param({"a": [{"b": 1}, {"b": 2}, {}]}, ("a", None, "b"), [1, 2], id="items"),
        pytest.param({"a": {"x": 1, "y": 2}}, ("a", None), [1, 2], id="values of a map"),
        pytest.param({"a": None}, ("a",), [None], id="null"),
        pytest.param({"a": None}, ("a", "b"), [], id="below null"),
        pytest.param({"a": "text"}, ("a", None), [], id="neither list nor map"),
        pytest.param(7, ("a",), [], id="no object"),
        pytest.param({"a": 1}, (), [{"a": 1}], id="the whole"),
    ],
)
def test_values_at_steps(value: Any, steps: Any, found: Any) -> None:
    assert list(values_at(value, steps)) == found
