"""Validation rules of CIDR blocks, strict ones for new fields and lenient ones for old fields.

Upstream: apimachinery/pkg/util/validation/ip.go IsValidCIDR, IsValidCIDRForLegacyField, IsValidInterfaceAddress (1.37,
StrictIPCIDRValidation on).
"""

from __future__ import annotations

from collections.abc import Collection

from kapivara.content.addresses import is_cidr, parse_ip_sloppily
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.languages.go.ip_addresses import AddressError, ParsedIp, format_ip, parse_ip
from kapivara.values.rendering import quote

_EXAMPLE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"
_BITS = {4: 32, 6: 128}


def read_cidr(text: str) -> tuple[ParsedIp, int] | None:
    """Returns the first address and the prefix length of a block; None if it is not valid."""
    address, _, length = text.partition("/")
    ip = parse_ip_sloppily(address)
    if ip is None or not is_cidr(text):
        return None
    free = _BITS[ip.family] - int(length)
    return ParsedIp(ip.family, ip.number >> free << free), int(length)


def validate_legacy_cidr(value: str, path: FieldPath, known: Collection[str] = ()) -> ErrorList:
    """Requires a block without leading zeros that is not IPv4-mapped; accepts those in `known`."""
    return [] if value in known else [invalid(path, value, problem) for problem in _problems(value)]


def validate_cidr(value: str, path: FieldPath) -> ErrorList:
    """Requires a block in canonical form."""
    problems = _problems(value)
    block = read_cidr(value)
    if not problems and block is not None:
        canonical = f"{format_ip(block[0].family, block[0].number)}/{block[1]}"
        if canonical != value:
            problems = [f"must be in canonical form ({quote(canonical)})"]
    return [invalid(path, value, problem) for problem in problems]


def validate_interface_address(value: str, path: FieldPath) -> ErrorList:
    """Requires an interface address with a prefix length, in canonical form."""
    block, ip = read_cidr(value), parse_ip_sloppily(value.partition("/")[0])
    if block is None or ip is None:
        return [invalid(path, value, "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)")]
    length, family, number = block[1], ip.family, ip.number
    if ip.is_mapped:
        family, number = 4, number % 2**32
        length -= 96 if length > 32 else 0
    canonical = f"{format_ip(family, number)}/{length}"
    return [] if value == canonical else [invalid(path, value, f"must be in canonical form ({quote(canonical)})")]


def _problems(text: str) -> list[str]:
    block = read_cidr(text)
    if block is None:
        return [_EXAMPLE]
    address, _, length = text.partition("/")
    try:
        ip = parse_ip(address)
    except AddressError:
        ip = None
    if ip is None or length != str(block[1]):
        return ["must not have leading 0s in IP or prefix length"]
    if ip.is_mapped:
        return ["must not have an IPv4-mapped IPv6 address"]
    if ip.number != block[0].number:
        return ["must not have bits set beyond the prefix length"]
    return []
