"""Tests of Go's errors for strings that are no integers."""

import pytest

from kapivara.languages.go.integers import integer_problem


@pytest.mark.parametrize(
    ("written", "function", "problem"),
    [
        ("5", "ParseInt", ""),
        ("+5", "ParseInt", ""),
        ("+5", "ParseUint", 'strconv.ParseUint: parsing "+5": invalid syntax'),
        ("1_0", "ParseInt", 'strconv.ParseInt: parsing "1_0": invalid syntax'),
        ("101", "ParseInt", 'strconv.ParseInt: parsing "101": value out of range'),
        ("9" * 5000, "ParseInt", f'strconv.ParseInt: parsing "{"9" * 5000}": value out of range'),
    ],
)
def test_integers(written, function, problem):
    assert integer_problem(written, function, -100, 100) == problem
