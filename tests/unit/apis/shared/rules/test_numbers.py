"""Tests of numbers, ports and percentages."""

import pytest

from kapivara.apis.shared.rules.numbers import (
    validate_in_range,
    validate_non_negative,
    validate_non_negative_fields,
    validate_positive,
)
from kapivara.apis.shared.rules.ports import validate_port_number_or_name
from kapivara.field import FieldPath

PATH = FieldPath.of("here")


def bodies(errors):
    assert all(error.field == "here" for error in errors)
    return [error.body() for error in errors]


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        (validate_non_negative(0, PATH), []),
        (validate_non_negative(-1, PATH), ["Invalid value: -1: must be greater than or equal to 0"]),
        (validate_positive(1, PATH), []),
        (validate_positive(0, PATH), ["Invalid value: 0: must be greater than zero"]),
        (validate_in_range(5, PATH, 1, 5), []),
        (validate_in_range(6, PATH, 1, 5), ["Invalid value: 6: must be between 1 and 5, inclusive"]),
    ],
    ids=["zero", "negative", "one", "not positive", "within", "beyond"],
)
def test_numbers(errors, expected):
    assert bodies(errors) == expected


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        (1, []),
        (65535, []),
        ("http-2", []),
        (0, ["Invalid value: 0: must be between 1 and 65535, inclusive"]),
        (65536, ["Invalid value: 65536: must be between 1 and 65535, inclusive"]),
        (
            "",
            [
                'Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
                'Invalid value: "": must contain at least one letter (a-z)',
            ],
        ),
        (
            "-a--b-more-than-15",
            [
                'Invalid value: "-a--b-more-than-15": must be no more than 15 characters',
                'Invalid value: "-a--b-more-than-15": must not contain consecutive hyphens',
                'Invalid value: "-a--b-more-than-15": must not begin or end with a hyphen',
            ],
        ),
        ("80", ['Invalid value: "80": must contain at least one letter (a-z)']),
    ],
)
def test_ports(port, expected):
    assert bodies(validate_port_number_or_name(port, PATH)) == expected


def test_fields_that_are_not_given_are_not_negative() -> None:
    found = validate_non_negative_fields({"a": -1, "b": 0, "c": None}, PATH, "a", "b", "c", "d")
    assert [str(each) for each in found] == [f"{PATH}.a: Invalid value: -1: must be greater than or equal to 0"]
