"""Validates IP addresses strictly: one meaning, in canonical form.

Upstream: apimachinery/pkg/util/validation/ip.go IsValidIP, parseIP (1.37).
"""

from __future__ import annotations

from kapivara.content.addresses import parse_ip_sloppily, parses_as_ip
from kapivara.languages.go.ip_addresses import format_ip
from kapivara.values.rendering import quote


def is_canonical_ip(text: str) -> list[str]:
    """Returns the errors of an address: leading zeros, IPv4-mapped, or not canonical."""
    ip = parse_ip_sloppily(text)
    if ip is None:
        return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]
    if not parses_as_ip(text):
        return ["must not have leading 0s"]
    if ip.is_mapped:
        return ["must not be an IPv4-mapped IPv6 address"]
    canonical = format_ip(ip.family, ip.number)
    return [] if canonical == text else [f"must be in canonical form ({quote(canonical)})"]
