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
    """A time span in whole nanoseconds."""

    __slots__ = ("nanos",)

    def __init__(self, nanos: int):
        self.nanos = nanos

    @staticmethod
    def parse(text: str) -> Duration | None:
        """Parses texts such as `1h30m`, `-1.5s` and `0`; returns None for an invalid text."""
        return _parsed(text)

    @classmethod
    def checked(cls, nanos: int) -> Duration:
        """Returns a duration; raises CelError unless it fits into 64 bits (kept: the message is about integers)."""
        if not INT64_MIN <= nanos <= INT64_MAX:
            raise CelError("integer overflow")
        return cls(nanos)

    def seconds(self) -> float:
        """Returns the span in seconds, rounded as in the reference."""
        return self._in(SECOND)

    def minutes(self) -> float:
        """Returns the span in minutes."""
        return self._in(_MINUTE)

    def hours(self) -> float:
        """Returns the span in hours."""
        return self._in(_HOUR)

    def milliseconds(self) -> int:
        """Returns the span in whole milliseconds, truncated towards zero."""
        return self.nanos // 1_000_000 if self.nanos >= 0 else -(-self.nanos // 1_000_000)

    def _in(self, unit: int) -> float:
        size = abs(self.nanos)
        number = size // unit + (size % unit) / unit  # two terms, as Go adds them: this affects rounding
        return number if self.nanos >= 0 else -number

    def go_text(self) -> str:
        """Returns the span in Go's notation: `1h0m0.5s`."""
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


@cache_short_texts(256)  # the same durations are parsed repeatedly
def _parsed(text: str) -> Duration | None:
    from kapivara.languages.go.durations import parse_go_duration

    nanos = parse_go_duration(text)
    return None if nanos is None else Duration(nanos)


def _decimal(size: int, unit: int) -> str:
    whole, rest = divmod(size, unit)
    if not rest:
        return str(whole)
    return f"{whole}.{str(rest).rjust(len(str(unit)) - 1, '0').rstrip('0')}"
