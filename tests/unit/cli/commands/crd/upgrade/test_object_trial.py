"""What one reading of an object has and another lacks."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cli.commands.crd.upgrade.object_trial import only_in_first


@pytest.mark.parametrize(
    ("first", "second", "fields"),
    [
        pytest.param({"spec": {"a": 1}}, {"spec": {"a": 1}}, {}, id="alike"),
        pytest.param({"spec": {"a": 1, "b": 2}}, {"spec": {"a": 1}}, {"spec.b": 2}, id="a field"),
        pytest.param({"spec": {"a": {"b": 1}}}, {}, {"spec": {"a": {"b": 1}}}, id="the topmost one"),
        pytest.param({"spec": [{"a": 1}, {"b": 2}]}, {"spec": [{"a": 1}, {}]}, {"spec[1].b": 2}, id="in an item"),
        pytest.param({"spec": {"a": 1}}, {"spec": {"a": None}}, {"spec.a": 1}, id="a null in its place"),
        pytest.param({"spec": {"a": None}}, {"spec": {}}, {}, id="a null is nothing"),
        pytest.param({"spec": {"a": [1, 2]}}, {"spec": {"a": [1]}}, {"spec.a": [1, 2]}, id="another length"),
        pytest.param({"spec": {"a": 0}}, {"spec": {"a": False}}, {"spec.a": 0}, id="another type"),
        pytest.param({"apiVersion": "a/v1"}, {"apiVersion": "a/v2"}, {}, id="versions are not compared"),
    ],
)
def test_only_in_first(first: Any, second: Any, fields: dict[str, Any]) -> None:
    assert {each.field: each.value for each in only_in_first(first, second)} == fields
