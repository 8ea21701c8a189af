"""Validation rules of endpoint addresses, which must be routable.

Upstream: pkg/apis/core/validation/validation.go ValidateEndpointIP (1.37).
"""

from __future__ import annotations

from kapivara.content.addresses import parse_ip_sloppily
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.caches import cache_short_texts

_IPV4 = 2**32 - 1
_NO_ADDRESS = "must be a valid IP address"


def validate_endpoint_ip(text: str, path: FieldPath) -> ErrorList:
    """Requires an address that is not unspecified, loopback or link-local."""
    problem = endpoint_ip_problem(text)
    if not problem:
        return []
    origin = "format=ip-sloppy" if problem == _NO_ADDRESS else "format=endpoint-ip"
    return [invalid(path, text, problem).with_origin(origin)]


@cache_short_texts(1024)
def endpoint_ip_problem(text: str) -> str:
    """Returns the reason why an address cannot be an endpoint; empty if it can. Cached, since most recur."""
    ip = parse_ip_sloppily(text)
    if ip is None:
        return _NO_ADDRESS
    is_ipv4 = ip.family == 4 or ip.is_mapped
    number = ip.number & _IPV4 if is_ipv4 else ip.number
    if number == 0:
        return f"may not be unspecified ({text})"
    return _ipv4_problem(number) if is_ipv4 else _ipv6_problem(number)


_LOOPBACK = "may not be in the loopback range (127.0.0.0/8, ::1/128)"
_LINK_LOCAL = "may not be in the link-local range (169.254.0.0/16, fe80::/10)"
_MULTICAST = "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"


def _ipv4_problem(number: int) -> str:
    if number >> 24 == 127:
        return _LOOPBACK
    if number >> 16 == 0xA9FE:
        return _LINK_LOCAL
    return _MULTICAST if number >> 8 == 0xE00000 else ""


def _ipv6_problem(number: int) -> str:
    if number == 1:
        return _LOOPBACK
    if number >> 118 == 0xFE80 >> 6:
        return _LINK_LOCAL
    return _MULTICAST if number >> 112 & 0xFF0F == 0xFF02 else ""
