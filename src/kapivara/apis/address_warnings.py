"""Warnings about addresses that the server takes, though they are not written as they should be.

Upstream: apimachinery/pkg/util/validation/ip.go GetWarningsForIP, GetWarningsForCIDR (1.37).
"""

from __future__ import annotations

from kapivara.content.addresses import is_cidr, parse_ip_sloppily
from kapivara.content.ip_parsing import AddressError, ParsedIp, format_ip, parse_ip
from kapivara.field import FieldPath
from kapivara.values.rendering import quote

_MAPPED_BITS = 96
_IPV4 = 2**32 - 1


def ip_warnings(path: FieldPath, text: str) -> list[str]:
    """Warns of an address with leading zeros, of an IPv4 one inside IPv6, and of one that is not canonical."""
    sloppy, strict = parse_ip_sloppily(text), _strictly(text)
    if sloppy is None:  # which the rules of the kind tell
        return []
    if strict is None or strict.is_mapped:
        return [f"{path}: non-standard IP address {quote(text)} is invalid: use {quote(_printed(sloppy))}"]
    canonical = format_ip(strict.family, strict.number)
    if strict.family == 6 and canonical != text:
        return [f"{path}: IPv6 address {quote(text)} should be in RFC 5952 canonical format ({quote(canonical)})"]
    return []


def cidr_warnings(path: FieldPath, text: str) -> list[str]:
    """Warns of a block whose address is no network's, and of what `ip_warnings` warns of."""
    address, _, digits = text.partition("/")
    ip = parse_ip_sloppily(address)
    if ip is None or not is_cidr(text):
        return []
    length, bits = int(digits), 32 if ip.family == 4 else 128
    network = ParsedIp(ip.family, ip.number >> (bits - length) << (bits - length))
    block = f"{_printed(network)}/{length - _MAPPED_BITS if network.is_mapped else length}"
    warnings = []
    if network.number != ip.number:
        single = f"{_printed(ip)}/{bits}"
        choice = f"(should be {quote(block)} or {quote(single)}?)"
        warnings.append(f"{path}: CIDR value {quote(text)} is ambiguous in this context {choice}")
    if _strictly(address) is None or digits != str(length) or ip.is_mapped:
        warnings.append(f"{path}: non-standard CIDR value {quote(text)} is invalid: use {quote(block)}")
    if not warnings and ip.family == 6 and block != text:
        warnings.append(
            f"{path}: IPv6 CIDR value {quote(text)} should be in RFC 5952 canonical format ({quote(block)})"
        )
    return warnings


def _strictly(text: str) -> ParsedIp | None:
    try:
        return parse_ip(text)
    except AddressError:
        return None


def _printed(ip: ParsedIp) -> str:
    """Returns the text of an address; kept: an IPv4 one inside IPv6 is printed as what it holds."""
    return format_ip(4, ip.number & _IPV4) if ip.is_mapped else format_ip(ip.family, ip.number)
