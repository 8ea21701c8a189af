"""Tests that copies are equal and share nothing mutable."""

import pytest

from kapivara.values import copy_json, deep_equal

VALUES = {
    "null": None,
    "boolean": True,
    "integer": 3,
    "float": 3.0,
    "text": "x",
    "empty list": [],
    "empty object": {},
    "nested": {"a": [1, {"b": [None, "c", 2.5]}], "d": {"e": {}}},
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
def test_copy_is_equal(value):
    assert deep_equal(copy_json(value), value)


def test_copy_shares_no_container():
    value = {"a": [{"b": []}], "c": {}}
    copied = copy_json(value)
    copied["a"][0]["b"].append(1)
    copied["c"]["d"] = 2
    copied["a"].append(3)
    assert value == {"a": [{"b": []}], "c": {}}
