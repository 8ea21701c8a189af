"""Ages as `kubectl get` prints them: the time since a moment, in at most two units.

Upstream: apimachinery/pkg/util/duration/duration.go HumanDuration, pkg/api/meta/table ConvertToHumanReadableDateType,
pkg/apis/meta/v1/time.go UnmarshalQueryParameter (1.37).
"""

from __future__ import annotations

from kapivara.languages.go.times import RFC3339, GoTime, GoTimeError, parse_time

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_YEAR = 365 * _DAY
_UNKNOWN, _INVALID = "<unknown>", "<invalid>"
_SECOND = 10**9
_LONGEST = (2**63 - 1) // _SECOND
"""The longest Go duration, in seconds; longer durations are cut to it."""


def age_of(text: str, now: str) -> str:
    """Returns the age of a moment at `now`, both in RFC 3339.

    Returns `<unknown>` for an empty moment and `<invalid>` for one that cannot be parsed. Kept: the text `null` counts
    as empty.
    """
    if text in ("", "null"):
        return _UNKNOWN
    try:
        then = parse_time(RFC3339, text)
    except GoTimeError:
        return _INVALID
    if _is_zero(then):
        return _UNKNOWN
    nanoseconds = parse_time(RFC3339, now).seconds * _SECOND - then.seconds * _SECOND - then.nanosecond
    seconds = nanoseconds // _SECOND if nanoseconds >= 0 else -(-nanoseconds // _SECOND)
    return duration_text(min(seconds, _LONGEST))


def _is_zero(time: GoTime) -> bool:
    return time.nanosecond == 0 and time.seconds == GoTime(1, 1, 1).seconds


def duration_text(seconds: int) -> str:
    """Returns a duration in seconds as people read it: the longer, the coarser. Tolerates one negative second."""
    if seconds < -1:
        return _INVALID
    if seconds < 2 * _MINUTE:
        return f"{max(seconds, 0)}s"
    if seconds < 10 * _MINUTE:
        return _in_two(seconds, _MINUTE, "m", 1, "s")
    if seconds < 3 * _HOUR:
        return f"{seconds // _MINUTE}m"
    if seconds < 8 * _HOUR:
        return _in_two(seconds, _HOUR, "h", _MINUTE, "m")
    if seconds < 2 * _DAY:
        return f"{seconds // _HOUR}h"
    if seconds < 8 * _DAY:
        return _in_two(seconds, _DAY, "d", _HOUR, "h")
    if seconds < 2 * _YEAR:
        return f"{seconds // _DAY}d"
    if seconds < 8 * _YEAR:
        return _in_two(seconds, _YEAR, "y", _DAY, "d")
    return f"{seconds // _YEAR}y"


def _in_two(seconds: int, unit: int, name: str, smaller: int, smaller_name: str) -> str:
    rest = seconds % unit // smaller
    return f"{seconds // unit}{name}{f'{rest}{smaller_name}' if rest else ''}"
