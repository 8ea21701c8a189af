"""Times as the server reads, compares and prints them: RFC 3339, to the second or the microsecond, in UTC.

Upstream: apimachinery/pkg/apis/meta/v1/{time,micro_time}.go, and time.Parse with the layouts RFC3339 and RFC3339Micro.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kapivara.codec.errors import DecodeError
from kapivara.codec.typed_reader import MismatchError
from kapivara.values.calendar import DAY_SECONDS, civil_from_days, days_from_civil, days_in_month
from kapivara.values.json_value import JsonValue, go_json_type

_LAYOUT = "2006-01-02T15:04:05Z07:00"
_MICRO_LAYOUT = "2006-01-02T15:04:05.000000Z07:00"
# The elements of the layout: what each takes, its bounds, and its name where it lies outside of them.
_ELEMENTS = (
    ("2006", r"\d{4}", 0, 9999, "year"),
    ("-", "-", 0, 0, ""),
    ("01", r"\d\d", 1, 12, "month"),
    ("-", "-", 0, 0, ""),
    ("02", r"\d\d", 0, 99, "day"),
    ("T", "T", 0, 0, ""),
    ("15", r"\d\d?", 0, 23, "hour"),
    (":", ":", 0, 0, ""),
    ("04", r"\d\d", 0, 59, "minute"),
    (":", ":", 0, 0, ""),
    ("05", r"\d\d", 0, 59, "second"),
)
_USUAL_LENGTH = 40
_NANOSECOND_DIGITS = 9
ZERO_TIME = "0001-01-01T00:00:00Z"
"""Go's zero time, which the server's own types print as null."""


def read_time(value: JsonValue) -> JsonValue:
    """Reads a metav1.Time: null for none, else its text in UTC. Raises as a custom reader does."""
    if value is None:
        return None
    if type(value) is str and len(value) <= _USUAL_LENGTH:
        return _to_the_second(value)
    return _to_the_second.__wrapped__(value)


@lru_cache(maxsize=256)  # an object is read many times, and its times seldom change
def _to_the_second(value: JsonValue) -> JsonValue:
    text, nanoseconds = _in_utc(value, _LAYOUT)
    return None if text == ZERO_TIME and not nanoseconds else text


def read_exact_time(value: JsonValue) -> JsonValue:
    """Reads a metav1.Time as memory holds it: with the fraction of a second that is not printed. Raises likewise."""
    if value is None:
        return None
    text, nanoseconds = _in_utc(value, _LAYOUT)
    if nanoseconds:
        return f"{text[:-1]}.{nanoseconds:09}".rstrip("0") + "Z"
    return None if text == ZERO_TIME else text


def read_micro_time(value: JsonValue) -> JsonValue:
    """Reads a metav1.MicroTime: null for none, else its text in UTC with six digits of a second. Raises likewise."""
    if value is None:
        return None
    text, nanoseconds = _in_utc(value, _MICRO_LAYOUT)
    return None if text == ZERO_TIME and not nanoseconds else f"{text[:-1]}.{nanoseconds // 1000:06}Z"


def same_instant(one: JsonValue, other: JsonValue) -> bool:
    """Tells whether two times are the same, whatever their zones; null is the zero time.

    A text that is no time is compared as it is.
    """
    return bool(one == other or _instant(one) == _instant(other))


def _instant(value: JsonValue) -> JsonValue:
    try:
        return read_exact_time(value)
    except (DecodeError, MismatchError):
        return value


def _in_utc(value: JsonValue, layout: str) -> tuple[str, int]:
    """Returns a time in UTC to the second, and its nanoseconds."""
    if type(value) is not str:
        raise MismatchError(go_json_type(value), "string")
    parts, offset, nanoseconds = _parse(value, layout)
    parts = _shifted(parts, offset) if offset else parts
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*parts), nanoseconds


def _parse(text: str, layout: str) -> tuple[list[int], int, int]:
    """Splits a time into year, month, day, hour, minute, second; the offset from UTC in minutes; the nanoseconds."""
    parts, position = [], 0
    for element, pattern, low, high, name in _ELEMENTS:
        found = _match(pattern, text, position, element, layout)
        position = found.end()
        if name:
            parts.append(int(found[0]))
            if not low <= parts[-1] <= high:
                raise _out_of_range(text, name)
    if layout is _MICRO_LAYOUT:
        fraction: re.Match[str] | None = _match(r"[.,]\d{6}", text, position, ".000000", layout)
    else:
        fraction = re.compile(r"[.,]\d+", re.ASCII).match(text, position)
    zone = _match(r"Z|[+-](\d\d):(\d\d)", text, fraction.end() if fraction else position, "Z07:00", layout)
    if zone.end() < len(text):
        raise DecodeError(f"parsing time {_quoted(text)}: extra text: {_quoted(text[zone.end() :])}")
    year, month, day = parts[:3]
    if not 1 <= day <= days_in_month(year, month):
        raise _out_of_range(text, "day")
    digits = fraction[0][1 : _NANOSECOND_DIGITS + 1] if fraction else ""
    return parts, _offset(text, zone), int(digits.ljust(_NANOSECOND_DIGITS, "0"))


def _match(pattern: str, text: str, position: int, element: str, layout: str) -> re.Match[str]:
    found = re.compile(pattern, re.ASCII).match(text, position)
    if found is None:
        rest = _quoted(text[position:])
        raise DecodeError(f'parsing time {_quoted(text)} as "{layout}": cannot parse {rest} as "{element}"')
    return found


def _offset(text: str, zone: re.Match[str]) -> int:
    if zone[0] == "Z":
        return 0
    hours, minutes = int(zone[1]), int(zone[2])
    if hours > 24:
        raise _out_of_range(text, "time zone offset hour")
    if minutes > 60:
        raise _out_of_range(text, "time zone offset minute")
    return (hours * 60 + minutes) * (-1 if zone[0][0] == "-" else 1)


def _shifted(parts: list[int], offset: int) -> list[int]:
    """Moves a time to UTC."""
    year, month, day, hour, minute, second = parts
    seconds = days_from_civil(year, month, day) * DAY_SECONDS + hour * 3600 + (minute - offset) * 60 + second
    days, rest = divmod(seconds, DAY_SECONDS)
    return [*civil_from_days(days), rest // 3600, rest // 60 % 60, rest % 60]


def _out_of_range(text: str, name: str) -> DecodeError:
    return DecodeError(f"parsing time {_quoted(text)}: {name} out of range")


def _quoted(text: str) -> str:
    from kapivara.content.go_durations import quote_bytes  # nobody waits for it whose times are right

    return quote_bytes(text)
