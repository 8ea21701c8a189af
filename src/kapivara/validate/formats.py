"""Formats of strings: names, label keys and values, UUIDs, names of resources.

Each format is a rule that returns errors; `format_conditions` has a faster condition of nearly the same name. A nil
string passes. `named` means that the string has a named Go type, which shows in messages; some formats print a plain
string in any case.
Upstream: apimachinery/pkg/api/validate/strfmt.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kapivara.content.messages import BYTES, byte_length, regex_message
from kapivara.content.names import (
    C_IDENTIFIER,
    DNS1123_SUBDOMAIN_MAX_LENGTH,
    is_dns1123_label,
    is_dns1123_subdomain,
    is_dns1123_subdomain_caseless,
    is_label_key,
    is_label_value,
    is_path_segment_name,
    is_prefixed_label_key,
)
from kapivara.field import ErrorList, FieldError, FieldPath, Operation, invalid, too_long
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace
from kapivara.values.rendering import NamedString

_Text: TypeAlias = str | None
_Path: TypeAlias = FieldPath | None

_UUID = lazy_pattern(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_C_IDENTIFIER_PATTERN = lazy_pattern(C_IDENTIFIER)
_C_IDENTIFIER_RULE = (
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric "
    "characters or '_'"
)
_QUOTA_PREFIX = "requests."
_OWN_DOMAIN = "kubernetes.io/"
_DEVICE_NAME_MAX_LENGTH = 32
_DEVICE_DOMAIN_MAX_LENGTH = 63


def short_name(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a DNS label: at most 63 lower-case letters, digits and dashes."""
    return [] if new is None else _format_errors(path, new, named, "k8s-short-name", is_dns1123_label(new, BYTES))


def long_name(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a lower-case DNS name."""
    return [] if new is None else _format_errors(path, new, named, "k8s-long-name", is_dns1123_subdomain(new, BYTES))


def long_name_caseless(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a DNS name in any case."""
    if new is None:
        return []
    return _format_errors(path, new, named, "k8s-long-name-caseless", is_dns1123_subdomain_caseless(new))


def label_key(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a label key: a name, optionally after a DNS name and a slash."""
    return [] if new is None else _format_errors(path, new, named, "k8s-label-key", is_label_key(new))


def prefixed_label_key(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a label key that has a prefix."""
    return [] if new is None else _format_errors(path, new, named, "k8s-prefixed-label-key", is_prefixed_label_key(new))


def label_value(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires the value of a label, which may be empty."""
    return [] if new is None else _format_errors(path, new, named, "k8s-label-value", is_label_value(new))


def path_segment_name(_op: Operation, path: _Path, new: _Text, _old: _Text, named: bool = False) -> ErrorList:
    """Requires a name that can be one segment of a URL path."""
    return [] if new is None else _format_errors(path, new, named, "k8s-path-segment-name", is_path_segment_name(new))


def uuid(_op: Operation, path: _Path, new: _Text, _old: _Text) -> ErrorList:
    """Requires a UUID in lower case."""
    if new is None or _UUID.fullmatch(new):
        return []
    return _format_errors(path, new, False, "k8s-uuid", ["must be a lowercase UUID in 8-4-4-4-12 format"])


def resource_pool_name(_op: Operation, path: _Path, new: _Text, _old: _Text) -> ErrorList:
    """Requires DNS names separated by slashes, at most 253 bytes in all."""
    if new is None:
        return []
    errors = _too_long(path, new, DNS1123_SUBDOMAIN_MAX_LENGTH)
    for number, segment in enumerate(new.split("/")):
        if not segment:
            errors.append(invalid(path, new, f"segment {number}: must not be empty"))
        else:
            errors += _name_problems(path, segment, f"segment {number}: ")
    return _with_origin(errors, "k8s-resource-pool-name")


def extended_resource_name(_op: Operation, path: _Path, new: _Text, _old: _Text) -> ErrorList:
    """Requires a name in a domain other than kubernetes.io, from which a quota can make a label key."""
    if new is None:
        return []
    problems = []
    if "/" not in new:
        problems.append("a name must be a domain-prefixed path, such as 'example.com/my-prop'")
    elif _OWN_DOMAIN in new:
        problems.append(f'must not have "{_OWN_DOMAIN}" domain')
    if new.startswith(_QUOTA_PREFIX):
        problems.append(f'must not have "{_QUOTA_PREFIX}" prefix')
    problems += is_label_key(_QUOTA_PREFIX + new)
    return _format_errors(path, new, False, "k8s-extended-resource-name", problems)


def resource_fully_qualified_name(_op: Operation, path: _Path, new: _Text, _old: _Text) -> ErrorList:
    """Requires a DNS name, a slash and a C identifier."""
    if new is None:
        return []
    errors: ErrorList = []
    parts = new.split("/")
    if len(parts) == 1:
        errors += _identifier_problems(path, new)
        errors.append(invalid(path, new, "a fully qualified name must be a domain and a name separated by a slash"))
    elif len(parts) == 2:  # Kept: a name with more slashes is not checked.
        domain, name = parts
        if domain:
            errors += _too_long(path, domain, _DEVICE_DOMAIN_MAX_LENGTH)
            errors += _name_problems(path, domain, "prefix: ")
        else:
            errors.append(invalid(path, "", "prefix must not be empty"))
        errors += _identifier_problems(path, name) if name else [invalid(path, "", "name must not be empty")]
    return _with_origin(errors, "k8s-resource-fully-qualified-name")


def _format_errors(path: _Path, value: str, named: bool, name: str, problems: Iterable[str]) -> ErrorList:
    shown = NamedString(value) if named else value
    return _with_origin([invalid(path, shown, problem) for problem in problems], name)


def _with_origin(errors: Iterable[FieldError], name: str) -> ErrorList:
    return [replace(each, origin=f"format={name}") for each in errors]


def _name_problems(path: _Path, value: str, prefix: str) -> ErrorList:
    return [invalid(path, value, prefix + problem) for problem in is_dns1123_subdomain(value, BYTES)]


def _identifier_problems(path: _Path, value: str) -> ErrorList:
    errors = _too_long(path, value, _DEVICE_NAME_MAX_LENGTH)
    if not _C_IDENTIFIER_PATTERN.fullmatch(value):
        examples = ("my_name", "MY_NAME", "MyName")
        errors.append(invalid(path, value, regex_message(_C_IDENTIFIER_RULE, C_IDENTIFIER, *examples)))
    return errors


def _too_long(path: _Path, value: str, limit: int) -> ErrorList:
    return [too_long(path, limit)] if byte_length(value) > limit else []
