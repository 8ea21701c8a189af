"""Time zones by name or by fixed offset: the offset from UTC at a given time.

Upstream: cel-go common/types/timestamp.go timeZone; Go time LoadLocation.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_UTC_NAMES = frozenset(("", "UTC", "Local"))
_ATOI = lazy_pattern("[+-]?[0-9]+")
_CALENDAR_CYCLE = 12_622_780_800
"""Seconds in 400 years, after which the calendar repeats, days of the week included."""


def offset_at(zone: str, seconds: int) -> int:
    """Returns the seconds to add to UTC in a zone (a name such as `Europe/Paris`, or `+01:30`) at a time."""
    if ":" in zone:
        return _fixed_offset(zone)
    if zone in _UTC_NAMES:
        return 0
    return _named_offset(_load(zone), seconds)


def _fixed_offset(zone: str) -> int:
    hours_text, _, minutes_text = zone.partition(":")
    hours, minutes = _atoi(hours_text), _atoi(minutes_text)
    return (hours * 60 - minutes if zone[0] == "-" else hours * 60 + minutes) * 60


def _atoi(text: str) -> int:
    if not _ATOI.fullmatch(text):
        raise CelError(f"strconv.Atoi: parsing {quote(text)}: invalid syntax")
    number = int(text) if len(text.lstrip("+-0")) <= 19 else INT64_MAX + 1
    if not INT64_MIN <= number <= INT64_MAX:
        raise CelError(f"strconv.Atoi: parsing {quote(text)}: value out of range")
    return number


@cache_short_texts(256)
def _load(name: str) -> Any:
    import zoneinfo

    if ".." in name or name[0] in "/\\":
        raise CelError("time: invalid location name")
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise CelError(f"unknown time zone {name}") from None


def _named_offset(zone: Any, seconds: int) -> int:
    from datetime import datetime, timedelta

    moment = datetime(1970, 1, 1) + timedelta(seconds=seconds)
    if moment.year == 1:
        moment += timedelta(days=366)  # keeps the shift in range; before the first rule, any year has the same offset
    elif moment.year == 9999:
        moment -= timedelta(seconds=_CALENDAR_CYCLE)
    shifted = zone.fromutc(moment.replace(tzinfo=zone))
    return int((shifted.replace(tzinfo=None) - moment).total_seconds())
