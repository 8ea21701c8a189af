"""Warnings about IP addresses and CIDR blocks that the server accepts although they are not in canonical form.

Upstream: apimachinery/pkg/util/validation/ip.go GetWarningsForIP, GetWarningsForCIDR (1.37).
"""

from __future__ import annotations

from kapivara.content.addresses import is_cidr, parse_ip_sloppily
from kapivara.field import FieldPath
from kapivara.languages.go.ip_addresses import AddressError, ParsedIp, format_ip, parse_ip
from kapivara.values.rendering import quote

_MAPPED_BITS = 96
_IPV4 = 2**32 - 1


def ip_warnings(path: FieldPath, text: str) -> list[str]:
    """Returns warnings about leading zeros, IPv4 addresses inside IPv6 and addresses that are not canonical."""
    sloppy, strict = parse_ip_sloppily(text), _strictly(text)
    if sloppy is None:  # the kind's validation reports it
        return []
    if strict is None or strict.is_mapped:
        return [f"{path}: non-standard IP address {quote(text)} is invalid: use {quote(_printed(sloppy))}"]
    canonical = format_ip(strict.family, strict.number)
    if strict.family == 6 and canonical != text:
        return [f"{path}: IPv6 address {quote(text)} should be in RFC 5952 canonical format ({quote(canonical)})"]
    return []


def cidr_warnings(path: FieldPath, text: str) -> list[str]:
    """Returns a warning if a CIDR block's address has bits beyond the prefix, and the warnings of `ip_warnings`."""
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
    """Returns the text of an address. Kept: an IPv4 address inside IPv6 is printed as the IPv4 address."""
    return format_ip(4, ip.number & _IPV4) if ip.is_mapped else format_ip(ip.family, ip.number)
