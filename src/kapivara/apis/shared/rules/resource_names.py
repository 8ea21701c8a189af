"""Validation rules of resource names of containers, pods, quotas and nodes.

Upstream: pkg/apis/core/helper/helpers.go, pkg/apis/core/validation/validation.go validateResourceName,
ValidateContainerResourceName, validatePodResourceName, ValidateResourceQuotaResourceName;
component-helpers/resource/helpers.go SupportedPodLevelResources (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.content.names import is_qualified_name
from kapivara.field import ErrorList, FieldPath, invalid, not_supported
from kapivara.values.caches import cache_short_texts
from kapivara.values.rendering import NamedString

HUGE_PAGES: Final = "hugepages-"
_QUOTA_HUGE_PAGES: Final = (HUGE_PAGES, f"requests.{HUGE_PAGES}")
_REQUESTS: Final = "requests."
_OWN_DOMAIN: Final = "kubernetes.io/"
_OF_CONTAINERS: Final = frozenset(("cpu", "memory", "ephemeral-storage"))
_OF_PODS: Final = ("cpu", HUGE_PAGES, "memory")
_COUNTED: Final = frozenset(
    (
        "configmaps",
        "persistentvolumeclaims",
        "pods",
        "replicationcontrollers",
        "resourcequotas",
        "secrets",
        "services",
        "services.loadbalancers",
        "services.nodeports",
    )
)
_OF_QUOTAS: Final = _COUNTED | {
    f"{prefix}{name}" for prefix in ("", "requests.", "limits.") for name in _OF_CONTAINERS
} | {"requests.storage"}  # fmt: skip
_STANDARD: Final = _OF_QUOTAS | {"storage"}


def is_huge_pages(name: str) -> bool:
    """Returns True if a resource is huge pages of some size."""
    return name.startswith(HUGE_PAGES)


def is_native(name: str) -> bool:
    """Returns True if a resource is native to Kubernetes. Kept: the domain may be anywhere in the name."""
    return "/" not in name or _OWN_DOMAIN in name


@cache_short_texts(256)
def is_extended(name: str) -> bool:
    """Returns True if a resource is an extended resource."""
    return not is_native(name) and not name.startswith(_REQUESTS) and not is_qualified_name(_REQUESTS + name)


def is_overcommit_allowed(name: str) -> bool:
    """Returns True if requests of a resource may be lower than limits."""
    return is_native(name) and not is_huge_pages(name)


def is_integer_resource(name: str) -> bool:
    """Returns True if a resource is counted in whole numbers."""
    return name in _COUNTED or ("/" in name and is_extended(name))


def is_pod_level(name: str) -> bool:
    """Returns True if a pod can request a resource at pod level."""
    return name in _OF_PODS or is_huge_pages(name)


def is_standard_quota(name: str) -> bool:
    """Returns True if a resource is a standard resource of quotas."""
    return name in _OF_QUOTAS or name.startswith(_QUOTA_HUGE_PAGES)


def validate_resource_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a standard resource, or a qualified name."""
    if problems := is_qualified_name(name):
        return [invalid(path, NamedString(name), problem) for problem in problems]
    if "/" in name or name in _STANDARD or name.startswith(_QUOTA_HUGE_PAGES):
        return []
    return [invalid(path, NamedString(name), "must be a standard resource type or fully qualified")]


def validate_container_resource_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a resource that containers can request."""
    if name in _OF_CONTAINERS:
        return []
    errors = validate_resource_name(name, path)
    if "/" not in name:
        if not is_huge_pages(name):
            errors.append(invalid(path, NamedString(name), "must be a standard resource for containers"))
    elif not is_native(name) and not is_extended(name):
        errors.append(invalid(path, NamedString(name), "doesn't follow extended resource name standard"))
    return errors


def validate_pod_resource_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a resource that pods can request at pod level."""
    errors = validate_resource_name(name, path)
    if errors or is_pod_level(name):
        return errors
    return [not_supported(path, NamedString(name), _OF_PODS)]


@cache_short_texts(256)
def is_quota_resource(name: str) -> bool:
    """Returns True if `validate_quota_resource_name` accepts a name. Cached, since most recur."""
    return not is_qualified_name(name) and ("/" in name or is_standard_quota(name))


def validate_quota_resource_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a resource that quotas can limit."""
    errors = validate_resource_name(name, path)
    if "/" not in name and not is_standard_quota(name):
        errors.append(invalid(path, NamedString(name), "must be a standard resource for quota"))
    return errors
