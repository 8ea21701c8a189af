"""Validation rules of a pod's DNS configuration and host names.

Upstream: pkg/apis/core/validation/validation.go validateDNSPolicy, validatePodDNSConfig, ValidateHostAliases,
validatePodHostName (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.addresses import validate_legacy_ip
from kapivara.apis.shared.rules.names import validate_dns1123_subdomain, validate_underscored_dns1123_subdomain
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required, too_long

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_MOST_SERVERS: Final = 3
_MOST_SEARCHES: Final = 32
_LONGEST_SEARCHES: Final = 2048
_LONGEST_HOST_NAME: Final = 64


def validate_dns_config(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires valid servers, searches and options; the DNS policy None requires a server."""
    config, alone = spec.get("dnsConfig"), spec.get("dnsPolicy") == "None"
    if config is None:
        return [required(path, "must provide `dnsConfig` when `dnsPolicy` is None")] if alone else []
    servers = config.get("nameservers", ())
    if alone and not servers:
        detail = "must provide at least one DNS nameserver when `dnsPolicy` is None"
        return [required(path.child("nameservers"), detail)]
    errors: ErrorList = []
    if len(servers) > _MOST_SERVERS:
        detail = f"must not have more than {_MOST_SERVERS} nameservers"
        errors.append(invalid(path.child("nameservers"), servers, detail))
    for position, server in enumerate(servers):
        errors += validate_legacy_ip(server, path.child("nameservers").index(position))
    errors += _validate_searches(config.get("searches", ()), path.child("searches"))
    for position, option in enumerate(config.get("options", ())):
        if not option.get("name"):
            errors.append(required(path.child("options").index(position), "must not be empty"))
    return errors


def _validate_searches(searches: Sequence[str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if len(searches) > _MOST_SEARCHES:
        errors.append(invalid(path, searches, f"must not have more than {_MOST_SEARCHES} search paths"))
    if byte_length(" ".join(searches)) > _LONGEST_SEARCHES:
        detail = f"must not have more than {_LONGEST_SEARCHES} characters (including spaces) in the search list"
        errors.append(invalid(path, searches, detail))
    for position, search in enumerate(searches):
        if search != ".":
            errors += validate_underscored_dns1123_subdomain(search.removesuffix("."), path.index(position))
    return errors


def validate_host_aliases(aliases: Sequence[v1.HostAlias], path: FieldPath) -> ErrorList:
    """Requires valid addresses with valid host names."""
    errors: ErrorList = []
    for position, alias in enumerate(aliases):
        place = path.index(position)
        errors += validate_legacy_ip(alias["ip"], place.child("ip"))
        for number, name in enumerate(alias.get("hostnames", ())):
            errors += validate_dns1123_subdomain(name, place.child("hostnames").index(number))
    return errors


def validate_host_name(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires a valid `hostnameOverride` within the kernel's limit, and no conflicting fields."""
    name = spec["hostnameOverride"]
    errors: ErrorList = []
    if spec.get("setHostnameAsFQDN"):
        errors.append(forbidden(path, "may not be specified when setHostnameAsFQDN is true"))
    if spec.get("hostNetwork"):
        errors.append(forbidden(path, "may not be specified when hostNetwork is true"))
    if byte_length(name) > _LONGEST_HOST_NAME:
        errors.append(too_long(path, _LONGEST_HOST_NAME))
    return errors + validate_dns1123_subdomain(name, path)
