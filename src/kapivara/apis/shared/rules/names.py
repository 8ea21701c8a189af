"""Validation rules of names inside objects: DNS labels, DNS subdomains and qualified names.

Upstream: pkg/apis/core/validation/validation.go ValidateDNS1123Label, ValidateDNS1123Subdomain,
ValidateDNS1123SubdomainWithUnderScore, ValidateQualifiedName, ValidateCSIDriverName;
apimachinery/pkg/util/validation/validation.go IsDNS1123SubdomainWithUnderscore, IsConfigMapKey, IsHTTPHeaderName
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.content.messages import byte_length, max_length_message, regex_message
from kapivara.content.names import (
    DNS1123_SUBDOMAIN_MAX_LENGTH,
    is_dns1123_label,
    is_dns1123_subdomain,
    is_qualified_name,
)
from kapivara.field import ErrorList, ErrorType, FieldPath, invalid, required, too_long
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern

_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_LABEL_PATTERN = lazy_pattern(_LABEL)
_SUBDOMAIN_RULE = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
    "and must start and end with an alphanumeric character"
)
_CONFIG_KEY = "[-._a-zA-Z0-9]+"
_CONFIG_KEY_PATTERN = lazy_pattern(_CONFIG_KEY)
_CONFIG_KEY_RULE = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
_HEADER = "[-A-Za-z0-9]+"
_HEADER_PATTERN = lazy_pattern(_HEADER)
_HEADER_RULE = "a valid HTTP header must consist of alphanumeric characters or '-'"
_LONGEST_DRIVER = 63
_DRIVER_ORIGINS = {ErrorType.INVALID: "format=k8s-long-name-caseless", ErrorType.TOO_LONG: "maxLength"}


@cache_short_texts(2048)
def label_problems(name: str) -> Sequence[str]:
    """Returns the errors of a DNS label. Cached, since most names recur."""
    return tuple(is_dns1123_label(name))


@cache_short_texts(2048)
def subdomain_problems(name: str) -> Sequence[str]:
    """Returns the errors of a DNS subdomain. Cached, since most names recur."""
    return tuple(is_dns1123_subdomain(name))


@cache_short_texts(1024)
def config_key_problems(key: str) -> Sequence[str]:
    """Returns the errors of a key of a ConfigMap or Secret."""
    problems = []
    if byte_length(key) > DNS1123_SUBDOMAIN_MAX_LENGTH:
        problems.append(max_length_message(DNS1123_SUBDOMAIN_MAX_LENGTH))
    if not _CONFIG_KEY_PATTERN.fullmatch(key):
        problems.append(regex_message(_CONFIG_KEY_RULE, _CONFIG_KEY, "key.name", "KEY_NAME", "key-name"))
    if key in (".", ".."):
        problems.append(f"must not be '{key}'")
    elif key.startswith(".."):
        problems.append("must not start with '..'")
    return tuple(problems)


def header_name_problems(name: str) -> Sequence[str]:
    """Returns the errors of an HTTP header name."""
    return () if _HEADER_PATTERN.fullmatch(name) else (regex_message(_HEADER_RULE, _HEADER, "X-Header-Name"),)


def underscored_subdomain_problems(name: str) -> Sequence[str]:
    """Returns the errors of a DNS subdomain in which underscores are allowed."""
    problems = []
    if byte_length(name) > DNS1123_SUBDOMAIN_MAX_LENGTH:
        problems.append(max_length_message(DNS1123_SUBDOMAIN_MAX_LENGTH))
    if not all(map(_LABEL_PATTERN.fullmatch, name.split("."))):
        problems.append(regex_message(_SUBDOMAIN_RULE, _SUBDOMAIN, "example.com"))
    return tuple(problems)


def validate_dns1123_label(value: str, path: FieldPath) -> ErrorList:
    """Requires a DNS label."""
    return _errors_of(value, path, label_problems(value), "format=k8s-short-name")


def validate_dns1123_subdomain(value: str, path: FieldPath) -> ErrorList:
    """Requires a DNS subdomain."""
    return _errors_of(value, path, subdomain_problems(value), "format=k8s-long-name")


def validate_underscored_dns1123_subdomain(value: str, path: FieldPath) -> ErrorList:
    """Requires a DNS subdomain in which underscores are allowed."""
    return _errors_of(value, path, underscored_subdomain_problems(value), "format=k8s-dns-subdomain-with-underscore")


def validate_qualified_name(value: str, path: FieldPath) -> ErrorList:
    """Requires a name, optionally with a DNS subdomain and a slash before it."""
    return _errors_of(value, path, is_qualified_name(value), "format=qualified-name")


def validate_csi_driver_name(name: str, path: FieldPath, *, is_covered: bool = False) -> ErrorList:
    """Requires a CSI driver name: a DNS subdomain in any case, of at most 63 bytes.

    With `is_covered`, declarative rules repeat this rule.
    """
    if not name:
        return [required(path).marked(covered_by_declarative=is_covered)]
    errors = [too_long(path, _LONGEST_DRIVER)] if byte_length(name) > _LONGEST_DRIVER else []
    errors += [invalid(path, name, problem) for problem in subdomain_problems(name.lower())]
    if not is_covered:
        return errors
    return [each.with_origin(_DRIVER_ORIGINS[each.type]).marked(covered_by_declarative=True) for each in errors]


def _errors_of(value: str, path: FieldPath, problems: Sequence[str], origin: str) -> ErrorList:
    return [invalid(path, value, problem).with_origin(origin) for problem in problems] if problems else []
