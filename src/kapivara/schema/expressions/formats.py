"""Strings that are more to expressions: the formats `date`, `date-time`, `duration` and `byte`.

A value that has passed the schema can still fail here, since the schema's idea of a format is the wider one.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal, kube-openapi/pkg/validation/strfmt (1.37).
"""

from __future__ import annotations

from kapivara.cel.errors import CelError
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.timestamp import Timestamp, moment_of
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_CLOCK = lazy_pattern(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?"
    r"(Z|([+-])([0-9]{2}):([0-9]{2}))?"
)


def read_date(text: str) -> Timestamp:
    """Reads the format `date`: midnight in UTC."""
    return read_date_time(f"{text}T00:00:00Z")


def read_date_time(text: str) -> Timestamp:
    """Reads the format `date-time`; one without an offset is in UTC. Unlike the language's own, it knows the year 0."""
    found = _CLOCK.fullmatch(text)
    moment = moment_of(found) if found else None
    if moment is None:
        raise CelError(f"Invalid date-time formatted string {text}: {_fault(text)}")
    return moment


def _fault(text: str) -> str:
    """Tells as Go's time package does why a text is no time without an offset: the last layout that is tried."""
    found = _CLOCK.match(text)
    if found:
        rest = text[found.start(8) if found[8] else found.end() :]
        return f"parsing time {quote(text)}: extra text: {quote(rest)}"
    return f'parsing time {quote(text)} as "2006-01-02T15:04:05": cannot parse {quote(text[10:])} as "T"'


def read_duration(text: str) -> Duration:
    """Reads the format `duration`: Go's (`1h30m`) or one in words (`2 days`)."""
    from kapivara.content.times import parse_duration

    nanoseconds = parse_duration(text)
    if nanoseconds is None:
        raise CelError(f"Invalid duration {text}: unable to parse {text} as duration")
    return Duration(nanoseconds)


def read_bytes(text: str) -> bytes:
    """Reads the format `byte`: base64 in its URL-safe alphabet, which is not the one that the schema checks."""
    from kapivara.content.base64_text import Base64Error, decode_base64

    try:
        return decode_base64(text, url_safe=True)
    except Base64Error as problem:
        raise CelError(f"Invalid byte formatted string {text}: {problem}") from None
