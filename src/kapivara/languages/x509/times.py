"""Parses times of certificates, as seconds since 1970.

A time must have the form in which Go would print it.
Upstream: golang.org/x/crypto/cryptobyte asn1.go ReadASN1UTCTime, ReadASN1GeneralizedTime; crypto/x509/parser.go
readASN1Time (Go 1.27).
"""

from __future__ import annotations

from typing import Final

from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.values.lazy_pattern import lazy_pattern

UTC_TIME, GENERALIZED_TIME = 23, 24
_ZONE: Final = "(?:Z|([+-])([0-9]{2})([0-9]{2}))"
_UTC: Final = lazy_pattern(rf"([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})?{_ZONE}")
_GENERALIZED: Final = lazy_pattern(rf"([0-9]{{4}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}})([0-9]{{2}}){_ZONE}")
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read_time(reader: DerReader) -> int:
    """Reads a time of either type."""
    for tag, name in ((UTC_TIME, "UTCTime"), (GENERALIZED_TIME, "GeneralizedTime")):
        if reader.is_next(tag):
            contents = reader.element(tag)
            moment = None if contents is None else _moment(contents.decode("latin-1"), tag)
            if moment is None:
                raise X509Error(f"x509: malformed {name}")
            return moment
    raise X509Error("x509: unsupported time format")


def _moment(text: str, tag: int) -> int | None:
    found = (_UTC if tag == UTC_TIME else _GENERALIZED).fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if tag == UTC_TIME:
        year += 1900 if year >= 50 else 2000  # leap years agree: 2000 was one, too
    offset = _offset(*found.groups()[6:])
    if offset is None or not 1 <= month <= 12 or not 1 <= day <= _days_in(year, month):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    return _days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset


def _offset(sign: str | None, hours: str | None, minutes: str | None) -> int | None:
    """Returns the offset of a time zone in seconds; None for an invalid zone, or an offset of zero."""
    if sign is None:
        return 0
    seconds = int(hours or 0) * 3600 + int(minutes or 0) * 60
    if int(hours or 0) > 24 or int(minutes or 0) > 59 or not seconds:
        return None
    return seconds if sign == "+" else -seconds


def _days_in(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _DAYS[month - 1]


def _days_since_1970(year: int, month: int, day: int) -> int:
    """Returns the days since 1970, with years that begin in March; supports the year 0, unlike Python."""
    if month <= 2:
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 719469
