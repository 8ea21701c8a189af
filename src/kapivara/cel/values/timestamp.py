"""Points in time with nanoseconds, between the years 1 and 9999; parsed and printed as RFC 3339.

A timestamp keeps the offset with which it was written, which only affects printing.
Upstream: cel-go common/types/timestamp.go; Go time Parse, Format.
"""

from __future__ import annotations

import re
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.values.duration import SECOND
from kapivara.languages.go.calendar import DAY_SECONDS, civil_from_days, days_from_civil, days_in_month
from kapivara.values.lazy_pattern import lazy_pattern

_MIN_SECONDS = -62_135_596_800
_MAX_SECONDS = 253_402_300_799
_TEXT = lazy_pattern(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})"
    r"(?:[.,]([0-9]+))?(Z|([+-])([0-9]{2}):([0-9]{2}))"
)


class Timestamp:
    """Nanoseconds since 1970, and the offset from UTC (in seconds, east) with which it is printed."""

    __slots__ = ("nanos", "offset")

    def __init__(self, nanos: int, offset: int = 0):
        self.nanos = nanos
        self.offset = offset

    @classmethod
    def parse(cls, text: str) -> Timestamp | None:
        """Parses RFC 3339; returns None for an invalid text, and raises CelError for a year out of range."""
        match = _TEXT.fullmatch(text)
        if not match:
            return None
        year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
        if not (1 <= month <= 12 and 1 <= day <= days_in_month(year, month)):
            return None
        if hour > 23 or minute > 59 or second > 59:
            return None
        moment = moment_of(match)
        return None if moment is None else cls.checked(moment.nanos, moment.offset)

    @classmethod
    def checked(cls, nanos: int, offset: int = 0) -> Timestamp:
        """Returns a timestamp; raises CelError outside the years 1 to 9999."""
        if not _MIN_SECONDS <= nanos // SECOND <= _MAX_SECONDS:
            raise CelError("timestamp overflow")
        return cls(nanos, offset)

    @property
    def seconds(self) -> int:
        """Whole seconds since 1970, rounded down."""
        return self.nanos // SECOND

    @property
    def is_zero(self) -> bool:
        """Whether this is the beginning of the year 1."""
        return self.nanos == _MIN_SECONDS * SECOND

    def go_text(self) -> str:
        """Returns the time in Go's notation: `2020-01-02 03:04:05.6 +0000 UTC`."""
        sign, minutes = _split_offset(self.offset)
        zone = f"{sign}{minutes // 60:02d}{minutes % 60:02d}"
        date, _, clock = self._clock().partition("T")
        return f"{date} {clock} {zone} {'UTC' if not self.offset else zone}"

    def _clock(self) -> str:
        seconds, fraction = divmod(self.nanos, SECOND)
        days, rest = divmod(seconds + self.offset, DAY_SECONDS)
        year, month, day = civil_from_days(days)
        text = f"{year:04d}-{month:02d}-{day:02d}T{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"
        return f"{text}.{fraction:09d}".rstrip("0") if fraction else text

    def __eq__(self, other: object) -> bool:
        return type(other) is Timestamp and self.nanos == other.nanos

    def __hash__(self) -> int:
        return hash(self.nanos)

    def __lt__(self, other: Timestamp) -> bool:
        return self.nanos < other.nanos

    def __le__(self, other: Timestamp) -> bool:
        return self.nanos <= other.nanos

    def __gt__(self, other: Timestamp) -> bool:
        return self.nanos > other.nanos

    def __ge__(self, other: Timestamp) -> bool:
        return self.nanos >= other.nanos

    def __str__(self) -> str:
        if not self.offset:
            return self._clock() + "Z"
        sign, minutes = _split_offset(self.offset)
        return f"{self._clock()}{sign}{minutes // 60:02d}:{minutes % 60:02d}"

    def __repr__(self) -> str:
        return f"timestamp({str(self)!r})"

    def __reduce__(self) -> Any:
        return Timestamp, (self.nanos, self.offset)


def moment_of(found: re.Match[str]) -> Timestamp | None:
    """Returns the time of a match: six groups of date and clock, the fraction, the zone, its sign, hours and minutes.

    None where the offset is out of range. Kept: Go accepts 24 hours and 60 minutes.
    """
    year, month, day, hour, minute, second = map(int, found.group(1, 2, 3, 4, 5, 6))
    offset = 0
    if found[9]:
        hours, minutes = int(found[10]), int(found[11])
        if hours > 24 or minutes > 60:
            return None
        offset = (hours * 60 + minutes) * 60 * (-1 if found[9] == "-" else 1)
    seconds = days_from_civil(year, month, day) * DAY_SECONDS + hour * 3600 + minute * 60 + second - offset
    return Timestamp(seconds * SECOND + int((found[7] or "")[:9].ljust(9, "0")), offset)


def _split_offset(offset: int) -> tuple[str, int]:
    return ("-" if offset < 0 else "+"), abs(offset) // 60
