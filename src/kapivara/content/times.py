"""Checks the formats `date`, `datetime` and `duration`, as the server's format library does.

Upstream: kube-openapi/pkg/validation/strfmt/{date,time,duration}.go (1.37).
"""

import re

from kapivara.languages.go.calendar import days_in_month
from kapivara.languages.go.durations import parse_go_duration
from kapivara.values.json_value import INT64_MAX

_DATE = "0000-00-00"
_CLOCK = "00:00:00"
_DIGITS = str.maketrans("123456789", "000000000")
_BEHIND_CLOCK = "(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})"

_WORDED_TERM = "(?<![0-9])([0-9]++)[\t\n\f\r ]*+([A-Za-z\u00b5]++)"
# Each unit with its exact names, and the prefix of its longest name.
_WORDED_UNITS = (
    (("ns",), "nano", 1),
    (("us", "\u00b5s"), "micro", 1_000),
    (("ms",), "milli", 1_000_000),
    (("s",), "sec", 1_000_000_000),
    (("m",), "min", 60_000_000_000),
    (("h", "hr"), "hour", 3_600_000_000_000),
    (("d",), "day", 86_400_000_000_000),
    (("w", "wk"), "week", 604_800_000_000_000),
)


def is_date(text: str) -> bool:
    """Checks the format `date`: a valid year, month and day."""
    if not _has_form(_DATE, text):
        return False
    year, month, day = map(int, text.split("-"))
    return 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)


def is_date_time(text: str) -> bool:
    """Checks the format `datetime`: a date, a T and a time with an offset, in any case.

    Kept: the offset may be any number, any character may precede the fraction, and text after a second T is ignored.
    """
    parts = text.lower().split("t", 2)
    if len(parts) < 2 or not is_date(parts[0]):
        return False
    clock, behind = parts[1][: len(_CLOCK)], parts[1][len(_CLOCK) :]
    if not _has_form(_CLOCK, clock) or not (behind == "z" or re.fullmatch(_BEHIND_CLOCK, behind)):
        return False
    hour, minute, second = clock.split(":")
    return hour <= "23" and minute <= "59" and second <= "59"


def _has_form(form: str, text: str) -> bool:
    """Returns True if a text has digits where a form has zeros, and otherwise equals the form."""
    return len(text) == len(form) and text.translate(_DIGITS) == form


def is_duration(text: str) -> bool:
    """Checks the format `duration`: Go's (`1h30m`) or one in words (`2 days`)."""
    return parse_duration(text) is not None


def parse_duration(text: str) -> int | None:
    """Returns the nanoseconds of a duration in either form; None if it is malformed.

    Upstream: kube-openapi/pkg/validation/strfmt/duration.go ParseDuration.
    """
    nanoseconds = parse_go_duration(text)
    return nanoseconds if nanoseconds is not None else _parse_worded_duration(text)


def _parse_worded_duration(text: str) -> int | None:
    total = None
    for match in re.finditer(_WORDED_TERM, text):
        digits = match[1].lstrip("0") or "0"
        if len(digits) > 19 or int(digits) > INT64_MAX:
            return None
        word = match[2].lower()
        for names, beginning, unit in _WORDED_UNITS:
            if word in names or word.startswith(beginning):
                total = (total or 0) + int(digits) * unit
    return total if total is None else (total + 2**63) % 2**64 - 2**63  # wraps around, as Go's arithmetic does
