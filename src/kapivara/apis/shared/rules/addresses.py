"""Validation rules of IP addresses in old fields, which also accept some non-canonical forms.

Upstream: apimachinery/pkg/util/validation/ip.go IsValidIPForLegacyField; k8s.io/utils/net IsDualStackIPStrings (1.37,
StrictIPCIDRValidation on).
"""

from __future__ import annotations

from collections.abc import Collection

from kapivara.content.addresses import parse_ip_sloppily
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.languages.go.ip_addresses import AddressError, parse_ip
from kapivara.values.caches import cache_short_texts

_EXAMPLE = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"


def validate_legacy_ip(value: str, path: FieldPath, known: Collection[str] = ()) -> ErrorList:
    """Requires an IP address without leading zeros that is not IPv4-mapped; accepts those in `known`."""
    problem = legacy_ip_problem(value)
    if not problem or value in known:
        return []
    return [invalid(path, value, problem).with_origin("format=ip-sloppy")]


@cache_short_texts(1024)
def legacy_ip_problem(value: str) -> str:
    """Returns the error of an address; empty if it is valid. Cached, since most recur."""
    if parse_ip_sloppily(value) is None:
        return _EXAMPLE
    try:
        mapped = parse_ip(value).is_mapped
    except AddressError:
        return "must not have leading 0s"
    return "must not be an IPv4-mapped IPv6 address" if mapped else ""


@cache_short_texts(1024)
def ip_family(value: str) -> int | None:
    """Returns 4 or 6, or None if a text is not an address; IPv4-mapped addresses count as 4."""
    parsed = parse_ip_sloppily(value)
    if parsed is None:
        return None
    return 4 if parsed.is_mapped else parsed.family
