"""Tests of times by Go's layouts, and of the errors."""

from __future__ import annotations

import pytest

from kapivara.languages.go.times import DATE, LOCAL_TIME, RFC3339, RFC3339_MICRO, GoTime, GoTimeError, parse_time

TIMES: dict[str, tuple[str, str, GoTime]] = {
    "date": (DATE, "2024-02-29", GoTime(2024, 2, 29)),
    "local time": (LOCAL_TIME, "2024-02-29T23:59:58", GoTime(2024, 2, 29, 23, 59, 58)),
    "local time with a fraction": (LOCAL_TIME, "2024-02-29T23:59:58.5", GoTime(2024, 2, 29, 23, 59, 58, 500_000_000)),
    "hour of one digit": (LOCAL_TIME, "2024-02-29T3:59:58", GoTime(2024, 2, 29, 3, 59, 58)),
    "in UTC": (RFC3339, "2024-02-29T23:59:58Z", GoTime(2024, 2, 29, 23, 59, 58)),
    "fraction after a comma": (RFC3339, "2024-02-29T23:59:58,25Z", GoTime(2024, 2, 29, 23, 59, 58, 250_000_000)),
    "east": (RFC3339, "2024-02-29T23:59:58+01:30", GoTime(2024, 2, 29, 23, 59, 58, 0, 90)),
    "six digits": (RFC3339_MICRO, "2024-02-29T23:59:58.123456Z", GoTime(2024, 2, 29, 23, 59, 58, 123_456_000)),
    "west": (RFC3339, "2024-02-29T23:59:58-24:60", GoTime(2024, 2, 29, 23, 59, 58, 0, -1500)),
}


@pytest.mark.parametrize(("layout", "text", "time"), TIMES.values(), ids=TIMES)
def test_times(layout: str, text: str, time: GoTime) -> None:
    assert parse_time(layout, text) == time


def test_seconds_count_from_1970() -> None:
    assert parse_time(DATE, "1970-01-02").seconds == 86_400
    assert parse_time(RFC3339, "1970-01-01T01:00:00+01:00").seconds == 0
    assert parse_time(DATE, "0000-01-01").seconds == -62_167_219_200


FAULTS: dict[str, tuple[str, str, str]] = {
    "no year": (DATE, "7", ' as "2006-01-02": cannot parse "7" as "2006"'),
    "no dash": (DATE, "2020", ' as "2006-01-02": cannot parse "" as "-"'),
    "day of one digit": (DATE, "2020-01-1", ' as "2006-01-02": cannot parse "1" as "02"'),
    "month out of range": (DATE, "2020-13-45", ": month out of range"),
    "day out of range": (DATE, "2021-02-29", ": day out of range"),
    "day zero": (DATE, "2021-02-00", ": day out of range"),
    "more than a date": (DATE, "2020-01-01T00:00:00Z", ': extra text: "T00:00:00Z"'),
    "no T": (LOCAL_TIME, "2020-01-01", ' as "2006-01-02T15:04:05": cannot parse "" as "T"'),
    "hour out of range": (LOCAL_TIME, "2020-01-01T25:00:00", ": hour out of range"),
    "minute out of range": (LOCAL_TIME, "2020-01-01T00:60:00", ": minute out of range"),
    "an offset": (LOCAL_TIME, "2020-01-01T00:00:00Z", ': extra text: "Z"'),
    "no offset": (RFC3339, "2020-01-01T00:00:00", ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'),
    "three digits of six": (
        RFC3339_MICRO,
        "2020-01-01T00:00:00.123Z",
        ' as "2006-01-02T15:04:05.000000Z07:00": cannot parse ".123Z" as ".000000"',
    ),
    "offset out of range, before the day": (
        RFC3339,
        "2020-02-31T00:00:00+25:00",
        ": time zone offset hour out of range",
    ),
}


@pytest.mark.parametrize(("layout", "text", "problem"), FAULTS.values(), ids=FAULTS)
def test_faults(layout: str, text: str, problem: str) -> None:
    with pytest.raises(GoTimeError) as caught:
        parse_time(layout, text)
    assert str(caught.value) == f'parsing time "{text}"{problem}'


def test_quotes_escape_bytes() -> None:
    with pytest.raises(GoTimeError, match=r'^parsing time "\\xc3\\xa9\\"" as'):
        parse_time(DATE, 'é"')
