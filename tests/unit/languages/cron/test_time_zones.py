"""Tests of names of time zones."""

from __future__ import annotations

import pytest

from kapivara.languages.cron.time_zones import time_zone_problem


@pytest.mark.parametrize("name", ["", "UTC", "Local", "Europe/Paris", "America/Argentina/Ushuaia", "Etc/GMT+5", "GB"])
def test_zones(name: str) -> None:
    assert time_zone_problem(name) == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Europe/paris", "unknown time zone Europe/paris"),
        ("utc", "unknown time zone utc"),
        ("America", "is a directory"),
        ("America/Argentina", "is a directory"),
        ("America/New_York/x", "not a directory"),
        ("../UTC", "time: invalid location name"),
        ("/UTC", "time: invalid location name"),
        ("a/" * 100, f"unknown time zone {'a/' * 100}"),
    ],
)
def test_what_is_none(name: str, problem: str) -> None:
    assert time_zone_problem(name) == problem
