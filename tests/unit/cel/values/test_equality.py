"""Tests of `cel/values/equality.py`."""

import math

import pytest

from kapivara.cel import types
from kapivara.cel.budget import Budget
from kapivara.cel.values import (
    NONE,
    CelMap,
    Duration,
    OptionalValue,
    Timestamp,
    UInt,
    equal,
)

EQUAL = [
    (1, 1.0),
    (1, UInt(1)),
    (UInt(1), 1.0),
    (2**53 + 1, 2.0**53),  # kept: the integer is rounded
    ([1, "a", None], [1.0, "a", None]),
    ({"a": [1]}, {"a": [UInt(1)]}),
    (CelMap([(1, "a")]), CelMap([(UInt(1), "a")])),
    (CelMap([("a", 1)]), {"a": 1}),
    (OptionalValue(1), OptionalValue(1.0)),
    (NONE, OptionalValue.none()),
    (Timestamp(5), Timestamp(5, 3600)),
    (types.list_of(types.INT), types.list_of(types.STRING)),
    (b"a", b"a"),
]


UNEQUAL = [
    (1, True),
    (0, False),
    (1, "1"),
    (None, False),
    (None, 0),
    (math.nan, math.nan),
    ([math.nan], [math.nan]),
    ([1], [1, 2]),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({}, []),
    ("a", b"a"),
    (CelMap([(True, 1)]), CelMap([(1, 1)])),
    (NONE, OptionalValue(None)),
    (OptionalValue(1), 1),
    (Duration(1), 1),
    (types.INT, types.UINT),
    ("int", types.INT),
]


@pytest.mark.parametrize(("one", "other"), EQUAL, ids=repr)
def test_equal(one, other):
    assert equal(Budget(), one, other)
    assert equal(Budget(), other, one)


@pytest.mark.parametrize(("one", "other"), UNEQUAL, ids=repr)
def test_unequal(one, other):
    assert not equal(Budget(), one, other)
    assert not equal(Budget(), other, one)
