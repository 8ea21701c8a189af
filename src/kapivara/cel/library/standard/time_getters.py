"""Parts of timestamps, in UTC or in a time zone, and durations in whole units.

Upstream: cel-go common/stdlib/standard.go timestampGet…, common/types/duration.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.functions import Function, Overload
from kapivara.cel.library.declare import Example, function, library
from kapivara.cel.types import DURATION, INT, STRING, TIMESTAMP
from kapivara.cel.values.duration import SECOND, Duration
from kapivara.cel.values.time_zones import offset_at
from kapivara.cel.values.timestamp import Timestamp
from kapivara.languages.go.calendar import DAY_SECONDS, civil_from_days, days_from_civil

_TICKS = 1_000_000
Part = Callable[[int, int], int]
"""Returns a part of a local time, from its seconds since 1970 and the remaining nanoseconds."""


def _year(seconds: int, _nanos: int) -> int:
    return civil_from_days(seconds // DAY_SECONDS)[0]


def _month(seconds: int, _nanos: int) -> int:
    return civil_from_days(seconds // DAY_SECONDS)[1] - 1


def _day_of_year(seconds: int, _nanos: int) -> int:
    days = seconds // DAY_SECONDS
    return days - days_from_civil(civil_from_days(days)[0], 1, 1)


def _day_of_month(seconds: int, _nanos: int) -> int:
    return civil_from_days(seconds // DAY_SECONDS)[2] - 1


def _date(seconds: int, _nanos: int) -> int:
    return civil_from_days(seconds // DAY_SECONDS)[2]


def _day_of_week(seconds: int, _nanos: int) -> int:
    return (seconds // DAY_SECONDS + 4) % 7  # 1970 began on a Thursday


def _hours(seconds: int, _nanos: int) -> int:
    return seconds % DAY_SECONDS // 3600


def _minutes(seconds: int, _nanos: int) -> int:
    return seconds % 3600 // 60


def _seconds(seconds: int, _nanos: int) -> int:
    return seconds % 60


def _milliseconds(_seconds: int, nanos: int) -> int:
    return nanos // _TICKS


def _in_utc(part: Part) -> Callable[[Timestamp], int]:
    def getter(time: Timestamp) -> int:
        return part(*divmod(time.nanos, SECOND))

    return getter


def _in_zone(part: Part) -> Callable[[Timestamp, str], int]:
    def getter(time: Timestamp, zone: str) -> int:
        seconds, nanos = divmod(time.nanos, SECOND)
        return part(seconds + offset_at(zone, seconds), nanos)

    return getter


def _span_hours(span: Duration) -> int:
    return int(span.hours())


def _span_minutes(span: Duration) -> int:
    return int(span.minutes())


def _span_seconds(span: Duration) -> int:
    return int(span.seconds())


def _getter(name: str, overload: str, part: Part, doc: str, *examples: Example, zoned: str = "") -> Function:
    return function(
        name,
        Overload(overload, (TIMESTAMP,), INT, _in_utc(part), member=True, fails=False),
        Overload(zoned or f"{overload}_with_tz", (TIMESTAMP, STRING), INT, _in_zone(part), member=True),
        doc=f"{doc} in UTC, or in a time zone (a name, or an offset such as '-08:00').",
        examples=examples,
    )


def _with_durations(getter: Function, overload: str, measure: Callable[[Duration], int], doc: str) -> Function:
    measured = Overload(overload, (DURATION,), INT, measure, member=True, fails=False)
    return Function(getter.name, (*getter.overloads, measured), f"{getter.doc} {doc}", getter.examples)


_MOMENT = "timestamp('2023-07-14T10:30:45.123Z')"

TIME_GETTERS = library(
    _getter(
        "getFullYear",
        "timestamp_to_year",
        _year,
        "The year of a timestamp",
        (f"{_MOMENT}.getFullYear()", "2023"),
        ("timestamp('2023-01-01T05:30:00Z').getFullYear('-08:00')", "2022"),
    ),
    _getter(
        "getMonth",
        "timestamp_to_month",
        _month,
        "The month of a timestamp, counted from 0,",
        (f"{_MOMENT}.getMonth()", "6"),
    ),
    _getter(
        "getDayOfYear",
        "timestamp_to_day_of_year",
        _day_of_year,
        "The day of the year, counted from 0,",
        ("timestamp('2023-01-02T00:00:00Z').getDayOfYear()", "1"),
    ),
    _getter(
        "getDayOfMonth",
        "timestamp_to_day_of_month",
        _day_of_month,
        "The day of the month, counted from 0,",
        (f"{_MOMENT}.getDayOfMonth()", "13"),
    ),
    _getter(
        "getDate",
        "timestamp_to_day_of_month_1_based",
        _date,
        "The day of the month, counted from 1,",
        (f"{_MOMENT}.getDate()", "14"),
    ),
    _getter(
        "getDayOfWeek",
        "timestamp_to_day_of_week",
        _day_of_week,
        "The day of the week, counted from 0 for Sunday,",
        (f"{_MOMENT}.getDayOfWeek()", "5"),
    ),
    _with_durations(
        _getter(
            "getHours",
            "timestamp_to_hours",
            _hours,
            "The hour of a timestamp",
            (f"{_MOMENT}.getHours('+02:30')", "13"),
            ("duration('3723s').getHours()", "1"),
        ),
        "duration_to_hours",
        _span_hours,
        "Of a duration, its whole hours.",
    ),
    _with_durations(
        _getter("getMinutes", "timestamp_to_minutes", _minutes, "The minute", (f"{_MOMENT}.getMinutes()", "30")),
        "duration_to_minutes",
        _span_minutes,
        "Of a duration, its whole minutes.",
    ),
    _with_durations(
        _getter(
            "getSeconds",
            "timestamp_to_seconds",
            _seconds,
            "The second",
            (f"{_MOMENT}.getSeconds()", "45"),
            zoned="timestamp_to_seconds_tz",
        ),
        "duration_to_seconds",
        _span_seconds,
        "Of a duration, its whole seconds.",
    ),
    _with_durations(
        _getter(
            "getMilliseconds",
            "timestamp_to_milliseconds",
            _milliseconds,
            "The milliseconds within the second",
            (f"{_MOMENT}.getMilliseconds()", "123"),
            ("duration('1.234s').getMilliseconds()", "1234"),
        ),
        "duration_to_milliseconds",
        Duration.milliseconds,
        "Of a duration, its whole milliseconds.",
    ),
)
