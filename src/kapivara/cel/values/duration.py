"""Durations: nanoseconds in 64 bits, read and printed as Go's time package does.

Upstream: cel-go common/types/duration.go; Go time ParseDuration, Duration.String.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern

SECOND = 1_000_000_000
_MINUTE = 60 * SECOND
_HOUR = 60 * _MINUTE
_TERM = lazy_pattern(r"([0-9]*+)(?:(\.)([0-9]*+))?([^0-9.]++)")
_UNITS = {
    "ns": 1,
    "us": 1_000,
    "\u00b5s": 1_000,  # the micro sign
    "\u03bcs": 1_000,  # the letter mu
    "ms": 1_000_000,
    "s": SECOND,
    "m": _MINUTE,
    "h": _HOUR,
}


class Duration:
    """A span of time in whole nanoseconds."""

    __slots__ = ("nanos",)

    def __init__(self, nanos: int):
        self.nanos = nanos

    @classmethod
    def parse(cls, text: str) -> Duration | None:
        """Reads texts such as `1h30m`, `-1.5s` and `0`; returns None where the text is no duration."""
        nanos = _parse(text)
        return None if nanos is None else cls(nanos)

    @classmethod
    def checked(cls, nanos: int) -> Duration:
        """Makes a duration; fails where it does not fit 64 bits."""
        if not INT64_MIN <= nanos <= INT64_MAX:
            raise CelError("duration overflow")
        return cls(nanos)

    def seconds(self) -> float:
        """The span in seconds, rounded as the reference rounds."""
        return self._in(SECOND)

    def minutes(self) -> float:
        """The span in minutes."""
        return self._in(_MINUTE)

    def hours(self) -> float:
        """The span in hours."""
        return self._in(_HOUR)

    def milliseconds(self) -> int:
        """The span in whole milliseconds, cut towards zero."""
        return self.nanos // 1_000_000 if self.nanos >= 0 else -(-self.nanos // 1_000_000)

    def _in(self, unit: int) -> float:
        size = abs(self.nanos)
        number = size // unit + (size % unit) / unit  # two terms, as Go adds them: the rounding shows
        return number if self.nanos >= 0 else -number

    def go_text(self) -> str:
        """The span as Go prints it: `1h0m0.5s`."""
        size = abs(self.nanos)
        sign = "-" if self.nanos < 0 else ""
        if size < SECOND:
            if not size:
                return "0s"
            unit, name = next((u, n) for u, n in ((1_000_000, "ms"), (1_000, "\u00b5s"), (1, "ns")) if size >= u)
            return f"{sign}{_decimal(size, unit)}{name}"
        minutes, rest = divmod(size, _MINUTE)
        hours, minutes = divmod(minutes, 60)
        text = f"{_decimal(rest, SECOND)}s"
        if hours or minutes:
            text = f"{minutes}m{text}"
        return f"{sign}{hours}h{text}" if hours else sign + text

    def __eq__(self, other: object) -> bool:
        return type(other) is Duration and self.nanos == other.nanos

    def __hash__(self) -> int:
        return hash(self.nanos)

    def __lt__(self, other: Duration) -> bool:
        return self.nanos < other.nanos

    def __le__(self, other: Duration) -> bool:
        return self.nanos <= other.nanos

    def __gt__(self, other: Duration) -> bool:
        return self.nanos > other.nanos

    def __ge__(self, other: Duration) -> bool:
        return self.nanos >= other.nanos

    def __str__(self) -> str:
        from kapivara.cel.values.numbers import format_fixed

        return format_fixed(self.seconds()) + "s"

    def __repr__(self) -> str:
        return f"duration({str(self)!r})"

    def __reduce__(self) -> Any:
        return Duration, (self.nanos,)


def _decimal(size: int, unit: int) -> str:
    whole, rest = divmod(size, unit)
    if not rest:
        return str(whole)
    return f"{whole}.{str(rest).rjust(len(str(unit)) - 1, '0').rstrip('0')}"


def _parse(text: str) -> int | None:
    sign = -1 if text[:1] == "-" else 1
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return 0
    if not rest:
        return None
    total, place = 0, 0
    while place < len(rest):
        match = _TERM.match(rest, place)
        if not match or not (match[1] or match[3]) or match[4] not in _UNITS:
            return None
        unit = _UNITS[match[4]]
        whole = _whole(match[1])
        if whole is None or whole * unit > INT64_MAX + 1:
            return None
        total += whole * unit + _fraction(match[3] or "", unit)
        if total > INT64_MAX + 1:
            return None
        place = match.end()
    if total > INT64_MAX:
        return -total if sign < 0 else None
    return sign * total


def _whole(digits: str) -> int | None:
    digits = digits.lstrip("0")
    if len(digits) > 19 or (digits and int(digits) > INT64_MAX + 1):
        return None
    return int(digits or "0")


def _fraction(digits: str, unit: int) -> int:
    """The nanoseconds after the point, cut: as many digits count as fit 63 bits, and the product is a float's."""
    value, scale = 0, 1.0
    for digit in digits[:64]:
        if value > INT64_MAX // 10:
            break
        larger = value * 10 + int(digit)
        if larger > INT64_MAX + 1:
            break
        value, scale = larger, scale * 10
    return int(value * (unit / scale)) if value else 0
