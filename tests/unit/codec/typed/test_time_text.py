"""Tests of parsing times, and of the errors."""

import pytest

from kapivara.codec.errors import DecodeError
from kapivara.codec.typed.reader import MismatchError
from kapivara.codec.typed.time_text import read_time


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        (None, None),
        ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
        ("2020-01-02T03:04:05.987654321Z", "2020-01-02T03:04:05Z"),
        ("2020-01-02T03:04:05,5Z", "2020-01-02T03:04:05Z"),
        ("2020-01-02T3:04:05Z", "2020-01-02T03:04:05Z"),
        ("2020-01-01T01:00:00+02:00", "2019-12-31T23:00:00Z"),
        ("2020-02-29T00:00:00-01:30", "2020-02-29T01:30:00Z"),
        ("9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z"),
        ("0001-01-01T00:00:00Z", None),
    ],
)
def test_read(given, normal):
    assert read_time(given) == normal


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("yesterday", ' as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"'),
        ("2020-1-01", ' as "2006-01-02T15:04:05Z07:00": cannot parse "1-01" as "01"'),
        ("2020-01-01 00:00:00Z", ' as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"'),
        ("2020-01-01T00:00:00", ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'),
        ("2020-13-01T00:00:00Z", ": month out of range"),
        ("2021-02-29T00:00:00Z", ": day out of range"),
        ("2020-01-01T24:00:00Z", ": hour out of range"),
        ("2020-01-01T00:00:60Z", ": second out of range"),
        ("2020-01-01T00:00:00+25:00", ": time zone offset hour out of range"),
        ("2020-01-01T00:00:00Zulu", ': extra text: "ulu"'),
    ],
)
def test_problems(given, problem):
    with pytest.raises(DecodeError) as error:
        read_time(given)
    assert error.value.message == f'parsing time "{given}"{problem}'


def test_quotes_escape_bytes():
    with pytest.raises(DecodeError) as error:
        read_time('é"')
    assert error.value.message.startswith(r'parsing time "\xc3\xa9\"" as')


@pytest.mark.parametrize(
    ("given", "word"), [(1, "number"), (1.5, "number"), (True, "bool"), ([], "array"), ({}, "object")]
)
def test_other_types(given, word):
    with pytest.raises(MismatchError) as error:
        read_time(given)
    assert error.value.message == f"json: cannot unmarshal {word} into Go value of type string"
