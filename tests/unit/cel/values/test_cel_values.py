"""Equality, order, maps, optionals, conversions and types of values."""

import math

import pytest

from kapivara.cel import types
from kapivara.cel.errors import CelError
from kapivara.cel.values import (
    NONE,
    CelMap,
    Duration,
    OptionalValue,
    Timestamp,
    UInt,
    compare,
    make_map,
    runtime_name,
    to_bool,
    to_bytes,
    to_double,
    to_duration,
    to_int,
    to_string,
    to_timestamp,
    to_uint,
    type_of_value,
    type_text,
)
from kapivara.cel.values.display import display


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        (1, 2, -1),
        (UInt(2), 1.5, 1),
        (-1, UInt(0), -1),
        (2**63 - 1, 2.0**63, 0),
        (False, True, -1),
        ("a", "\u00e4", -1),
        (b"b", b"a", 1),
        (Timestamp(1), Timestamp(2), -1),
        (Duration(2), Duration(1), 1),
    ],
)
def test_compare(one, other, order):
    assert compare(one, other) == order
    assert compare(other, one) == -order


@pytest.mark.parametrize(("one", "other"), [(1, "a"), (True, 1), (None, None), ([1], [2]), ({}, {})], ids=repr)
def test_cannot_compare(one, other):
    with pytest.raises(CelError, match="no such overload"):
        compare(one, other)


def test_nan_has_no_order():
    with pytest.raises(CelError, match="NaN values cannot be ordered"):
        compare(1, math.nan)


def test_maps_keep_numbers_apart_and_find_equal_ones():
    entries = CelMap([(1, "int"), (UInt(1), "uint"), (True, "bool"), ("x", "string"), (UInt(7), "seven")])
    assert len(entries) == 5
    assert [entries[key] for key in (1, UInt(1), True, 1.0, "x", 7, 7.0)] == [
        "int", "uint", "bool", "int", "string", "seven", "seven",
    ]  # fmt: skip
    assert 2 not in entries
    assert 1.5 not in entries
    assert False not in entries
    assert [] not in entries
    assert math.nan not in entries
    assert entries.get(-1) is None
    assert list(entries) == [1, 1, True, "x", 7]
    with pytest.raises(KeyError):
        entries[2]


def test_maps_of_strings_are_dicts():
    assert type(make_map([("a", 1), ("a", 2)])) is dict
    assert make_map([("a", 1), ("a", 2)]) == {"a": 2}
    assert isinstance(make_map([("a", 1), (1, 2)]), CelMap)
    assert make_map([]) == {}


def test_no_value_in_none():
    with pytest.raises(CelError, match=r"optional.none\(\) dereference"):
        _ = NONE.value
    assert NONE.get(5) == 5
    assert OptionalValue(None).has_value


CONVERSIONS = [
    (to_int, "-5", -5),
    (to_int, 1.9, 1),
    (to_int, -1.9, -1),
    (to_int, UInt(5), 5),
    (to_int, Timestamp(-1), -1),
    (to_int, Duration(1_500), 1_500),
    (to_uint, 1.9, UInt(1)),
    (to_uint, "5", UInt(5)),
    (to_double, UInt(2), 2.0),
    (to_double, "1e3", 1000.0),
    (to_string, 1e6, "1e+06"),
    (to_string, 123456.0, "123456"),
    (to_string, -1.5, "-1.5"),
    (to_string, math.inf, "+Inf"),
    (to_string, math.nan, "NaN"),
    (to_string, True, "true"),
    (to_string, UInt(3), "3"),
    (to_string, b"\xc3\xa9", "\u00e9"),
    (to_string, Duration(1_500_000_000), "1.5s"),
    (to_string, types.TIMESTAMP, "google.protobuf.Timestamp"),
    (to_bytes, "\u00e9", b"\xc3\xa9"),
    (to_bool, "T", True),
    (to_timestamp, 1, Timestamp(1_000_000_000)),
    (to_duration, "1m", Duration(60_000_000_000)),
]
FAILURES = [
    (to_int, "1.5", "type conversion error from 'string' to 'int'"),
    (to_int, 2.0**63, "integer overflow"),
    (to_int, -(2.0**63), "integer overflow"),
    (to_int, math.nan, "integer overflow"),
    (to_int, UInt(2**63), "integer overflow"),
    (to_int, True, "type conversion error from 'bool' to 'int'"),
    (to_uint, -1, "unsigned integer overflow"),
    (to_uint, -0.5, "unsigned integer overflow"),
    (to_uint, 2.0**64, "unsigned integer overflow"),
    (to_uint, "-1", "type conversion error from 'string' to 'uint'"),
    (to_double, "x", "type conversion error from 'string' to 'double'"),
    (to_string, b"\xff", "invalid UTF-8 in bytes, cannot convert to string"),
    (to_string, [], r"type conversion error from 'list\(dyn\)' to 'string'"),
    (to_bool, "yes", "type conversion error from 'string' to 'bool'"),
    (to_timestamp, "x", "type conversion error from 'string' to 'google.protobuf.Timestamp'"),
    (to_timestamp, 253_402_300_800, "timestamp overflow"),
    (to_duration, "1d", "type conversion error from 'string' to 'google.protobuf.Duration'"),
    (to_bytes, 5, "type conversion error from 'int' to 'bytes'"),
]


@pytest.mark.parametrize(("convert", "value", "result"), CONVERSIONS, ids=repr)
def test_convert(convert, value, result):
    converted = convert(value)
    assert converted == result
    assert type(converted) is type(result)


@pytest.mark.parametrize(("convert", "value", "message"), FAILURES, ids=repr)
def test_cannot_convert(convert, value, message):
    with pytest.raises(CelError, match=message):
        convert(value)


def test_names_of_types():
    assert type_text(type_of_value([1])) == "list(dyn)"
    assert type_text(type_of_value({})) == "map(dyn, dyn)"
    assert runtime_name(type_of_value([1])) == "list"
    assert runtime_name(type_of_value(None)) == "null_type"
    assert runtime_name(type_of_value(types.INT)) == "type"
    assert type_text(type_of_value(NONE)) == "optional_type(dyn)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (1.5, "1.5"),
        (None, "NULL_VALUE"),
        (b"ab", "[97 98]"),
        ([1, "a"], "[1, a]"),
        ({"a": [UInt(1)]}, "{a: [1]}"),
        (OptionalValue(1), "optional(1)"),
        (Duration(60_000_000_000), "1m0s"),
        (Timestamp(0), "1970-01-01 00:00:00 +0000 UTC"),
        (types.DURATION, "google.protobuf.Duration"),
    ],
    ids=repr,
)
def test_display(value, text):
    assert display(value) == text
