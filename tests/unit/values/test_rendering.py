"""Tests that values print into messages as Go prints them."""

import math

import pytest

from kapivara.values.rendering import (
    GoStruct,
    NamedString,
    format_fixed,
    format_float,
    format_json_float,
    format_value,
    quote,
    to_json_text,
)

QUOTED = {
    "": '""',
    "plain": '"plain"',
    'a"b': r'"a\"b"',
    "a\\b": r'"a\\b"',
    "a'b<&>": '"a\'b<&>"',
    "\a\b\f\n\r\t\v": r'"\a\b\f\n\r\t\v"',
    "\x00\x1f\x7f": r'"\x00\x1f\x7f"',
    "é世界": '"é世界"',
    "a\u00a0b": r'"a\u00a0b"',
    "\u200b\ufeff": r'"\u200b\ufeff"',
    "\u2028": r'"\u2028"',
    "😀": '"😀"',
    "\U000e0001": r'"\U000e0001"',
    "e\u0301": '"e\u0301"',
}


@pytest.mark.parametrize(("text", "expected"), QUOTED.items(), ids=map(ascii, QUOTED))
def test_quote(text, expected):
    assert quote(text) == expected


FLOATS = {  # number: (as %v, as JSON)
    0.0: ("0", "0"),
    1.0: ("1", "1"),
    -1.5: ("-1.5", "-1.5"),
    100000.0: ("100000", "100000"),
    123456.789: ("123456.789", "123456.789"),
    1000000.0: ("1e+06", "1000000"),
    123456789.125: ("1.23456789125e+08", "123456789.125"),
    1e20: ("1e+20", "100000000000000000000"),
    1e21: ("1e+21", "1e+21"),
    1.5e300: ("1.5e+300", "1.5e+300"),
    9.223372036854775807e18: ("9.223372036854776e+18", "9223372036854776000"),
    0.1: ("0.1", "0.1"),
    0.0001: ("0.0001", "0.0001"),
    0.00002: ("2e-05", "0.00002"),
    0.000001: ("1e-06", "0.000001"),
    1.5e-7: ("1.5e-07", "1.5e-7"),
    1e-10: ("1e-10", "1e-10"),
    5e-324: ("5e-324", "5e-324"),
    float("inf"): ("+Inf", "+Inf"),
    float("-inf"): ("-Inf", "-Inf"),
}


@pytest.mark.parametrize(("number", "expected"), FLOATS.items(), ids=map(str, FLOATS))
def test_floats(number, expected):
    assert (format_float(number), format_json_float(number)) == expected


def test_floats_without_order():
    assert format_float(float("nan")) == "NaN"
    assert format_float(-0.0) == "-0"


JSON_TEXTS = [
    (None, "null"),
    (True, "true"),
    (False, "false"),
    (-5, "-5"),
    (2.5, "2.5"),
    ("", '""'),
    ("a<b>&c", r'"a\u003cb\u003e\u0026c"'),
    ('q"\\/', r'"q\"\\/"'),
    ("\b\f\n\r\t", r'"\b\f\n\r\t"'),
    ("\x00\x1f\x7f", '"\\u0000\\u001f\x7f"'),
    ("é\u2028\u2029", '"é\\u2028\\u2029"'),
    ("\ud800", r'"\ufffd"'),
    ([1, "a", None], '[1,"a",null]'),
    ((1, 2), "[1,2]"),
    ({"b": 1, "a": {"d": [], "c": {}}}, '{"a":{"c":{},"d":[]},"b":1}'),
    (GoStruct(b=1, a="x"), '{"b":1,"a":"x"}'),
    ([GoStruct(z={"b": 1, "a": 2})], '[{"z":{"a":2,"b":1}}]'),
    (NamedString("a<b"), r'"a\u003cb"'),
]


@pytest.mark.parametrize(("value", "expected"), JSON_TEXTS, ids=[ascii(case[0]) for case in JSON_TEXTS])
def test_to_json_text(value, expected):
    assert to_json_text(value) == expected


def test_to_json_text_refuses_what_is_not_json():
    with pytest.raises(TypeError):
        to_json_text(object())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "<nil>"),
        (True, "true"),
        (3, "3"),
        (1e6, "1e+06"),
        ("a b", "a b"),
        ([1, "a", [2]], "[1 a [2]]"),
        ({"b": 1, "a": [None]}, "map[a:[<nil>] b:1]"),
        ({}, "map[]"),
    ],
    ids=str,
)
def test_format_value(value, expected):
    assert format_value(value) == expected


FIXED = {
    0.0: "0",
    1.0: "1",
    1.5: "1.5",
    1e21: "1000000000000000000000",
    1.25e22: "12500000000000000000000",
    1e-7: "0.0000001",
    -1.5e-9: "-0.0000000015",
    123456789.0: "123456789",
    5e-324: "0." + "0" * 323 + "5",
    math.inf: "+Inf",
    -math.inf: "-Inf",
}


@pytest.mark.parametrize(("number", "text"), FIXED.items(), ids=str)
def test_format_fixed(number, text):
    assert format_fixed(number) == text
