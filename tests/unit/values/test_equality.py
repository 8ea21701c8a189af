"""Tests that equality distinguishes the values that the server distinguishes."""

import pytest

from kapivara.values import deep_equal

DIFFERENT = {
    "integer and float": (1, 1.0),
    "integer and boolean": (1, True),
    "zero and false": (0, False),
    "text and number": ("1", 1),
    "another text": ("a", "b"),
    "longer list": ([1], [1, 2]),
    "another order": ([1, 2], [2, 1]),
    "another key": ({"a": 1}, {"b": 1}),
    "more keys": ({"a": 1}, {"a": 1, "b": 1}),
    "deep inside": ({"a": [{"b": 1}]}, {"a": [{"b": 1.0}]}),
}
NOTHING = {
    "null and empty list": (None, []),
    "null and empty object": (None, {}),
    "empty list and object": ([], {}),
    "missing member": ({"a": None, "b": 1}, {"b": 1}),
    "empty member": ({"a": [], "b": 1}, {"b": 1}),
    "empty deep inside": ({"a": [{"b": {}}]}, {"a": [{}]}),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT.keys())
def test_values_differ(one, other):
    assert not deep_equal(one, other)
    assert not deep_equal(other, one)


@pytest.mark.parametrize(("one", "other"), NOTHING.values(), ids=NOTHING.keys())
def test_one_nothing_is_not_another(one, other):
    assert not deep_equal(one, other)
    assert not deep_equal(other, one)


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "x", [], {}, [[]], {"a": {"b": [1, "2", None]}}], ids=repr)
def test_a_value_equals_itself(value):
    assert deep_equal(value, value)
