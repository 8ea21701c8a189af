"""Tests of strings that CEL reads as times, durations and bytes."""

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.cel.errors import CelError
from kapivara.schema.expressions.data.data_conversion import read_bytes, read_date, read_date_time, read_duration

VALUES: dict[str, tuple[Callable[[str], Any], str, str]] = {
    "date": (read_date, "2024-02-29", "2024-02-29T00:00:00Z"),
    "date-time": (read_date_time, "2024-02-29T23:59:58.123Z", "2024-02-29T23:59:58.123Z"),
    "offset": (read_date_time, "2024-01-01T00:00:00+01:30", "2024-01-01T00:00:00+01:30"),
    "without an offset": (read_date_time, "2024-01-01T00:00:00", "2024-01-01T00:00:00Z"),
    "comma": (read_date_time, "2024-01-01T00:00:00,5Z", "2024-01-01T00:00:00.5Z"),
    "digits beyond nanoseconds": (read_date_time, "2024-01-01T00:00:00.1234567899Z", "2024-01-01T00:00:00.123456789Z"),
    "duration": (read_duration, "1h30m5.25s", "5405.25s"),
    "duration in words": (read_duration, "2 days", "172800s"),
}


@pytest.mark.parametrize(("read", "text", "printed"), VALUES.values(), ids=VALUES)
def test_formats_are_read(read: Callable[[str], Any], text: str, printed: str) -> None:
    assert str(read(text)) == printed


def test_the_year_0_is_a_year_of_data() -> None:
    assert read_date("0000-01-01").nanos < read_date("0001-01-01").nanos


def test_bytes_are_in_the_url_safe_alphabet() -> None:
    assert read_bytes("_wA=") == b"\xff\x00"
    assert read_bytes("-_8=") == b"\xfb\xff"


FAULTS: dict[str, tuple[Callable[[str], Any], str, str]] = {
    "standard alphabet": (
        read_bytes,
        "/wA=",
        "Invalid byte formatted string /wA=: illegal base64 data at input byte 0",
    ),
    "small t": (
        read_date_time,
        "2024-01-01t00:00:00Z",
        'Invalid date-time formatted string 2024-01-01t00:00:00Z: parsing time "2024-01-01t00:00:00Z" as '
        '"2006-01-02T15:04:05": cannot parse "t00:00:00Z" as "T"',
    ),
    "small z": (
        read_date_time,
        "2024-01-01T00:00:00z",
        'Invalid date-time formatted string 2024-01-01T00:00:00z: parsing time "2024-01-01T00:00:00z": extra text: "z"',
    ),
    "offset out of range": (
        read_date_time,
        "2024-01-01T00:00:00.5+25:00",
        "Invalid date-time formatted string 2024-01-01T00:00:00.5+25:00: "
        'parsing time "2024-01-01T00:00:00.5+25:00": extra text: "+25:00"',
    ),
    "no duration": (read_duration, "x", "Invalid duration x: unable to parse x as duration"),
}


@pytest.mark.parametrize(("read", "text", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_are_told_in_the_servers_words(read: Callable[[str], Any], text: str, message: str) -> None:
    with pytest.raises(CelError) as raised:
        read(text)
    assert str(raised.value) == message
