"""The formats `date`, `datetime` and `duration`, as the server's format library reads them.

Upstream: kube-openapi/pkg/validation/strfmt/{date,time,duration}.go (1.37), time ParseDuration (Go 1.26).
"""

import re

from kapivara.values.calendar import days_in_month
from kapivara.values.json_value import INT64_MAX
from kapivara.values.lazy_pattern import lazy_pattern

_DATE = "([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME = "([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})"

_GO_TERM = lazy_pattern(r"(?:([0-9]++)(?:\.([0-9]*+))?|\.([0-9]++))([^0-9.]+)")
_GO_UNITS = {
    "ns": 1,
    "us": 1_000,
    "\u00b5s": 1_000,  # the micro sign
    "\u03bcs": 1_000,  # the letter mu
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_WORDED_TERM = "(?<![0-9])([0-9]++)[\t\n\f\r ]*+([A-Za-z\u00b5]++)"
# Each unit by its exact names, and by the beginning of the last of them.
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
    """Checks the format `date`: year, month and day of the calendar."""
    match = re.fullmatch(_DATE, text)
    if not match:
        return False
    year, month, day = map(int, match.groups())
    return 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)


def is_date_time(text: str) -> bool:
    """Checks the format `datetime`: a date, a T and a time with its offset, in either case.

    Kept: the offset may be any number, any character may precede the fraction, and text after a second T is ignored.
    """
    parts = text.lower().split("t", 2)
    if len(parts) < 2 or not is_date(parts[0]):
        return False
    match = re.fullmatch(_TIME, parts[1])
    return match is not None and match[1] <= "23" and match[2] <= "59" and match[3] <= "59"


def is_duration(text: str) -> bool:
    """Checks the format `duration`: Go's (`1h30m`) or one in words (`2 days`)."""
    return parse_duration(text) is not None


def parse_duration(text: str) -> int | None:
    """Returns the nanoseconds of a duration in either form, or None where it is neither.

    Upstream: kube-openapi/pkg/validation/strfmt/duration.go ParseDuration.
    """
    nanoseconds = parse_go_duration(text)
    return nanoseconds if nanoseconds is not None else _parse_worded_duration(text)


def parse_go_duration(text: str) -> int | None:
    """Returns the nanoseconds of a duration such as `-1.5h`, or None where Go's time.ParseDuration fails."""
    negative = text.startswith("-")
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return 0
    total = position = 0
    while position < len(rest):
        match = _GO_TERM.match(rest, position)
        nanoseconds = _go_term(match) if match else None
        if match is None or nanoseconds is None:
            return None
        total += nanoseconds
        if total > INT64_MAX + 1:
            return None
        position = match.end()
    if not rest or total > INT64_MAX + negative:
        return None
    return -total if negative else total


def _go_term(match: re.Match[str]) -> int | None:
    whole, fraction, bare_fraction, unit_name = match.groups()
    unit = _GO_UNITS.get(unit_name)
    digits = (whole or "").lstrip("0")
    if unit is None or len(digits) > 19:
        return None
    nanoseconds = int(digits or 0) * unit
    kept, scale = _leading_fraction(fraction or bare_fraction or "")
    if kept:
        nanoseconds += int(float(kept) * (float(unit) / scale))
    return nanoseconds if nanoseconds <= INT64_MAX + 1 else None


def _leading_fraction(digits: str) -> tuple[int, float]:
    """Reads the digits of a fraction as far as they fit 63 bits, and the power of ten they stand over."""
    value, scale = 0, 1.0
    for digit in digits:
        if value > INT64_MAX // 10 or value * 10 + int(digit) > INT64_MAX + 1:
            break
        value = value * 10 + int(digit)
        scale *= 10
    return value, scale


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
