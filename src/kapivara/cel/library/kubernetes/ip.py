"""IP addresses: parsing, and tests of their kind.

Upstream: k8s.io/apiserver/pkg/cel/library/ip.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.cost.library_table import IS_CANONICAL, PARSE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import FUTURE, Function, Overload
from kapivara.cel.library.declare import Example, function, library
from kapivara.cel.library.kubernetes.net_addresses import IP_TYPE, IpAddress, parse_address
from kapivara.cel.types import BOOL, INT, STRING
from kapivara.languages.go.ip_addresses import AddressError
from kapivara.values.rendering import quote


def to_ip(text: str) -> IpAddress:
    """Parses an address; raises CelError, also for zones and IPv4 inside IPv6."""
    try:
        address, zone = parse_address(text)
    except AddressError as problem:
        raise CelError(f"IP Address {quote(text)} parse error during conversion from string: {problem}") from None
    if zone:
        raise CelError(f"IP address {quote(text)} with zone value is not allowed")
    if address.is_mapped:
        raise CelError(f"IPv4-mapped IPv6 address {quote(text)} is not allowed")
    return address


def is_ip(text: str) -> bool:
    """Returns whether a text is an address."""
    try:
        to_ip(text)
    except CelError:
        return False
    return True


def is_canonical(text: str) -> bool:
    """Returns whether an address is in its canonical notation."""
    return str(to_ip(text)) == text


def _family(address: IpAddress) -> int:
    return address.family


def is_unspecified(address: IpAddress) -> bool:
    """Returns whether the address is 0.0.0.0 or ::."""
    return address.number == 0


def is_loopback(address: IpAddress) -> bool:
    """Returns whether the address is in 127.0.0.0/8, or ::1."""
    return address.number >> 24 == 127 if address.family == 4 else address.number == 1


def is_link_local_multicast(address: IpAddress) -> bool:
    """Returns whether the address is in 224.0.0.0/24, or in ff02::/16 with any flags."""
    return address.number >> 8 == 0xE00000 if address.family == 4 else address.number >> 112 & 0xFF0F == 0xFF02


def is_link_local_unicast(address: IpAddress) -> bool:
    """Returns whether the address is in 169.254.0.0/16 or fe80::/10."""
    return address.number >> 16 == 0xA9FE if address.family == 4 else address.number >> 118 == 0xFE80 >> 6


def is_global_unicast(address: IpAddress) -> bool:
    """Returns whether the address is that of a single host anywhere, private networks included."""
    if address.family == 4:
        multicast = address.number >> 28 == 0xE or address.number == 0xFFFFFFFF
    else:
        multicast = address.number >> 120 == 0xFF
    return not (multicast or is_unspecified(address) or is_loopback(address) or is_link_local_unicast(address))


def _test(name: str, overload: str, test: Callable[[IpAddress], bool], doc: str, *examples: Example) -> Function:
    made = Overload(overload, (IP_TYPE,), BOOL, test, member=True, fails=False)
    return function(name, made, doc=doc, examples=examples)


IP = library(
    function(
        "ip",
        Overload("string_to_ip", (STRING,), IP_TYPE, to_ip, cost=PARSE),
        doc="Reads an IP address; zones, leading zeros and IPv4 addresses inside IPv6 ones are refused.",
        examples=(("ip('127.0.0.1').family()", "4"), ("string(ip('2001:DB8::1'))", "'2001:db8::1'")),
    ),
    function(
        "family",
        Overload("ip_family", (IP_TYPE,), INT, _family, member=True, inline="{0}.family", fails=False),
        doc="The family of an address: 4 or 6.",
        examples=(("ip('::1').family()", "6"),),
    ),
    function(
        "ip.isCanonical",
        Overload("ip_is_canonical", (STRING,), BOOL, is_canonical, cost=IS_CANONICAL),
        doc="Whether an address is written in its canonical form.",
        examples=(("ip.isCanonical('2001:db8::abcd')", "true"), ("ip.isCanonical('2001:DB8::ABCD')", "false")),
    ),
    _test(
        "isUnspecified",
        "ip_is_unspecified",
        is_unspecified,
        "Whether an address is 0.0.0.0 or ::.",
        ("ip('::').isUnspecified()", "true"),
    ),
    _test(
        "isLoopback",
        "ip_is_loopback",
        is_loopback,
        "Whether an address is in 127.0.0.0/8, or ::1.",
        ("ip('127.0.0.1').isLoopback()", "true"),
    ),
    _test(
        "isLinkLocalMulticast",
        "ip_is_link_local_multicast",
        is_link_local_multicast,
        "Whether an address is in 224.0.0.0/24 or ff02::/16.",
        ("ip('ff02::1').isLinkLocalMulticast()", "true"),
    ),
    _test(
        "isLinkLocalUnicast",
        "ip_is_link_local_unicast",
        is_link_local_unicast,
        "Whether an address is in 169.254.0.0/16 or fe80::/10.",
        ("ip('fe80::1').isLinkLocalUnicast()", "true"),
    ),
    _test(
        "isGlobalUnicast",
        "ip_is_global_unicast",
        is_global_unicast,
        "Whether an address is that of one host, private networks included.",
        ("ip('192.168.0.1').isGlobalUnicast()", "true"),
        ("ip('255.255.255.255').isGlobalUnicast()", "false"),
    ),
    function(
        "isIP",
        Overload("is_ip", (STRING,), BOOL, is_ip, fails=False, cost=PARSE),
        doc="Whether a string is an IP address that `ip` takes.",
        examples=(("isIP('127.0.0.256')", "false"),),
    ),
    function(
        "string",
        Overload("ip_to_string", (IP_TYPE,), STRING, str, inline="str({0})", fails=False),
        doc="The canonical text of an address.",
        examples=(("string(ip('::0:1'))", "'::1'"),),
    ),
    since=(1, 30),
)


def _is_4(address: IpAddress) -> bool:
    return address.family == 4


def _is_6(address: IpAddress) -> bool:
    return address.family == 6


IP_FAMILIES = library(
    _test("is4", "ip_is_4", _is_4, "Whether an address is one of IPv4.", ("ip('127.0.0.1').is4()", "true")),
    _test("is6", "ip_is_6", _is_6, "Whether an address is one of IPv6.", ("ip('127.0.0.1').is6()", "false")),
    since=FUTURE,
)
