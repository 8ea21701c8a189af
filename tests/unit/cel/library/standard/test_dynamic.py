"""Calls, fields and loops on values whose type is known only at run time."""

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.environments import standard_env
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions.optionals import OPTIONALS
from kapivara.cel.library.standard.dynamic import (
    dynamic_call,
    has_field,
    index_value,
    iterable,
    optional_index,
    select_field,
)
from kapivara.cel.values import NONE, CelMap, Duration, OptionalValue, Timestamp, UInt

FUNCTIONS = standard_env().functions
RESULTS = [
    ("_+_", (1, 2), 3),
    ("_+_", ([1], ["a"]), [1, "a"]),
    ("_<_", (1, 1.5), True),
    ("_<_", (UInt(1), 0), False),
    ("-_", (Duration(1),), Duration(-1)),
    ("size", ({"a": 1},), 1),
    ("int", ("5",), 5),
    ("sum", ([1.5, 2.5],), 4.0),
    ("indexOf", (["a"], "a"), 0),
    ("indexOf", ("ba", "a"), 1),
    ("sort", ([],), []),
    ("_[_]", ({"a": 1}, "a"), 1),
    ("_[_]", ([1, 2], UInt(1)), 2),
    ("_[_]", ([1, 2], 1.0), 2),
]
FAILURES = [
    ("_+_", (1, "a"), "no such overload"),
    ("_+_", (True, True), "no such overload: _+_"),
    ("_+_", ({}, {}), "no such overload: _+_"),
    ("_-_", ("a", "b"), "no such overload"),
    ("_*_", (Duration(1), 2), "no such overload"),
    ("_<_", ([1], [2]), "no such overload: _<_"),
    ("_>=_", (True, 1), "no such overload"),
    ("-_", (UInt(1),), "no such overload: -_"),
    ("-_", (True,), "no such overload"),
    ("!_", (1,), "no such overload"),
    ("size", (1,), "no such overload: size"),
    ("size", (Timestamp(0),), "no such overload"),
    ("matches", (1, "a"), "no such overload: matches"),
    ("matches", (Duration(1), "a"), "no such overload"),
    ("startsWith", (1, "a"), "no such overload"),
    ("int", ([1],), "no such overload: int(list)"),
    ("string", (None,), "no such overload: string(null_type)"),
    ("duration", (Timestamp(0),), "no such overload: duration(google.protobuf.Timestamp)"),
    ("format", ("%s", 1), "no such overload: format(string, int)"),
    ("join", ([1],), "no such overload: join(list)"),
    ("flatten", (1,), "no such overload: int.flatten()"),
    ("sort", ("a",), "no such overload"),
    ("getHost", ({"a": 1},), "no such overload: getHost(map)"),
    ("_[_]", (1, 0), "no such key: 0"),
    ("_[_]", ([1], "a"), "unsupported index type 'string' in list"),
    ("_[_]", ({"a": 1}, b"a"), "invalid qualifier type: types.Bytes"),
    ("@in", (1, 2), "no such overload"),
]


@pytest.mark.parametrize(("name", "values", "result"), RESULTS)
def test_call(name, values, result):
    assert dynamic_call(name, FUNCTIONS[name].overloads)(Budget(), *values) == result


@pytest.mark.parametrize(("name", "values", "message"), FAILURES)
def test_no_overload(name, values, message):
    with pytest.raises(CelError) as caught:
        dynamic_call(name, FUNCTIONS[name].overloads)(Budget(), *values)
    assert str(caught.value) == message


def test_fields():
    assert select_field({"a": 1}, "a") == 1
    assert has_field({"a": None}, "a")
    assert not has_field(5, "a")
    assert not has_field(NONE, "a")
    assert has_field(OptionalValue({"a": 1}), "a")
    with pytest.raises(CelError, match="no such key: a"):
        select_field(5, "a")
    with pytest.raises(CelError, match="unsupported index type 'string' in list"):
        has_field([1], "a")


def test_optionals_reach_into_what_they_hold():
    held = OptionalValue({"a": [1]})
    assert index_value(held, "a") == OptionalValue([1])
    assert index_value(held, "b") is NONE
    assert index_value(NONE, "b") is NONE
    assert optional_index(held, "a") == OptionalValue([1])
    assert optional_index([1], 5) is NONE
    assert optional_index(CelMap([(1, "x")]), 1.0) == OptionalValue("x")
    assert optional_index(7, "a") is NONE


def test_loops():
    assert iterable([1]) == [1]
    for value, name in ((1, "types.Int"), ("a", "types.String"), (None, "types.Null"), (NONE, "*types.Optional")):
        with pytest.raises(CelError) as caught:
            iterable(value)
        assert str(caught.value) == f"got '{name}', expected iterable type"


@pytest.mark.parametrize(
    "value",
    [None, False, 0, UInt(0), 0.0, "", b"", [], {}, CelMap([]), Duration(0), Timestamp(-62_135_596_800 * 10**9)],
)
def test_zero_values_are_none(value):
    assert OPTIONALS["optional.ofNonZeroValue"].overloads[0].implementation(value) is NONE


@pytest.mark.parametrize("value", [True, 1, "a", [0], {"a": 0}, Timestamp(0), NONE])
def test_other_values_are_held(value):
    assert OPTIONALS["optional.ofNonZeroValue"].overloads[0].implementation(value).has_value
