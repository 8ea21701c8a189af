"""Numbers as text, parsed and printed as in Go."""

import math

import pytest

from kapivara.cel.values.numbers import parse_bool, parse_double, parse_int, parse_uint

INTEGERS = {
    "0": 0,
    "-0": 0,
    "+7": 7,
    "007": 7,
    "-9223372036854775808": -(2**63),
    "9223372036854775807": 2**63 - 1,
    "9223372036854775808": None,
    "9" * 5000: None,
    "": None,
    "-": None,
    " 5": None,
    "1_000": None,
    "0x10": None,
    "1.5": None,
    "\u0665": None,  # a digit, but not an ASCII one
}
UNSIGNED = {"0": 0, "18446744073709551615": 2**64 - 1, "18446744073709551616": None, "-1": None, "+1": None}
DOUBLES = {
    "1": 1.0,
    "-1.5e3": -1500.0,
    ".5": 0.5,
    "5.": 5.0,
    "1_23.50_0_0e+1_2": 1.235e14,
    "0x1p-2": 0.25,
    "0x_1.8p1": 3.0,
    "Inf": math.inf,
    "+infinity": math.inf,
    "-INF": -math.inf,
    "1e-400": 0.0,
    "": None,
    ".": None,
    "e5": None,
    "1e400": None,
    "1e": None,
    "0x1": None,
    "_1": None,
    "1_": None,
    "1__0": None,
    "1_.5": None,
    "1._5": None,
    "1.5_e1": None,
    "1e_5": None,
    "--inf": None,
    "+nan": None,
    " 1": None,
    "1,5": None,
}


@pytest.mark.parametrize(("text", "number"), INTEGERS.items(), ids=lambda each: str(each)[:25])
def test_parse_int(text, number):
    assert parse_int(text) == number


@pytest.mark.parametrize(("text", "number"), UNSIGNED.items())
def test_parse_uint(text, number):
    assert parse_uint(text) == number


@pytest.mark.parametrize(("text", "number"), DOUBLES.items())
def test_parse_double(text, number):
    assert parse_double(text) == number


def test_parse_nan():
    assert math.isnan(parse_double("NaN") or 0.0)


@pytest.mark.parametrize(
    ("text", "value"), [("t", True), ("TRUE", True), ("0", False), ("False", False), ("yes", None), ("tRUE", None)]
)
def test_parse_bool(text, value):
    assert parse_bool(text) is value
