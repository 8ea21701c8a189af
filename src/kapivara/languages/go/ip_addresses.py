"""Parses IP addresses strictly with Go's errors, and prints them.

Upstream: net/netip ParseAddr, Addr.String (Go 1.26).
"""

from __future__ import annotations

from typing import NoReturn

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.rendering import quote

_DIGITS = frozenset("0123456789")
_GROUP = lazy_pattern("[0-9a-fA-F]*")
_ZEROS = lazy_pattern(r"(?:\b0(?::|\Z)){2,}")
_MAPPED = 0xFFFF


class AddressError(ValueError):
    """Raised for a malformed address; the text is Go's."""


@record
class ParsedIp:
    """An address of a family (4 or 6) as a number, with its zone, if any."""

    family: int
    number: int
    zone: str = ""

    @property
    def is_mapped(self) -> bool:
        """True for an IPv4-mapped IPv6 address."""
        return self.family == 6 and self.number >> 32 == _MAPPED


def format_ip(family: int, number: int) -> str:
    """Returns the canonical text of an address; IPv4-mapped ones in IPv6 notation."""
    if family == 4:
        return ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))
    text = ":".join(f"{number >> shift & 0xFFFF:x}" for shift in range(112, -1, -16))
    runs = [match.span() for match in _ZEROS.finditer(text)]
    if not runs:
        return text
    start, end = max(runs, key=lambda run: text.count("0", *run))  # the first of the longest
    return f"{text[:start].rstrip(':')}::{text[end:]}"


def parse_ip(text: str) -> ParsedIp:
    """Parses an address. Raises AddressError."""
    for char in text:
        if char == ".":
            return ParsedIp(4, _read_ipv4(text, text))
        if char == ":":
            return _read_ipv6(text)
        if char == "%":
            return _fail(text, "missing IPv6 address")
    return _fail(text, "unable to parse IP")


def _fail(text: str, reason: str, rest: str = "") -> NoReturn:
    raise AddressError(f"ParseAddr({quote(text)}): {reason}" + (f" (at {quote(rest)})" if rest else ""))


def _read_ipv4(text: str, part: str) -> int:
    octets: list[int] = []
    digits = ""
    for place, char in enumerate(part):
        if char in _DIGITS:
            if digits == "0":
                _fail(text, "IPv4 field has octet with leading zero")
            digits += char
            if int(digits) > 255:
                _fail(text, "IPv4 field has value >255")
        elif char != ".":
            _fail(text, "unexpected character", part[place:])
        elif not digits or place == len(part) - 1:
            _fail(text, "IPv4 field must have at least one digit", part[place:])
        elif len(octets) == 3:
            _fail(text, "IPv4 address too long")
        else:
            octets.append(int(digits))
            digits = ""
    if len(octets) < 3:
        _fail(text, "IPv4 address too short")
    return int.from_bytes(bytes((*octets, int(digits))), "big")


def _read_ipv6(text: str) -> ParsedIp:
    rest, percent, zone = text.partition("%")
    if percent and not zone:
        _fail(text, "zone must be a non-empty string")
    groups: list[int] = []
    gap = -1
    if rest.startswith("::"):
        gap, rest = 0, rest[2:]
        if not rest:
            return ParsedIp(6, 0, zone)
    while len(groups) < 8:
        digits = _read_group(text, rest)
        if rest[len(digits) : len(digits) + 1] == ".":
            groups += _read_embedded(text, rest, groups, gap)
            rest = ""
            break
        groups.append(int(digits, 16))
        rest = rest[len(digits) :]
        if not rest:
            break
        rest = _skip_colon(text, rest)
        if rest[0] == ":":
            if gap >= 0:
                _fail(text, "multiple :: in address", rest)
            gap, rest = len(groups), rest[1:]
            if not rest:
                break
    if rest:
        _fail(text, "trailing garbage after address", rest)
    return ParsedIp(6, _join(text, groups, gap), zone)


def _read_group(text: str, rest: str) -> str:
    match = _GROUP.match(rest)
    digits = match[0] if match else ""
    if len(digits) > 4:
        _fail(text, "each group must have 4 or less digits", rest)
    if not digits:
        _fail(text, "each colon-separated field must have at least one digit", rest)
    return digits


def _read_embedded(text: str, rest: str, groups: list[int], gap: int) -> tuple[int, int]:
    if gap < 0 and len(groups) != 6:
        _fail(text, "embedded IPv4 address must replace the final 2 fields of the address", rest)
    if len(groups) > 6:
        _fail(text, "too many hex fields to fit an embedded IPv4 at the end of the address", rest)
    return divmod(_read_ipv4(text, rest), 1 << 16)


def _skip_colon(text: str, rest: str) -> str:
    if rest[0] != ":":
        _fail(text, "unexpected character, want colon", rest)
    if len(rest) == 1:
        _fail(text, "colon must be followed by more characters", rest)
    return rest[1:]


def _join(text: str, groups: list[int], gap: int) -> int:
    if len(groups) < 8:
        if gap < 0:
            _fail(text, "address string too short")
        groups[gap:gap] = [0] * (8 - len(groups))
    elif gap >= 0:
        _fail(text, "the :: must expand to at least one field of zeros")
    number = 0
    for group in groups:
        number = number << 16 | group
    return number
