"""Tests of `apis/shared/rules/int_or_percent.py`."""

import pytest

from kapivara.apis.shared.rules.int_or_percent import (
    int_or_percent_value,
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.field import FieldPath

PATH = FieldPath.of("here")


PERCENT = "a valid percent string must be a numeric string followed by an ending '%'"


REGEX = "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"


def bodies(errors):
    assert all(error.field == "here" for error in errors)
    return [error.body() for error in errors]


@pytest.mark.parametrize(
    ("value", "number", "expected"),
    [
        (3, 3, []),
        ("25%", 25, []),
        (-1, -1, ["Invalid value: -1: must be greater than or equal to 0"]),
        ("25", 25, [f'Invalid value: "25": {PERCENT} {REGEX}']),
        ("x", 0, [f'Invalid value: "x": {PERCENT} {REGEX}']),
        ("101%", 101, ['Invalid value: "101%": must not be greater than 100%']),
        ("9" * 30 + "%", 2**63 - 1, [f'Invalid value: "{"9" * 30}%": must not be greater than 100%']),
    ],
)
def test_shares(value, number, expected):
    found = validate_positive_int_or_percent(value, PATH) + validate_not_more_than_100_percent(value, PATH)
    assert bodies(found) == expected
    assert int_or_percent_value(value) == number


def test_shares_are_shown_as_json():
    assert bodies(validate_positive_int_or_percent("1 &x", PATH)) == [f'Invalid value: "1 \\u0026x": {PERCENT} {REGEX}']
