"""Tests of durations in Go's notation: parsed, printed, and rejected with Go's errors."""

import pytest

from kapivara.languages.go.durations import format_go_duration, go_duration_fault, parse_go_duration

SECOND = 1_000_000_000

GO_DURATIONS = {
    "0": 0,
    "+0": 0,
    "-0": 0,
    "5s": 5 * SECOND,
    "1h30m": 5400 * SECOND,
    "-1.5h": -5400 * SECOND,
    ".5s": SECOND // 2,
    "1.s": SECOND,
    "1us": 1000,
    "1\u00b5s": 1000,
    "1\u03bcs": 1000,
    "0.0000000000000000000000000000001h": 0,
    "0.3333333333333333333h": 1_200_000_000_000,
    "9223372036854775807ns": 2**63 - 1,
    "-9223372036854775808ns": -(2**63),
    "9223372036854775808ns": None,
    "3000000h": None,
    "": None,
    "-": None,
    "1": None,
    ".s": None,
    "1d": None,
    "1 s": None,
    "s": None,
    "1e3s": None,
    "1.2.3s": None,
    "9" * 50 + "s": None,
}


@pytest.mark.parametrize(("text", "expected"), GO_DURATIONS.items(), ids=map(ascii, GO_DURATIONS))
def test_go_durations(text, expected):
    assert parse_go_duration(text) == expected


def test_long_durations_are_read_in_pieces():
    assert parse_go_duration("1.5s20ms" * 20_000) == 20_000 * 1_520_000_000
    assert parse_go_duration("1s" * 50_000 + "x" + "1s" * 50_000) is None
    assert parse_go_duration("1s" * 50_000 + "1") is None
    assert parse_go_duration("1s" * 50_000 + "1.1.1s") is None
    assert parse_go_duration("0" * 100_000 + "1s") == SECOND


FAULTS = {
    "": 'time: invalid duration ""',
    "-": 'time: invalid duration "-"',
    ".s": 'time: invalid duration ".s"',
    "5": 'time: missing unit in duration "5"',
    "1h5": 'time: missing unit in duration "1h5"',
    "5x": 'time: unknown unit "x" in duration "5x"',
    "1s 2m": 'time: unknown unit "s " in duration "1s 2m"',
    "x": 'time: invalid duration "x"',
    "\u00e9": r'time: invalid duration "\xc3\xa9"',
    "99999999999999999999s": 'time: invalid duration "99999999999999999999s"',
    "9999999999999h": 'time: invalid duration "9999999999999h"',
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=map(ascii, FAULTS))
def test_faults(text, fault):
    assert parse_go_duration(text) is None
    assert go_duration_fault(text) == fault


PRINTED = {
    "0": "0s",
    "3ns": "3ns",
    "-3ns": "-3ns",
    "1500ns": "1.5\u00b5s",
    "1500us": "1.5ms",
    "999ms": "999ms",
    "1s": "1s",
    "90s": "1m30s",
    "60m": "1h0m0s",
    "1.5h": "1h30m0s",
    "1h0.25s": "1h0m0.25s",
    "-2562047h47m16.854775808s": "-2562047h47m16.854775808s",
}


@pytest.mark.parametrize(("text", "printed"), PRINTED.items(), ids=PRINTED)
def test_printed(text, printed):
    nanoseconds = parse_go_duration(text)
    assert nanoseconds is not None
    assert format_go_duration(nanoseconds) == printed
    assert parse_go_duration(printed) == nanoseconds
