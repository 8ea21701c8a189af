"""IP addresses and networks as values: read strictly, in Go's words where they cannot be, and printed canonically.

Upstream: Go net/netip ParseAddr, ParsePrefix, Addr.String.
"""

from __future__ import annotations

from typing import NoReturn

from kapivara.cel.errors import CelError
from kapivara.cel.types import opaque
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

IP_TYPE = opaque("net.IP")
CIDR_TYPE = opaque("net.CIDR")
_DIGITS = frozenset("0123456789")
_GROUP = lazy_pattern("[0-9a-fA-F]*")
_ZEROS = lazy_pattern(r"(?:\b0(?::|\Z)){2,}")
_MAPPED = 0xFFFF << 32


class AddressError(ValueError):
    """A text that is no address; the text is Go's."""


class IpAddress:
    """An address of a family (4 or 6), as a number."""

    __slots__ = ("family", "number")
    cel_type = IP_TYPE

    def __init__(self, family: int, number: int):
        self.family = family
        self.number = number

    @property
    def bits(self) -> int:
        """The length of an address of the family."""
        return 32 if self.family == 4 else 128

    @property
    def is_mapped(self) -> bool:
        """Whether this is an IPv4 address inside an IPv6 one."""
        return self.family == 6 and self.number >> 32 == _MAPPED >> 32

    def __eq__(self, other: object) -> bool:
        if type(other) is not IpAddress:
            raise CelError("no such overload")
        return self.family == other.family and self.number == other.number

    def __hash__(self) -> int:
        return hash((self.family, self.number))

    def cel_size(self) -> int:
        """How many bytes the address has, which is what it costs."""
        return self.bits // 8

    def __str__(self) -> str:
        if self.family == 4:
            return ".".join(str(self.number >> shift & 0xFF) for shift in (24, 16, 8, 0))
        text = ":".join(f"{self.number >> shift & 0xFFFF:x}" for shift in range(112, -1, -16))
        runs = [match.span() for match in _ZEROS.finditer(text)]
        if not runs:
            return text
        start, end = max(runs, key=lambda run: _groups(text, run))  # the first of the longest
        return f"{text[:start].rstrip(':')}::{text[end:]}"

    cel_string = __str__

    def __repr__(self) -> str:
        return f"ip('{self}')"


def _groups(text: str, run: tuple[int, int]) -> int:
    return text[run[0] : run[1]].count("0")


class Cidr:
    """An address, and how many of its first bits name the network."""

    __slots__ = ("address", "length")
    cel_type = CIDR_TYPE

    def __init__(self, address: IpAddress, length: int):
        self.address = address
        self.length = length

    def prefix(self, length: int) -> int:
        """The first bits of the address."""
        return self.address.number >> (self.address.bits - length)

    def masked(self) -> Cidr:
        """The network without the bits of a host."""
        rest = self.address.bits - self.length
        return Cidr(IpAddress(self.address.family, self.address.number >> rest << rest), self.length)

    def contains(self, address: IpAddress) -> bool:
        """Whether an address is in the network."""
        return address.family == self.address.family and Cidr(address, 0).prefix(self.length) == self.prefix(
            self.length
        )

    def contains_network(self, other: Cidr) -> bool:
        """Whether a network is part of this one, or the same."""
        return self.length <= other.length and self.contains(other.address)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Cidr:
            raise CelError("no such overload")
        return self.length == other.length and self.address == other.address

    def __hash__(self) -> int:
        return hash((self.address, self.length))

    def cel_size(self) -> int:
        """How many bytes the prefix takes, which is what it costs."""
        return -(-self.length // 8)

    def __str__(self) -> str:
        return f"{self.address}/{self.length}"

    cel_string = __str__

    def __repr__(self) -> str:
        return f"cidr('{self}')"


def parse_address(text: str) -> tuple[IpAddress, str]:
    """Reads an address; returns it and its zone. Raises AddressError."""
    for char in text:
        if char == ".":
            return IpAddress(4, _read_ipv4(text, text)), ""
        if char == ":":
            return _read_ipv6(text)
        if char == "%":
            return _fail(text, "missing IPv6 address")
    return _fail(text, "unable to parse IP")


def parse_prefix(text: str) -> Cidr:
    """Reads a network such as `10.0.0.0/8`. Raises AddressError."""

    def refuse(reason: str) -> AddressError:
        return AddressError(f"netip.ParsePrefix({quote(text)}): {reason}")

    before, slash, length = text.rpartition("/")
    if not slash:
        raise refuse("no '/'")
    try:
        address, zone = parse_address(before)
    except AddressError as problem:
        raise refuse(str(problem)) from None
    if zone:
        raise refuse("IPv6 zones cannot be present in a prefix")
    if not length or not _DIGITS.issuperset(length) or (len(length) > 1 and length[0] == "0") or len(length) > 18:
        raise refuse(f"bad bits after slash: {quote(length)}")
    if int(length) > address.bits:
        raise refuse("prefix length out of range")
    return Cidr(address, int(length))


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


def _read_ipv6(text: str) -> tuple[IpAddress, str]:
    rest, percent, zone = text.partition("%")
    if percent and not zone:
        _fail(text, "zone must be a non-empty string")
    groups: list[int] = []
    gap = -1
    if rest.startswith("::"):
        gap, rest = 0, rest[2:]
        if not rest:
            return IpAddress(6, 0), zone
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
    return IpAddress(6, _join(text, groups, gap)), zone


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
