"""Timestamps, durations and time zones."""

import pytest

from kapivara.cel.errors import CelError
from kapivara.cel.library.standard.time_getters import TIME_GETTERS
from kapivara.cel.values import Duration, Timestamp
from kapivara.cel.values.time_zones import offset_at

TIMESTAMPS = {
    "1970-01-01T00:00:00Z": (0, "1970-01-01T00:00:00Z"),
    "2020-02-29T23:59:59.120Z": (1_583_020_799_120_000_000, "2020-02-29T23:59:59.12Z"),
    "2020-02-29T23:59:59,5+02:00": (1_583_013_599_500_000_000, "2020-02-29T23:59:59.5+02:00"),
    "2020-02-29T01:02:03-00:00": (1_582_938_123_000_000_000, "2020-02-29T01:02:03Z"),
    "2020-02-29T1:02:03Z": (1_582_938_123_000_000_000, "2020-02-29T01:02:03Z"),
    "0001-01-01T00:00:00Z": (-62_135_596_800_000_000_000, "0001-01-01T00:00:00Z"),
    "9999-12-31T23:59:59.9999999999Z": (253_402_300_799_999_999_999, "9999-12-31T23:59:59.999999999Z"),
}
NO_TIMESTAMPS = [
    "", "2020-01-01", "2021-02-29T00:00:00Z", "2020-13-01T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:60:00Z",
    "2020-01-01T00:00:60Z", "2020-01-01 00:00:00Z", "2020-01-01t00:00:00z", "2020-01-01T00:00:00", "2020-1-1T00:00:00Z",
    "2020-01-01T00:00:00+25:00", "2020-01-01T00:00:00+0200", "2020-01-01T00:00:00.Z",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TIMESTAMPS.items())
def test_parse_timestamp(text, expected):
    parsed = Timestamp.parse(text)
    assert parsed is not None
    assert (parsed.nanos, str(parsed)) == expected


@pytest.mark.parametrize("text", NO_TIMESTAMPS)
def test_refuse_timestamp(text):
    assert Timestamp.parse(text) is None


@pytest.mark.parametrize("text", ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
def test_timestamp_out_of_range(text):
    with pytest.raises(CelError, match="timestamp overflow"):
        Timestamp.parse(text)


def test_timestamps_compare_by_moment():
    one, other = Timestamp.parse("2020-01-01T00:00:00Z"), Timestamp.parse("2020-01-01T02:00:00+02:00")
    assert one == other
    assert hash(one) == hash(other)
    assert not one < other
    assert other.go_text() == "2020-01-01 02:00:00 +0200 +0200"


@pytest.mark.parametrize(
    ("zone", "seconds", "offset"),
    [
        ("UTC", 0, 0),
        ("", 0, 0),
        ("Europe/Paris", 1_700_000_000, 3600),
        ("Europe/Paris", 1_690_000_000, 7200),
        ("America/New_York", -62_135_596_800, -17_762),
        ("America/Los_Angeles", 253_402_300_799, -28_800),
        ("-08:00", 0, -28_800),
        ("08:30", 0, 30_600),
        ("-00:30", 0, -1_800),
        ("+1:5", 0, 3_900),
    ],
)
def test_offset(zone, seconds, offset):
    assert offset_at(zone, seconds) == offset


@pytest.mark.parametrize(
    ("zone", "message"),
    [
        ("Nowhere/City", "unknown time zone Nowhere/City"),
        ("+1", r"unknown time zone \+1"),
        ("../etc", "time: invalid location name"),
        ("/etc/passwd", "time: invalid location name"),
        ("a:00", 'strconv.Atoi: parsing "a": invalid syntax'),
        (":30", 'strconv.Atoi: parsing "": invalid syntax'),
        ("1:" + "9" * 30, "value out of range"),
        ("Europe", "unknown time zone Europe"),
        ("A\x00B", "unknown time zone"),
    ],
)
def test_no_zone(zone, message):
    with pytest.raises(CelError, match=message):
        offset_at(zone, 0)


GETTERS = {
    "getFullYear": (2022, 2023),
    "getMonth": (11, 0),
    "getDayOfYear": (364, 0),
    "getDayOfMonth": (30, 0),
    "getDate": (31, 1),
    "getDayOfWeek": (6, 0),
    "getHours": (23, 1),
    "getMinutes": (30, 0),
    "getSeconds": (15, 15),
    "getMilliseconds": (120, 120),
}


@pytest.mark.parametrize(("name", "expected"), GETTERS.items())
def test_getter(name, expected):
    moment = Timestamp.parse("2022-12-31T23:30:15.120999Z")
    overloads = TIME_GETTERS[name].overloads
    assert (overloads[0].implementation(moment), overloads[1].implementation(moment, "+01:30")) == expected


def test_hours_of_a_duration_round_as_the_reference():
    hours = TIME_GETTERS["getHours"].overloads[2].implementation
    assert hours(Duration(3_600_000_000_000 - 1)) == 0
    assert hours(Duration(10_000 * 3_600_000_000_000 - 1)) == 10_000
    assert hours(Duration(-5_400_000_000_000)) == -1
