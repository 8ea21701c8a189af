"""The string formats that the server checks in custom resources, by name.

Names are compared without dashes, so `date-time` equals `datetime`. Other formats are ignored in values, and cause a
warning in a CRD.
Upstream: apiextensions-apiserver/pkg/apiserver/validation/formats.go, kube-openapi/pkg/validation/strfmt (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TypeAlias, cast

from kapivara.content.names import is_dns1123_label, is_dns1123_subdomain

FormatCheck: TypeAlias = Callable[[str], bool]

# The module of each check, imported on demand: most schemas use one or two formats.
_HOMES = {
    "bsonobjectid": ("kapivara.content.emails", "is_bson_object_id"),
    "uri": ("kapivara.languages.go.urls", "is_uri"),
    "email": ("kapivara.content.emails", "is_email"),
    "hostname": ("kapivara.content.addresses", "is_hostname"),
    "ipv4": ("kapivara.content.addresses", "is_ipv4"),
    "ipv6": ("kapivara.content.addresses", "is_ipv6"),
    "cidr": ("kapivara.content.addresses", "is_cidr"),
    "mac": ("kapivara.content.addresses", "is_mac"),
    "uuid": ("kapivara.content.emails", "is_uuid"),
    "uuid3": ("kapivara.content.emails", "is_uuid3"),
    "uuid4": ("kapivara.content.emails", "is_uuid4"),
    "uuid5": ("kapivara.content.emails", "is_uuid5"),
    "isbn": ("kapivara.content.emails", "is_isbn"),
    "isbn10": ("kapivara.content.emails", "is_isbn10"),
    "isbn13": ("kapivara.content.emails", "is_isbn13"),
    "creditcard": ("kapivara.content.emails", "is_credit_card"),
    "ssn": ("kapivara.content.emails", "is_ssn"),
    "hexcolor": ("kapivara.content.emails", "is_hex_color"),
    "rgbcolor": ("kapivara.content.emails", "is_rgb_color"),
    "byte": ("kapivara.content.emails", "is_base64"),
    "password": ("kapivara.content.formats", "is_password"),
    "date": ("kapivara.content.times", "is_date"),
    "duration": ("kapivara.content.times", "is_duration"),
    "datetime": ("kapivara.content.times", "is_date_time"),
    "k8sshortname": ("kapivara.content.formats", "is_short_name"),
    "k8slongname": ("kapivara.content.formats", "is_long_name"),
}

SUPPORTED_FORMATS: frozenset[str] = frozenset(_HOMES)
"""The names, without dashes, of the supported string formats."""


class _Checks(Mapping[str, FormatCheck]):
    """Checks by format name, each imported on demand."""

    def __getitem__(self, name: str) -> FormatCheck:
        module, function = _HOMES[name]
        return cast("FormatCheck", getattr(import_module(module), function))

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


FORMATS: Mapping[str, FormatCheck] = _Checks()
"""The check of each format, by its name without dashes."""


def is_short_name(text: str) -> bool:
    """Checks the format `k8s-short-name`: a DNS label."""
    return not is_dns1123_label(text)


def is_long_name(text: str) -> bool:
    """Checks the format `k8s-long-name`: a DNS subdomain, whose labels may have any length."""
    return not is_dns1123_subdomain(text)


def is_password(_text: str) -> bool:
    """Checks the format `password`: any text."""
    return True
