"""Times as the server reads and prints them: RFC 3339, to the second, in UTC.

Upstream: apimachinery/pkg/apis/meta/v1/time.go, and time.Parse with the layout RFC3339.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kapivara.codec.errors import DecodeError
from kapivara.codec.typed_reader import MismatchError
from kapivara.values.calendar import DAY_SECONDS, civil_from_days, days_from_civil, days_in_month
from kapivara.values.json_value import JsonValue, go_json_type

_LAYOUT = "2006-01-02T15:04:05Z07:00"
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
_ZERO = "0001-01-01T00:00:00Z"


def read_time(value: JsonValue) -> JsonValue:
    """Reads a metav1.Time: null for none, else its text in UTC. Raises as a custom reader does."""
    if value is None:
        return None
    if type(value) is not str:
        raise MismatchError(go_json_type(value), "string")
    return _in_utc(value) if len(value) <= _USUAL_LENGTH else _in_utc.__wrapped__(value)


@lru_cache(maxsize=256)  # an object is read many times, and its times seldom change
def _in_utc(value: str) -> str | None:
    parts, offset = _parse(value)
    text = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*(_shifted(parts, offset) if offset else parts))
    return None if text == _ZERO else text


def _parse(text: str) -> tuple[list[int], int]:
    """Splits a time into year, month, day, hour, minute, second, and the offset from UTC in minutes."""
    parts, position = [], 0
    for element, pattern, low, high, name in _ELEMENTS:
        found = _match(pattern, text, position, element)
        position = found.end()
        if name:
            parts.append(int(found[0]))
            if not low <= parts[-1] <= high:
                raise _out_of_range(text, name)
    fraction = re.compile(r"[.,]\d+", re.ASCII).match(text, position)
    zone = _match(r"Z|[+-](\d\d):(\d\d)", text, fraction.end() if fraction else position, "Z07:00")
    if zone.end() < len(text):
        raise DecodeError(f"parsing time {_quoted(text)}: extra text: {_quoted(text[zone.end() :])}")
    year, month, day = parts[:3]
    if not 1 <= day <= days_in_month(year, month):
        raise _out_of_range(text, "day")
    return parts, _offset(text, zone)


def _match(pattern: str, text: str, position: int, element: str) -> re.Match[str]:
    found = re.compile(pattern, re.ASCII).match(text, position)
    if found is None:
        rest = _quoted(text[position:])
        raise DecodeError(f'parsing time {_quoted(text)} as "{_LAYOUT}": cannot parse {rest} as "{element}"')
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
    """Quotes a text as Go's time package does: bytes outside printable ASCII are escaped one by one."""
    escaped = "".join(
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x80 else f"\\x{byte:02x}"
        for byte in text.encode("utf-8", "surrogatepass")
    )
    return f'"{escaped}"'
