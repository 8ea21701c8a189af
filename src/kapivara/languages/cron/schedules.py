"""Validates cron schedules such as `*/5 * * * 1-5` or `@daily`.

Upstream: github.com/robfig/cron/v3 parser.go ParseStandard; pkg/util/parsers/parsers.go
ParseCronScheduleWithPanicRecovery (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kapivara.languages.go.durations import go_duration_fault, parse_go_duration
from kapivara.languages.go.integers import integer_problem
from kapivara.languages.go.white_space import split_fields, trim_space
from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.record import record

_EVERY: Final = "@every "
_DESCRIPTORS: Final = frozenset(("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"))
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
_DAYS: Final = "sun mon tue wed thu fri sat"


class _ScheduleError(Exception):
    """Raised for a text that is not a schedule; the message gives the reason."""


@record
class _Bounds:
    """The range of numbers in a field of a schedule, and their names."""

    least: int
    most: int
    names: Mapping[str, int] = {}


_FIELDS: Final = (
    _Bounds(0, 59),
    _Bounds(0, 23),
    _Bounds(1, 31),
    _Bounds(1, 12, {name: number for number, name in enumerate(_MONTHS.split(), 1)}),
    _Bounds(0, 6, {name: number for number, name in enumerate(_DAYS.split())}),
)


@cache_short_texts(256)
def schedule_problem(text: str) -> str:
    """Returns the error of a schedule, empty if it is valid; the text must not be empty."""
    try:
        _check(text)
    except _ScheduleError as error:
        return str(error)
    return ""


def _check(text: str) -> None:
    if text.startswith(("TZ=", "CRON_TZ=")):
        zone, space, text = text.partition(" ")
        if not space:  # kept: the server's search for the end of the zone panics
            raise _ScheduleError("invalid schedule format: runtime error: slice bounds out of range [:-1]")
        _check_zone(zone.partition("=")[2])
        text = trim_space(text)
    if text.startswith("@"):
        _check_descriptor(text)
        return
    fields = split_fields(text)
    if len(fields) != len(_FIELDS):
        found = f"found {len(fields)}: [{' '.join(fields)}]"
        raise _ScheduleError(f"expected exactly {len(_FIELDS)} fields, {found}")
    for field, bounds in zip(fields, _FIELDS, strict=True):
        for part in filter(None, field.split(",")):
            _check_range(part, bounds)


def _check_zone(zone: str) -> None:
    from kapivara.languages.cron.time_zones import time_zone_problem  # not allowed in new schedules

    if problem := time_zone_problem(zone):
        raise _ScheduleError(f"provided bad location {zone}: {problem}")


def _check_descriptor(text: str) -> None:
    if text in _DESCRIPTORS:
        return
    if not text.startswith(_EVERY):
        raise _ScheduleError(f"unrecognized descriptor: {text}")
    duration = text.removeprefix(_EVERY)
    if parse_go_duration(duration) is None:
        raise _ScheduleError(f"failed to parse duration {text}: {go_duration_fault(duration)}")


def _check_range(part: str, bounds: _Bounds) -> None:
    """Validates a part such as `5`, `1-5`, `*/2` or `MON-FRI`."""
    span, *steps = part.split("/")
    low, *highs = span.split("-")
    if low in ("*", "?"):
        start, end = bounds.least, bounds.most
    else:
        start = end = _number_or_name(low, bounds)
        if len(highs) == 1:
            end = _number_or_name(highs[0], bounds)
        elif highs:
            raise _ScheduleError(f"too many hyphens: {part}")
    if len(steps) > 1:
        raise _ScheduleError(f"too many slashes: {part}")
    step = _number(steps[0]) if steps else 1
    if steps and not highs:
        end = bounds.most
    _check_bounds(part, bounds, (start, end))
    if step == 0:
        raise _ScheduleError(f"step of range should be a positive number: {part}")


def _check_bounds(part: str, bounds: _Bounds, span: tuple[int, int]) -> None:
    start, end = span
    if start < bounds.least:
        raise _ScheduleError(f"beginning of range ({start}) below minimum ({bounds.least}): {part}")
    if end > bounds.most:
        raise _ScheduleError(f"end of range ({end}) above maximum ({bounds.most}): {part}")
    if start > end:
        raise _ScheduleError(f"beginning of range ({start}) beyond end of range ({end}): {part}")


def _number_or_name(text: str, bounds: _Bounds) -> int:
    number = bounds.names.get(text.lower())
    return _number(text) if number is None else number


def _number(text: str) -> int:
    if problem := integer_problem(text, "Atoi", INT64_MIN, INT64_MAX):
        raise _ScheduleError(f"failed to parse int from {text}: {problem}")
    number = int(text)
    if number < 0:
        raise _ScheduleError(f"negative number ({number}) not allowed: {text}")
    return number
