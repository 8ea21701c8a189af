"""The two equalities tell apart what the server tells apart."""

import pytest

from kapivara.values import deep_equal, semantic_equal

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
def test_both_equalities_see_the_difference(one, other):
    assert not deep_equal(one, other)
    assert not deep_equal(other, one)
    assert not semantic_equal(one, other)


@pytest.mark.parametrize(("one", "other"), NOTHING.values(), ids=NOTHING.keys())
def test_nothing_is_nothing_semantically_only(one, other):
    assert not deep_equal(one, other)
    assert semantic_equal(one, other)
    assert semantic_equal(other, one)


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "x", [], {}, [[]], {"a": {"b": [1, "2", None]}}], ids=repr)
def test_a_value_equals_itself(value):
    assert deep_equal(value, value)
    assert semantic_equal(value, value)


@pytest.mark.parametrize("scalar", [0, False, "", 0.0], ids=repr)
def test_a_scalar_is_never_nothing(scalar):
    assert not semantic_equal(scalar, None)
    assert not semantic_equal({"a": scalar}, {})
