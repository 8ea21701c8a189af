"""IP addresses in fields that are older than strict rules about them.

Upstream: apimachinery/pkg/util/validation/ip.go IsValidIPForLegacyField; k8s.io/utils/net IsDualStackIPStrings (1.37,
StrictIPCIDRValidation on).
"""

from __future__ import annotations

from collections.abc import Collection

from kapivara.content.addresses import parse_ip_sloppily
from kapivara.content.ip_parsing import AddressError, parse_ip
from kapivara.field import ErrorList, FieldError, FieldPath, invalid

_EXAMPLE = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"


def validate_legacy_ip(value: str, path: FieldPath, known: Collection[str] = ()) -> ErrorList:
    """Requires an address without leading zeros that is no IPv4 one inside IPv6; those `known` from before may stay."""
    if value in known:
        return []
    if parse_ip_sloppily(value) is None:
        return [_told(path, value, _EXAMPLE)]
    try:
        mapped = parse_ip(value).is_mapped
    except AddressError:
        return [_told(path, value, "must not have leading 0s")]
    return [_told(path, value, "must not be an IPv4-mapped IPv6 address")] if mapped else []


def _told(path: FieldPath, value: str, problem: str) -> FieldError:
    return invalid(path, value, problem).with_origin("format=ip-sloppy")


def ip_family(value: str) -> int | None:
    """Returns 4 or 6, None where a text is no address; an IPv4 address inside IPv6 is one of IPv4."""
    parsed = parse_ip_sloppily(value)
    if parsed is None:
        return None
    return 4 if parsed.is_mapped else parsed.family
