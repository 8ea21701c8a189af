"""Decodes, compares and prints times like the server: RFC 3339, to the second or the microsecond, in UTC.

Upstream: apimachinery/pkg/apis/meta/v1/{time,micro_time}.go, and time.Parse with the layouts RFC3339 and RFC3339Micro.
"""

from __future__ import annotations

from kapivara.codec.errors import DecodeError
from kapivara.codec.typed.reader import MismatchError
from kapivara.languages.go.calendar import DAY_SECONDS, civil_from_days
from kapivara.languages.go.times import RFC3339, RFC3339_MICRO, GoTimeError, parse_time
from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import JsonValue, go_json_type

ZERO_TIME = "0001-01-01T00:00:00Z"
"""Go's zero time, which the server's own types print as null."""


def read_time(value: JsonValue) -> JsonValue:
    """Decodes a metav1.Time: null, or its text in UTC. Raises MismatchError or DecodeError."""
    if value is None:
        return None
    if type(value) is str:
        return _usual_to_the_second(value)
    return _to_the_second(value)


@cache_short_texts(256)  # an object is decoded many times, and its times seldom change
def _usual_to_the_second(text: str) -> JsonValue:
    return _to_the_second(text)


def _to_the_second(value: JsonValue) -> JsonValue:
    text, nanoseconds = _in_utc(value, RFC3339)
    return None if text == ZERO_TIME and not nanoseconds else text


def read_exact_time(value: JsonValue) -> JsonValue:
    """Decodes a metav1.Time as in memory: with the fraction of a second that is not printed. Raises likewise."""
    if value is None:
        return None
    text, nanoseconds = _in_utc(value, RFC3339)
    if nanoseconds:
        return f"{text[:-1]}.{nanoseconds:09}".rstrip("0") + "Z"
    return None if text == ZERO_TIME else text


def read_micro_time(value: JsonValue) -> JsonValue:
    """Decodes a metav1.MicroTime: null, or its text in UTC with six fractional digits. Raises likewise."""
    if value is None:
        return None
    text, nanoseconds = _in_utc(value, RFC3339_MICRO)
    return None if text == ZERO_TIME and not nanoseconds else f"{text[:-1]}.{nanoseconds // 1000:06}Z"


def same_instant(one: JsonValue, other: JsonValue) -> bool:
    """Returns True if two times are the same instant in any zone; null is the zero time.

    Compares invalid times directly.
    """
    return bool(one == other or _instant(one) == _instant(other))


def _instant(value: JsonValue) -> JsonValue:
    try:
        return read_exact_time(value)
    except (DecodeError, MismatchError):
        return value


def _in_utc(value: JsonValue, layout: str) -> tuple[str, int]:
    """Returns a time in UTC to the second, and its nanoseconds."""
    if type(value) is not str:
        raise MismatchError(go_json_type(value), "string")
    try:
        time = parse_time(layout, value)
    except GoTimeError as problem:
        raise DecodeError(str(problem)) from None
    return utc_text(time.seconds), time.nanosecond


def utc_text(seconds: int) -> str:
    """Returns the text of a time in seconds since 1970."""
    days, rest = divmod(seconds, DAY_SECONDS)
    year, month, day = civil_from_days(days)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return f"{year:04}-{month:02}-{day:02}T{clock}Z"
