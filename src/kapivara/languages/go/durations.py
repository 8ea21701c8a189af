"""Parses and prints Go durations, such as `1h30m`, with Go's errors.

Upstream: time ParseDuration and Duration.String (Go 1.26).
"""

from collections import Counter

from kapivara.values.caches import cache_short_texts
from kapivara.values.json_value import INT64_MAX
from kapivara.values.lazy_pattern import lazy_pattern

_TERM = r"(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)[^0-9.]++"
_GO_TERM = lazy_pattern(_TERM)
_GO_TERM_OR_REST = lazy_pattern(rf"{_TERM}|[\s\S]++")
_END_OF_TERM = lazy_pattern(r"[^0-9.](?=[0-9.])")
_PIECE = 50_000  # characters: takes some milliseconds, in which no other thread runs
_GO_UNITS = {
    "ns": 1,
    "us": 1_000,
    "\u00b5s": 1_000,  # the micro sign
    "\u03bcs": 1_000,  # the letter mu
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_ANY_TERM = lazy_pattern(r"([0-9]*)(\.[0-9]*)?([^0-9.]*)")
_SECOND, _MILLISECOND, _MICROSECOND = 1_000_000_000, 1_000_000, 1_000
_MOST_DIGITS = 19


@cache_short_texts(256)  # the same durations recur
def parse_go_duration(text: str) -> int | None:
    """Returns the nanoseconds of a duration such as `-1.5h`; None if Go's time.ParseDuration fails."""
    negative = text.startswith("-")
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return 0
    terms = _count_terms(rest)
    if not terms:
        return None
    total = 0
    for term, count in terms.items():
        nanoseconds = _go_term(term)
        if nanoseconds is None:
            return None
        total += nanoseconds * count
    if total > INT64_MAX + negative:
        return None
    return -total if negative else total


def _count_terms(text: str) -> Counter[str]:
    """Returns how often each term occurs in a text, since long texts repeat terms; empty for a malformed text."""
    terms: Counter[str] = Counter()
    start = 0
    while start < len(text):
        end_of_term = _END_OF_TERM.search(text, start + _PIECE)
        end = end_of_term.end() if end_of_term else len(text)
        found = _GO_TERM_OR_REST.findall(text, start, end)
        if not _GO_TERM.fullmatch(found[-1]):
            return Counter()
        terms.update(found)
        start = end
    return terms


def _go_term(term: str) -> int | None:
    whole, fraction, unit_name = _ANY_TERM.findall(term)[0]
    unit = _GO_UNITS.get(unit_name)
    digits = whole.lstrip("0")
    if unit is None or len(digits) > _MOST_DIGITS:
        return None
    nanoseconds = int(digits or 0) * unit
    kept, scale = _leading_fraction(fraction[1:])
    if kept:
        nanoseconds += int(float(kept) * (float(unit) / scale))
    return nanoseconds if nanoseconds <= INT64_MAX + 1 else None


def _leading_fraction(digits: str) -> tuple[int, float]:
    """Returns the digits of a fraction that fit 63 bits, and the power of ten of their denominator."""
    value, scale = 0, 1.0
    for digit in digits:
        if value > INT64_MAX // 10 or value * 10 + int(digit) > INT64_MAX + 1:
            break
        value = value * 10 + int(digit)
        scale *= 10
    return value, scale


def go_duration_fault(text: str) -> str:
    """Returns Go's error about a malformed duration."""
    rest = text[1:] if text[:1] in ("-", "+") else text
    for term in _ANY_TERM.finditer(rest):
        whole, fraction, unit = term.groups("")
        if not (whole or fraction[1:]) or len(whole.lstrip("0")) > _MOST_DIGITS:
            break
        if not unit:
            return f"time: missing unit in duration {quote_bytes(text)}"
        if unit not in _GO_UNITS:
            return f"time: unknown unit {quote_bytes(unit)} in duration {quote_bytes(text)}"
    return f"time: invalid duration {quote_bytes(text)}"


def format_go_duration(nanoseconds: int) -> str:
    """Returns a duration as text: `1h30m0s`, `1.5s`, `2ms`."""
    sign, rest = "-" * (nanoseconds < 0), abs(nanoseconds)
    if rest < _SECOND:
        unit = 1 if rest < _MICROSECOND else _MICROSECOND if rest < _MILLISECOND else _MILLISECOND
        name = {1: "ns", _MICROSECOND: "\u00b5s", _MILLISECOND: "ms"}[unit]
        return f"{sign}{_decimal(rest, unit)}{name if rest else 's'}"
    minutes, rest = divmod(rest, 60 * _SECOND)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}h{minutes}m" if hours else f"{minutes}m" if minutes else ""
    return f"{sign}{text}{_decimal(rest, _SECOND)}s"


def _decimal(amount: int, unit: int) -> str:
    whole, rest = divmod(amount, unit)
    return f"{whole}.{rest:0{len(str(unit)) - 1}}".rstrip("0") if rest else str(whole)


def quote_bytes(text: str) -> str:
    """Quotes a text as Go's time package does: bytes outside printable ASCII are escaped one by one."""
    escaped = "".join(
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x80 else f"\\x{byte:02x}"
        for byte in text.encode("utf-8", "surrogatepass")
    )
    return f'"{escaped}"'
