"""The formats of strings as conditions: each returns only whether a string is well formed.

Generated code calls these first, for every string; the rules of `formats` report the errors. Each is a single pattern
where possible, lengths included: a well-formed name is ASCII, so that its characters are its bytes.
"""

from __future__ import annotations

from kapivara.content.messages import byte_length
from kapivara.values.lazy_pattern import lazy_pattern

_LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(?:\.{_LABEL})*"
_ANY_CASE = _SUBDOMAIN.replace("a-z", "a-zA-Z\u017f\u212a")  # kept: Go folds the long s and the Kelvin sign, too
_NAME = "[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_PREFIX = f"(?=[^/]{{1,253}}/){_SUBDOMAIN}/"
_HEX = "[0-9a-f]"

_SHORT_NAME = lazy_pattern("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?")
_LONG_NAME = lazy_pattern(_SUBDOMAIN)
_CASELESS = lazy_pattern(_ANY_CASE)
_LABEL_KEY = lazy_pattern(f"(?:{_PREFIX})?{_NAME}")
_PREFIXED_LABEL_KEY = lazy_pattern(_PREFIX + _NAME)
_LABEL_VALUE = lazy_pattern(f"(?:{_NAME})?")
_UUID = lazy_pattern(f"{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}")
_POOL_NAME = lazy_pattern(f"{_SUBDOMAIN}(?:/{_SUBDOMAIN})*")
_QUALIFIED_NAME = lazy_pattern(f"(?=[^/]{{1,63}}/){_SUBDOMAIN}/[A-Za-z_][A-Za-z0-9_]{{0,31}}")


def is_short_name(value: str) -> bool:
    """Returns whether a string is a `k8s-short-name`."""
    return _SHORT_NAME.fullmatch(value) is not None


def is_long_name(value: str) -> bool:
    """Returns whether a string is a `k8s-long-name`."""
    return len(value) <= 253 and _LONG_NAME.fullmatch(value) is not None


def is_long_name_caseless(value: str) -> bool:
    """Returns whether a string is a `k8s-long-name-caseless`."""
    return len(value) <= 253 and _CASELESS.fullmatch(value) is not None and byte_length(value) <= 253


def is_label_key(value: str) -> bool:
    """Returns whether a string is a `k8s-label-key`."""
    return _LABEL_KEY.fullmatch(value) is not None


def is_prefixed_label_key(value: str) -> bool:
    """Returns whether a string is a `k8s-prefixed-label-key`."""
    return _PREFIXED_LABEL_KEY.fullmatch(value) is not None


def is_label_value(value: str) -> bool:
    """Returns whether a string is a `k8s-label-value`."""
    return _LABEL_VALUE.fullmatch(value) is not None


def is_path_segment_name(value: str) -> bool:
    """Returns whether a string is a `k8s-path-segment-name`."""
    return "/" not in value and "%" not in value and value not in (".", "..")


def is_uuid(value: str) -> bool:
    """Returns whether a string is a `k8s-uuid`."""
    return _UUID.fullmatch(value) is not None


def is_resource_pool_name(value: str) -> bool:
    """Returns whether a string is a `k8s-resource-pool-name`."""
    return len(value) <= 253 and _POOL_NAME.fullmatch(value) is not None


def is_extended_resource_name(value: str) -> bool:
    """Returns whether a string is a `k8s-extended-resource-name`."""
    if "kubernetes.io/" in value or value.startswith("requests."):
        return False
    return _PREFIXED_LABEL_KEY.fullmatch(f"requests.{value}") is not None


def is_resource_fully_qualified_name(value: str) -> bool:
    """Returns whether a string is a `k8s-resource-fully-qualified-name`."""
    # Kept: a string with more than one slash is not checked.
    return _QUALIFIED_NAME.fullmatch(value) is not None or value.count("/") > 1
