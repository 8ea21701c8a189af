"""IP addresses and networks as values: strict parsing with Go's error messages, and canonical printing.

`languages.go.ip_addresses` parses and prints addresses.
Upstream: Go net/netip ParsePrefix.
"""

from __future__ import annotations

from kapivara.cel.errors import CelError
from kapivara.cel.types import opaque
from kapivara.languages.go.ip_addresses import AddressError, format_ip, parse_ip
from kapivara.values.rendering import quote

IP_TYPE = opaque("net.IP")
CIDR_TYPE = opaque("net.CIDR")
_DIGITS = frozenset("0123456789")
_MAPPED = 0xFFFF << 32


class IpAddress:
    """An address of a family (4 or 6), as a number."""

    __slots__ = ("family", "number")
    cel_type = IP_TYPE
    go_class = "cel.IP"
    cel_key = "value"

    def __init__(self, family: int, number: int):
        self.family = family
        self.number = number

    @property
    def bits(self) -> int:
        """The length of an address of the family, in bits."""
        return 32 if self.family == 4 else 128

    @property
    def is_mapped(self) -> bool:
        """Whether this is an IPv4 address inside an IPv6 address."""
        return self.family == 6 and self.number >> 32 == _MAPPED >> 32

    def __eq__(self, other: object) -> bool:
        if type(other) is not IpAddress:
            raise CelError("no such overload")
        return self.family == other.family and self.number == other.number

    def __hash__(self) -> int:
        return hash((self.family, self.number))

    def cel_size(self) -> int:
        """Returns the number of bytes of the address, which is its size for costs."""
        return self.bits // 8

    def __str__(self) -> str:
        return format_ip(self.family, self.number)

    cel_string = __str__

    def __repr__(self) -> str:
        return f"ip('{self}')"


class Cidr:
    """An address, and the length of its network prefix in bits."""

    __slots__ = ("address", "length")
    cel_type = CIDR_TYPE
    go_class = "cel.CIDR"
    cel_key = "value"

    def __init__(self, address: IpAddress, length: int):
        self.address = address
        self.length = length

    def prefix(self, length: int) -> int:
        """Returns the first bits of the address."""
        return self.address.number >> (self.address.bits - length)

    def masked(self) -> Cidr:
        """Returns the network without the host bits."""
        rest = self.address.bits - self.length
        return Cidr(IpAddress(self.address.family, self.address.number >> rest << rest), self.length)

    def contains(self, address: IpAddress) -> bool:
        """Returns whether an address is in the network."""
        return address.family == self.address.family and Cidr(address, 0).prefix(self.length) == self.prefix(
            self.length
        )

    def contains_network(self, other: Cidr) -> bool:
        """Returns whether a network is part of this one, or equal."""
        return self.length <= other.length and self.contains(other.address)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Cidr:
            raise CelError("no such overload")
        return self.length == other.length and self.address == other.address

    def __hash__(self) -> int:
        return hash((self.address, self.length))

    def cel_size(self) -> int:
        """Returns the number of bytes of the prefix, which is its size for costs."""
        return -(-self.length // 8)

    def __str__(self) -> str:
        return f"{self.address}/{self.length}"

    cel_string = __str__

    def __repr__(self) -> str:
        return f"cidr('{self}')"


def parse_address(text: str) -> tuple[IpAddress, str]:
    """Parses an address; returns it with its zone. Raises AddressError."""
    parsed = parse_ip(text)
    return IpAddress(parsed.family, parsed.number), parsed.zone


def parse_prefix(text: str) -> Cidr:
    """Parses a network such as `10.0.0.0/8`. Raises AddressError."""

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
