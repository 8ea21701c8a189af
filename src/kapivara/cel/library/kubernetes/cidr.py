"""Networks in CIDR notation: parsing, and tests of their content.

Upstream: k8s.io/apiserver/pkg/cel/library/cidr.go (1.37); cel-go ext/network.go for environments without Kubernetes.
"""

from __future__ import annotations

from kapivara.cel.cost.library_table import CONTAINS_CIDR, CONTAINS_CIDR_TEXT, CONTAINS_IP, CONTAINS_IP_TEXT, PARSE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import FUTURE, Function, Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.kubernetes.ip import to_ip
from kapivara.cel.library.kubernetes.net_addresses import CIDR_TYPE, IP_TYPE, Cidr, IpAddress, parse_prefix
from kapivara.cel.types import BOOL, INT, STRING
from kapivara.languages.go.ip_addresses import AddressError
from kapivara.values.rendering import quote

_ERROR = "network address parse error during conversion from string: "


def to_cidr(text: str) -> Cidr:
    """Parses a network; raises CelError, also for IPv4 inside IPv6. Kept: the error repeats its prefix."""
    try:
        network = parse_prefix(text)
    except AddressError as problem:
        raise CelError(f"{_ERROR}{_ERROR}{problem}") from None
    if network.address.is_mapped:
        raise CelError(f"{_ERROR}IPv4-mapped IPv6 address {quote(text)} is not allowed")
    return network


def is_cidr(text: str) -> bool:
    """Returns whether a text is a network."""
    try:
        to_cidr(text)
    except CelError:
        return False
    return True


def _contains_ip(network: Cidr, address: IpAddress) -> bool:
    return network.contains(address)


def _contains_ip_text(network: Cidr, text: str) -> bool:
    """Kept: for an invalid address, the server reports only that there is no overload."""
    try:
        address = to_ip(text)
    except CelError:
        raise CelError("no such overload") from None
    return network.contains(address)


def _contains_cidr(network: Cidr, other: Cidr) -> bool:
    return network.contains_network(other)


def _contains_cidr_text(network: Cidr, text: str) -> bool:
    return network.contains_network(to_cidr(text))


def _address(network: Cidr) -> IpAddress:
    return network.address


def _prefix_length(network: Cidr) -> int:
    return network.length


def _is_mask(network: Cidr) -> bool:
    return network.masked().address == network.address


_CONTAINS_CIDR: Function = function(
    "containsCIDR",
    Overload(
        "cidr_contains_cidr_string",
        (CIDR_TYPE, STRING),
        BOOL,
        _contains_cidr_text,
        member=True,
        cost=CONTAINS_CIDR_TEXT,
    ),
    Overload(
        "cidr_contains_cidr", (CIDR_TYPE, CIDR_TYPE), BOOL, _contains_cidr, member=True, fails=False, cost=CONTAINS_CIDR
    ),
    doc="Whether a network is part of another.",
    examples=(("cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24')", "true"),),
)

CIDR = library(
    function(
        "cidr",
        Overload("string_to_cidr", (STRING,), CIDR_TYPE, to_cidr, cost=PARSE),
        doc="Reads a network in CIDR notation; bits of a host may be set.",
        examples=(("cidr('192.168.0.0/16').prefixLength()", "16"),),
    ),
    function(
        "containsIP",
        Overload(
            "cidr_contains_ip_string", (CIDR_TYPE, STRING), BOOL, _contains_ip_text, member=True, cost=CONTAINS_IP_TEXT
        ),
        Overload(
            "cidr_contains_ip_ip", (CIDR_TYPE, IP_TYPE), BOOL, _contains_ip, member=True, fails=False, cost=CONTAINS_IP
        ),
        doc="Whether an address is in a network.",
        examples=(
            ("cidr('192.168.0.0/24').containsIP('192.168.0.1')", "true"),
            ("cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))", "false"),
        ),
    ),
    _CONTAINS_CIDR,
    function(
        "ip",
        Overload("cidr_ip", (CIDR_TYPE,), IP_TYPE, _address, member=True, inline="{0}.address", fails=False),
        doc="The address of a network, as written, with its host bits.",
        examples=(("string(cidr('192.168.0.1/24').ip())", "'192.168.0.1'"),),
    ),
    function(
        "prefixLength",
        Overload(
            "cidr_prefix_length", (CIDR_TYPE,), INT, _prefix_length, member=True, inline="{0}.length", fails=False
        ),
        doc="How many bits name the network.",
        examples=(("cidr('::1/128').prefixLength()", "128"),),
    ),
    function(
        "masked",
        Overload("cidr_masked", (CIDR_TYPE,), CIDR_TYPE, Cidr.masked, member=True, inline="{0}.masked()", fails=False),
        doc="The network without the bits of a host.",
        examples=(("string(cidr('192.168.0.1/24').masked())", "'192.168.0.0/24'"),),
    ),
    function(
        "isCIDR",
        Overload("is_cidr", (STRING,), BOOL, is_cidr, fails=False, cost=PARSE),
        doc="Whether a string is a network that `cidr` takes.",
        examples=(("isCIDR('192.168.0.0/33')", "false"),),
    ),
    function(
        "string",
        Overload("cidr_to_string", (CIDR_TYPE,), STRING, str, inline="str({0})", fails=False),
        doc="The text of a network.",
        examples=(("string(cidr('::0:1/64'))", "'::1/64'"),),
    ),
    since=(1, 30),
)


MASKS = library(
    function(
        "isMask",
        Overload("cidr_is_mask", (CIDR_TYPE,), BOOL, _is_mask, member=True, fails=False),
        doc="Whether no bit of a host is set.",
        examples=(("cidr('192.168.1.0/24').isMask()", "true"), ("cidr('192.168.1.5/24').isMask()", "false")),
    ),
    since=None,
)


def _overlaps(network: Cidr, other: Cidr) -> bool:
    return network.contains_network(other) or other.contains_network(network)


OVERLAPS = library(
    function(
        "overlaps",
        Overload(
            "cidr_overlaps", (CIDR_TYPE, CIDR_TYPE), BOOL, _overlaps, member=True, fails=False, cost=CONTAINS_CIDR
        ),
        doc="Whether two networks have an address in common.",
        examples=(
            ("cidr('10.0.0.0/8').overlaps(cidr('10.1.0.0/16'))", "true"),
            ("cidr('10.0.0.0/16').overlaps(cidr('10.1.0.0/16'))", "false"),
        ),
    ),
    since=FUTURE,
)
