"""Durations: nanoseconds in 64 bits, printed as Go's time package does.

Upstream: cel-go common/types/duration.go; Go time Duration.String.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.rendering import format_fixed

SECOND = 1_000_000_000
_MINUTE = 60 * SECOND
_HOUR = 60 * _MINUTE


class Duration:
    """A span of time in whole nanoseconds."""

    __slots__ = ("nanos",)

    def __init__(self, nanos: int):
        self.nanos = nanos

    @staticmethod
    def parse(text: str) -> Duration | None:
        """Reads texts such as `1h30m`, `-1.5s` and `0`; returns None where the text is no duration."""
        return _parsed(text)

    @classmethod
    def checked(cls, nanos: int) -> Duration:
        """Makes a duration; fails where it does not fit 64 bits (kept: it is an integer that overflows)."""
        if not INT64_MIN <= nanos <= INT64_MAX:
            raise CelError("integer overflow")
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
        return format_fixed(self.seconds()) + "s"

    def __repr__(self) -> str:
        return f"duration({str(self)!r})"

    def __reduce__(self) -> Any:
        return Duration, (self.nanos,)


@cache_short_texts(256)  # the same durations are read again and again
def _parsed(text: str) -> Duration | None:
    from kapivara.content.go_durations import parse_go_duration

    nanos = parse_go_duration(text)
    return None if nanos is None else Duration(nanos)


def _decimal(size: int, unit: int) -> str:
    whole, rest = divmod(size, unit)
    if not rest:
        return str(whole)
    return f"{whole}.{str(rest).rjust(len(str(unit)) - 1, '0').rstrip('0')}"
