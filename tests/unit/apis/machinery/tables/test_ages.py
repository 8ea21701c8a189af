"""Tests of ages, as the server printed them."""

import pytest

from kapivara.apis.machinery.tables.ages import age_of, duration_text

MINUTE, HOUR, DAY = 60, 3600, 86_400
YEAR = 365 * DAY
NOW = "2030-01-02T03:04:05Z"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-2, "<invalid>"),
        (-1, "0s"),
        (0, "0s"),
        (119, "119s"),
        (2 * MINUTE, "2m"),
        (2 * MINUTE + 1, "2m1s"),
        (10 * MINUTE - 1, "9m59s"),
        (10 * MINUTE + 59, "10m"),
        (3 * HOUR - 1, "179m"),
        (3 * HOUR, "3h"),
        (7 * HOUR + 3 * MINUTE, "7h3m"),
        (8 * HOUR + 59 * MINUTE, "8h"),
        (2 * DAY - 1, "47h"),
        (2 * DAY, "2d"),
        (3 * DAY + 5 * HOUR, "3d5h"),
        (8 * DAY, "8d"),
        (2 * YEAR - 1, "729d"),
        (2 * YEAR, "2y"),
        (2 * YEAR + 170 * DAY, "2y170d"),
        (8 * YEAR + 300 * DAY, "8y"),
    ],
)
def test_the_longer_the_coarser(seconds, text):
    assert duration_text(seconds) == text


@pytest.mark.parametrize(
    ("moment", "age"),
    [
        ("2030-01-02T03:04:00Z", "5s"),
        ("2030-01-02T05:04:00.5+02:00", "4s"),
        ("2030-01-02T03:04:06.9Z", "0s"),
        ("2030-01-02T03:04:07Z", "<invalid>"),
        ("2999-01-01T00:00:00Z", "<invalid>"),
        ("1600-01-01T00:00:00Z", "292y"),
        ("0001-01-01T00:00:00Z", "<unknown>"),
        ("", "<unknown>"),
        ("null", "<unknown>"),
        ("yesterday", "<invalid>"),
        ("2030-02-31T00:00:00Z", "<invalid>"),
    ],
)
def test_ages_of_moments(moment, age):
    assert age_of(moment, NOW) == age
