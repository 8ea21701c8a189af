"""Tests of `cel/values/duration.py`."""

import pytest

from kapivara.cel.values import Duration

DURATIONS = {
    "0": 0,
    "+0": 0,
    "1h": 3_600_000_000_000,
    "1h30m": 5_400_000_000_000,
    "-1.5s": -1_500_000_000,
    ".5s": 500_000_000,
    "1.s": 1_000_000_000,
    "3us": 3_000,
    "3\u00b5s": 3_000,
    "3\u03bcs": 3_000,
    "1.9999999999s": 1_999_999_999,
    "9223372036854775807ns": 2**63 - 1,
    "-9223372036854775808ns": -(2**63),
    "9223372036854775808ns": None,
    "2562048h": None,
    "9" * 100 + "s": None,
    "": None,
    "-": None,
    "1": None,
    "s": None,
    ".s": None,
    "1d": None,
    "1e3s": None,
    "1 s": None,
}


@pytest.mark.parametrize(("text", "nanos"), DURATIONS.items(), ids=lambda each: str(each)[:25])
def test_parse_duration(text, nanos):
    parsed = Duration.parse(text)
    assert (None if parsed is None else parsed.nanos) == nanos


@pytest.mark.parametrize(
    ("nanos", "text", "go"),
    [
        (0, "0s", "0s"),
        (1, "0.000000001s", "1ns"),
        (1_500, "0.0000015s", "1.5\u00b5s"),
        (-1_500_000, "-0.0015s", "-1.5ms"),
        (5_400_000_000_000, "5400s", "1h30m0s"),
        (60_500_000_000, "60.5s", "1m0.5s"),
        (2**63 - 1, "9223372036.854776s", "2562047h47m16.854775807s"),
    ],
)
def test_print_duration(nanos, text, go):
    assert str(Duration(nanos)) == text
    assert Duration(nanos).go_text() == go
