"""Integers or strings, and percentages among the strings."""

import pytest

from kapivara.values.int_or_string import is_int_or_string, percent_of


@pytest.mark.parametrize(("value", "expected"), [(1, True), ("1", True), (True, False), (1.0, False), (None, False)])
def test_is_int_or_string(value, expected):
    assert is_int_or_string(value) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0%", 0),
        ("25%", 25),
        ("+25%", 25),
        ("-25%", -25),
        ("0025%", 25),
        ("150%", 150),
        ("9223372036854775807%", 2**63 - 1),
        ("-9223372036854775808%", -(2**63)),
        ("9223372036854775808%", None),
        ("9" * 5000 + "%", None),
        ("%", None),
        ("25", None),
        ("25% ", None),
        ("25%\n", None),
        ("2.5%", None),
        ("٣%", None),
        (25, None),
        (None, None),
    ],
    ids=lambda value: str(value)[:24],
)
def test_percent_of(value, expected):
    assert percent_of(value) == expected
