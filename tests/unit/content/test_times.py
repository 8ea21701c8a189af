"""Tests of dates, times and durations."""

import pytest

from kapivara.content.times import is_date, is_date_time, is_duration, parse_duration


@pytest.mark.parametrize("text", ["2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "2023-04-30"])
def test_dates(text):
    assert is_date(text)


@pytest.mark.parametrize(
    "text",
    ["", "2023-02-29", "1900-02-29", "2023-04-31", "2023-13-01", "2023-00-01", "2023-01-00", "2023-1-01", "23-01-01",
     "2023-01-01 ", "2023-01-01T", "20230101", "２０２３-01-01", "2023-01-01\n"],
)  # fmt: skip
def test_what_is_no_date(text):
    assert not is_date(text)


@pytest.mark.parametrize(
    "text",
    ["2024-01-01T00:00:00Z", "2024-01-01t23:59:59z", "2024-01-01T12:00:00.123456789Z", "2024-01-01T12:00:00+99:99",
     "2024-01-01T12:00:00x5Z", "2024-01-01T12:00:00Z" + "T and more"],
)  # fmt: skip
def test_date_times(text):
    assert is_date_time(text)


@pytest.mark.parametrize(
    "text",
    ["", "t", "2024-01-01", "2024-01-01 12:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T12:60:00Z",
     "2024-01-01T12:00:60Z", "2024-01-01T12:00:00", "2024-01-01T12:00Z", "2024-01-01T12:00:00.Z",
     "2024-02-30T12:00:00Z", "2024-01-01T12:00:00+0100", "2024-01-01T12:00:00Z\n"],
)  # fmt: skip
def test_what_is_no_date_time(text):
    assert not is_date_time(text)


SECOND = 1_000_000_000
WORDED = {
    "1 day": 86400 * SECOND,
    "2 weeks": 14 * 86400 * SECOND,
    "1 WK": 7 * 86400 * SECOND,
    "3 hours and 2 minutes": 3 * 3600 * SECOND + 120 * SECOND,
    "1.5 hours": 5 * 3600 * SECOND,  # kept: the number ends at the dot
    "5nanoseconds": 5,
    "7 \u00b5s": 7000,
    "1 hr 1 sec": 3601 * SECOND,
    "in 4 d": 4 * 86400 * SECOND,
    "-1 day": 86400 * SECOND,
    "1 month": None,
    "1 year": None,
    "day": None,
    "5": None,
    "": None,
    "1 day 99999999999999999999 s": None,
    "1 day 3 lightyears": 86400 * SECOND,
    "106751991167 days": (106751991167 * 86400 * SECOND + 2**63) % 2**64 - 2**63,  # kept: it wraps around
}


@pytest.mark.parametrize(("text", "expected"), WORDED.items(), ids=map(ascii, WORDED))
def test_worded_durations(text, expected):
    assert parse_duration(text) == expected
    assert is_duration(text) is (expected is not None)
