"""Converts strings of the formats `date`, `date-time`, `duration` and `byte` to CEL values.

A value that the schema accepts can still fail here, since the schema accepts more texts.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal, kube-openapi/pkg/validation/strfmt (1.37).
"""

from __future__ import annotations

from kapivara.cel.errors import CelError
from kapivara.cel.values.duration import SECOND, Duration
from kapivara.cel.values.timestamp import Timestamp
from kapivara.languages.go.times import DATE, LOCAL_TIME, RFC3339, GoTime, GoTimeError, parse_time
from kapivara.values.caches import cache_short_texts


def read_date(text: str) -> Timestamp:
    """Converts the format `date` to midnight in UTC."""
    try:
        return _moment(parse_time(DATE, text))
    except GoTimeError as problem:
        raise CelError(f"Invalid date formatted string {text}: {problem}") from None


def read_date_time(text: str) -> Timestamp:
    """Converts the format `date-time`; without an offset it is in UTC. Unlike CEL, it supports the year 0.

    Kept: an empty text is the first moment of 1970.
    """
    if not text:
        return Timestamp(0)
    try:
        return _moment(parse_time(RFC3339, text))
    except GoTimeError:
        pass
    try:
        return _moment(parse_time(LOCAL_TIME, text))
    except GoTimeError as problem:
        raise CelError(f"Invalid date-time formatted string {text}: {problem}") from None


def _moment(time: GoTime) -> Timestamp:
    return Timestamp(time.seconds * SECOND + time.nanosecond, time.offset * 60)


def read_duration(text: str) -> Duration:
    """Converts the format `duration`: Go's (`1h30m`) or one in words (`2 days`)."""
    nanoseconds = _nanoseconds(text)
    if nanoseconds is None:
        raise CelError(f"Invalid duration {text}: unable to parse {text} as duration")
    return Duration(nanoseconds)


@cache_short_texts(256)  # the same durations recur
def _nanoseconds(text: str) -> int | None:
    from kapivara.content.times import parse_duration

    return parse_duration(text)


def read_bytes(text: str) -> bytes:
    """Converts the format `byte`: base64 in the URL-safe alphabet, which differs from the schema's."""
    from kapivara.languages.go.base64 import Base64Error, decode_base64

    try:
        return decode_base64(text, url_safe=True)
    except Base64Error as problem:
        raise CelError(f"Invalid byte formatted string {text}: {problem}") from None
