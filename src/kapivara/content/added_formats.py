"""The string formats of KEP-4153 that no server supports, and the errors of a string by any format.

v1.37 ignores them in values, and warns of them in CRDs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from kapivara.content import names
from kapivara.content.formats import FORMATS, FormatCheck

Complaints = Callable[[str], list[str]]

_API_VERSION: Final = "must be a version, or a group and a version: v1, apps/v1"
_INTEGER: Final = "must be a whole number, without a fraction or an exponent"
_QUANTITY: Final = "must be a quantity, such as 500m or 1Gi"
_FULLY_QUALIFIED: Final = "must be a domain and a path with a slash between them: example.com/name"


def _api_version(text: str) -> list[str]:
    group, _, version = text.rpartition("/")
    problems = names.is_dns1035_label(version) + (names.is_dns1123_subdomain(group) if "/" in text else [])
    return [_API_VERSION] if problems else []


def _quantity(text: str) -> list[str]:
    from kapivara.values.quantity import QuantityError, parse_quantity

    try:
        parse_quantity(text)
    except QuantityError:
        return [_QUANTITY]
    return []


def _fully_qualified_name(text: str) -> list[str]:
    domain, _, path = text.partition("/")
    return names.is_dns1123_subdomain(domain) if path else [_FULLY_QUALIFIED]


def _fully_qualified_domain_name(text: str) -> list[str]:
    plain = text.removesuffix(".")
    if "." not in plain:
        return ["should be a domain with at least two segments separated by dots"]
    labels = plain.split(".")
    return names.is_dns1123_subdomain(plain) or [each for label in labels for each in names.is_dns1123_label(label)]


def _integer(text: str) -> list[str]:
    digits = text.removeprefix("-")
    return [] if digits.isascii() and digits.isdecimal() and (digits == "0" or digits[0] != "0") else [_INTEGER]


_COMPLAINTS: Mapping[str, Complaints] = MappingProxyType(
    {
        "dns1123subdomain": names.is_dns1123_subdomain,
        "dns1123label": names.is_dns1123_label,
        "dns1035label": names.is_dns1035_label,
        "apiversion": _api_version,
        "quantity": _quantity,
        "qualifiedname": names.is_label_key,
        "fullyqualifiedname": _fully_qualified_name,
        "fullyqualifieddomainname": _fully_qualified_domain_name,
        "labelvalue": names.is_label_value,
        "integer": _integer,
    }
)
ADDED_FORMATS: frozenset[str] = frozenset(_COMPLAINTS)
"""The names, without dashes, of the formats that no server supports."""


def added_check(name: str) -> FormatCheck:
    """Returns the check of an added format, by its name without dashes."""
    complaints = _COMPLAINTS[name]
    return lambda text: not complaints(text)


def format_complaints(text: str, name: str) -> list[str] | None:
    """Returns the errors of a string by a format, the server's or an added one; None for an unknown format."""
    plain = name.replace("-", "")
    if plain in _COMPLAINTS:
        return _COMPLAINTS[plain](text)
    check = FORMATS.get(plain)
    if check is None:
        return None
    return [] if check(text) else [f"must be of type {name}"]
