"""Parses times by a layout as Go's time package does, with its errors.

Upstream: Go time/format.go Parse (1.26), for the layouts that the server uses.
"""

from __future__ import annotations

from typing import Final

from kapivara.languages.go.calendar import DAY_SECONDS, days_from_civil, days_in_month
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

DATE: Final = "2006-01-02"
LOCAL_TIME: Final = "2006-01-02T15:04:05"
RFC3339: Final = "2006-01-02T15:04:05Z07:00"

RFC3339_MICRO: Final = "2006-01-02T15:04:05.000000Z07:00"

_ZONE: Final = "Z07:00"
_MICROSECONDS: Final = ".000000"
# The elements of layouts in order: minimum digits, bounds, and name in errors about the bounds; empty for literals. The
# maximum number of digits is the length of the element.
_ELEMENTS: Final = (
    ("2006", 4, 0, 9999, "year"),
    ("-", 0, 0, 0, ""),
    ("01", 2, 1, 12, "month"),
    ("-", 0, 0, 0, ""),
    ("02", 2, 0, 99, "day"),
    ("T", 0, 0, 0, ""),
    ("15", 1, 0, 23, "hour"),
    (":", 0, 0, 0, ""),
    ("04", 2, 0, 59, "minute"),
    (":", 0, 0, 0, ""),
    ("05", 2, 0, 59, "second"),
)
_OF_DATES: Final = 5
_FRACTION = lazy_pattern(r"[.,]([0-9]+)")
_SIX_DIGITS = lazy_pattern(r"[.,]([0-9]{6})")
_OFFSET = lazy_pattern(r"([+-])([0-9]{2}):([0-9]{2})")


class GoTimeError(ValueError):
    """Raised for a malformed time; the text is Go's."""


@record
class GoTime:
    """A time as written; `offset` is in minutes east of UTC."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0
    nanosecond: int = 0
    offset: int = 0

    @property
    def seconds(self) -> int:
        """Seconds since 1970."""
        days = days_from_civil(self.year, self.month, self.day)
        return days * DAY_SECONDS + self.hour * 3600 + (self.minute - self.offset) * 60 + self.second


def parse_time(layout: str, text: str) -> GoTime:
    """Parses a text by one of the layouts above; raises GoTimeError."""
    return _parse(layout, text)


@cache_short_texts(256, longest=96)  # the same times recur
def _parse(layout: str, text: str) -> GoTime:
    elements = _ELEMENTS[:_OF_DATES] if layout == DATE else _ELEMENTS
    parts, position = [], 0
    for element, fewest, low, high, name in elements:
        found = text[position : position + len(element)]
        if name:
            found = _digits(found, fewest)
        elif found != element:
            found = ""
        if not found:
            raise _mismatch(layout, text, position, element)
        position += len(found)
        if name:
            parts.append(int(found))
            if not low <= parts[-1] <= high:
                raise _out_of_range(text, name)
    nanosecond = offset = 0
    if layout != DATE:
        nanosecond, position = _read_fraction(layout, text, position)
    if layout.endswith(_ZONE):
        offset, position = _read_offset(layout, text, position)
    if position < len(text):
        raise GoTimeError(f"parsing time {_quoted(text)}: extra text: {_quoted(text[position:])}")
    if not 1 <= parts[2] <= days_in_month(parts[0], parts[1]):
        raise _out_of_range(text, "day")
    clock = parts[3:] or [0, 0, 0]
    return GoTime(parts[0], parts[1], parts[2], clock[0], clock[1], clock[2], nanosecond, offset)


def _digits(text: str, fewest: int) -> str:
    """Returns the digits at the start of a text; empty if there are too few."""
    for length in range(len(text), fewest - 1, -1):
        digits = text[:length]
        if digits.isdecimal() and digits.isascii():
            return digits
    return ""


def _read_fraction(layout: str, text: str, position: int) -> tuple[int, int]:
    """Reads nanoseconds; returns them and their end. Any number of digits is valid unless the layout fixes it."""
    exact = _MICROSECONDS in layout
    begun = text.startswith((".", ","), position)  # most times have none
    found = (_SIX_DIGITS if exact else _FRACTION).match(text, position) if begun else None
    if found is None:
        if exact:
            raise _mismatch(layout, text, position, _MICROSECONDS)
        return 0, position
    return int(found[1][:9].ljust(9, "0")), found.end()


def _read_offset(layout: str, text: str, position: int) -> tuple[int, int]:
    """Reads the offset from UTC; returns minutes and its end. Kept: 24 hours and 60 minutes are valid."""
    if text.startswith("Z", position):
        return 0, position + 1
    found = _OFFSET.match(text, position)
    if found is None:
        raise _mismatch(layout, text, position, _ZONE)
    hours, minutes = int(found[2]), int(found[3])
    if hours > 24:
        raise _out_of_range(text, "time zone offset hour")
    if minutes > 60:
        raise _out_of_range(text, "time zone offset minute")
    return (hours * 60 + minutes) * (-1 if found[1] == "-" else 1), found.end()


def _mismatch(layout: str, text: str, position: int, element: str) -> GoTimeError:
    rest = _quoted(text[position:])
    return GoTimeError(f'parsing time {_quoted(text)} as "{layout}": cannot parse {rest} as "{element}"')


def _out_of_range(text: str, name: str) -> GoTimeError:
    return GoTimeError(f"parsing time {_quoted(text)}: {name} out of range")


def _quoted(text: str) -> str:
    from kapivara.languages.go.durations import quote_bytes  # only errors need it

    return quote_bytes(text)
