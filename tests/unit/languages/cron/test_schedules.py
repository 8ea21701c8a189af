"""Tests of cron schedules: valid ones, and the errors of others."""

from __future__ import annotations

import pytest

from kapivara.languages.cron.schedules import schedule_problem


@pytest.mark.parametrize(
    "text",
    [
        "* * * * *",
        "  */5 0-23/2 ?  JAN-dec MON,fri ",
        "\u00a0* * * * *",
        "*-5 * * * *",
        "1/70 * * * *",
        ", , , , ,",
        "+5 * * * *",
        "@midnight",
        "@every -1h30m",
        "TZ=UTC * * * * *",
        "CRON_TZ=Europe/Paris @daily",
        "TZ= * * * * *",
    ],
)
def test_schedules(text: str) -> None:
    assert schedule_problem(text) == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("* * * *", "expected exactly 5 fields, found 4: [* * * *]"),
        (" ", "expected exactly 5 fields, found 0: []"),
        ("60 * * * *", "end of range (60) above maximum (59): 60"),
        ("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
        ("5-3 * * * *", "beginning of range (5) beyond end of range (3): 5-3"),
        ("1-2-3 * * * *", "too many hyphens: 1-2-3"),
        ("1/2/3 * * * *", "too many slashes: 1/2/3"),
        ("*/0 * * * *", "step of range should be a positive number: */0"),
        ("*/-1 * * * *", "negative number (-1) not allowed: -1"),
        ("a * * * *", 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'),
        ("jan * * * *", 'failed to parse int from jan: strconv.Atoi: parsing "jan": invalid syntax'),
        ("-1 * * * *", 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'),
        ("@daily ", "unrecognized descriptor: @daily "),
        ("@every 1x", 'failed to parse duration @every 1x: time: unknown unit "x" in duration "1x"'),
        ("TZ=UTC", "invalid schedule format: runtime error: slice bounds out of range [:-1]"),
        ("TZ=Foo * * * * *", "provided bad location Foo: unknown time zone Foo"),
    ],
)
def test_what_is_none(text: str, problem: str) -> None:
    assert schedule_problem(text) == problem
