"""Tests of the calendar, compared with Python's, and beyond it."""

from datetime import date, timedelta

import pytest

from kapivara.languages.go.calendar import civil_from_days, days_from_civil, days_in_month


@pytest.mark.parametrize("days", [-719_162, -718_797, -25_509, -1, 0, 58, 59, 60, 11_016, 18_321, 2_932_896])
def test_calendar_there_and_back(days):
    day = date(1970, 1, 1) + timedelta(days=days)
    assert civil_from_days(days) == (day.year, day.month, day.day)
    assert days_from_civil(day.year, day.month, day.day) == days


def test_years_that_python_lacks():
    assert civil_from_days(days_from_civil(0, 2, 29)) == (0, 2, 29)
    assert civil_from_days(days_from_civil(-1, 12, 31) + 1) == (0, 1, 1)
    assert civil_from_days(days_from_civil(9999, 12, 31) + 1) == (10_000, 1, 1)


@pytest.mark.parametrize(
    ("year", "month", "days"), [(2023, 2, 28), (2024, 2, 29), (1900, 2, 28), (2000, 2, 29), (1, 4, 30)]
)
def test_lengths_of_months(year, month, days):
    assert days_in_month(year, month) == days
