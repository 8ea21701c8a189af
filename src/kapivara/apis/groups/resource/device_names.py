"""Validation rules of names of drivers, pools, devices, requests, attributes and capacities.

Upstream: pkg/apis/resource/validation/validation.go validatePoolName, validateQualifiedName, validateCIdentifier,
validateRequestNameRef (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from kapivara.apis.shared.rules.names import (
    validate_csi_driver_name,
    validate_dns1123_label,
    validate_dns1123_subdomain,
)
from kapivara.content.messages import byte_length, regex_message
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

RequestNames: TypeAlias = Mapping[str, Collection[str]]
"""The names of a claim's requests, each with the names of its alternatives."""

LONGEST_ID: Final = 32
_LONGEST_POOL: Final = 253
_POOL_ORIGIN: Final = "format=k8s-resource-pool-name"
_IDENTIFIER: Final = "[A-Za-z_][A-Za-z0-9_]*"
_IDENTIFIER_PATTERN: Final = lazy_pattern(_IDENTIFIER)
_IDENTIFIER_RULE: Final = (
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric "
    "characters or '_'"
)
_UNKNOWN_REQUEST: Final = (
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
)


def covered(errors: ErrorList) -> ErrorList:
    """Marks errors as covered by declarative rules."""
    return [each.marked(covered_by_declarative=True) for each in errors] if errors else errors


def validate_pool_name(name: str, path: FieldPath) -> ErrorList:
    """Requires DNS subdomains separated by slashes, of at most 253 bytes."""
    if not name:
        return [required(path)]
    errors = [too_long(path, _LONGEST_POOL)] if byte_length(name) > _LONGEST_POOL else []
    for part in name.split("/"):
        errors += validate_dns1123_subdomain(part, path)
    return [each.with_origin(_POOL_ORIGIN) for each in errors]


def validate_attribute_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a C identifier, optionally with a driver name and a slash before it.

    Kept: a name with more slashes is accepted.
    """
    parts = name.split("/")
    if len(parts) == 1:
        return _validate_identifier(name, path)
    if len(parts) > 2:
        return []
    domain, identifier = parts
    empty_domain = [] if domain else [invalid(path, "", "the domain must not be empty")]
    empty_name = [] if identifier else [invalid(path, "", "the name must not be empty")]
    errors = empty_domain or validate_csi_driver_name(domain, path)
    return errors + (empty_name or _validate_identifier(identifier, path))


def _validate_identifier(name: str, path: FieldPath) -> ErrorList:
    errors = [too_long(path, LONGEST_ID)] if byte_length(name) > LONGEST_ID else []
    if not _IDENTIFIER_PATTERN.fullmatch(name):
        examples = ("my_name", "MY_NAME", "MyName")
        errors.append(invalid(path, name, regex_message(_IDENTIFIER_RULE, _IDENTIFIER, *examples)))
    return errors


def request_names(claim: v1.DeviceClaim) -> RequestNames:
    """Returns the names of a claim's requests, each with the names of its alternatives."""
    return {
        each["name"]: {inner["name"] for inner in each.get("firstAvailable", ())} for each in claim["requests"] or ()
    }


def validate_request_reference(name: str, path: FieldPath, known: RequestNames) -> ErrorList:
    """Requires the name of a request, optionally with the name of one of its alternatives."""
    parts = name.split("/")
    if len(parts) > 2:
        return [invalid(path, name, _UNKNOWN_REQUEST)]
    errors: ErrorList = []
    for part in parts:
        errors += validate_dns1123_label(part, path)
    if parts[0] not in known or (len(parts) == 2 and parts[1] not in known[parts[0]]):
        errors.append(invalid(path, name, _UNKNOWN_REQUEST))
    return errors
