"""Tests of dropping fields of disabled features, unless the old object has them."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.machinery.objects.disabled_fields import drop_disabled

FEATURE = (("a", "b"), ("list", "c"), ("map", "*", "e"))


@pytest.mark.parametrize(
    ("new", "old", "kept"),
    [
        pytest.param(
            {"a": {"b": 1}, "list": [{"c": 1, "d": 2}, {}]}, None, {"a": {}, "list": [{"d": 2}, {}]}, id="new"
        ),
        pytest.param(
            {"map": {"x": {"e": 1}, "y": {"f": 2}}}, None, {"map": {"x": {}, "y": {"f": 2}}}, id="values of a map"
        ),
        pytest.param({"map": {"*": {"e": 1}, "y": {"e": 2}}}, None, {"map": {"*": {}, "y": {}}}, id="key like a mark"),
        pytest.param({"a": {"b": 0}}, {"a": {}}, {"a": {}}, id="not used before"),
        pytest.param({"a": {"b": 1}}, {"list": [{}, {"c": None}]}, {"a": {"b": 1}}, id="used elsewhere"),
        pytest.param({"a": {"d": 1}, "list": None}, None, {"a": {"d": 1}, "list": None}, id="nothing of it"),
    ],
)
def test_what_is_dropped(new: Any, old: Any, kept: Any) -> None:
    drop_disabled(new, old, FEATURE)
    assert new == kept


def test_features_are_told_apart() -> None:
    new = {"x": 1, "y": 2}
    drop_disabled(new, {"x": 0}, (("x",),), (("y",),))
    assert new == {"x": 1}
