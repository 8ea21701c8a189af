"""Names and priorities of eviction responders that are reserved for Kubernetes itself.

Upstream: pkg/apis/core/v1/validation.go ValidateCustom_EvictionResponder_Name and _Priority (1.37).
"""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath, Operation, invalid

_RESERVED_DOMAINS = ("k8s.io", "kubernetes.io")
_RESERVED_PRIORITIES = range(1000)


def unreserved_responder(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None) -> ErrorList:
    """Rejects a name in a domain of Kubernetes."""
    domain = "" if new is None else new.partition("/")[0].lower().strip().rstrip(".")
    if not any(domain == each or domain.endswith(f".{each}") for each in _RESERVED_DOMAINS):
        return []
    reserved = ", ".join(f"*.{each}" for each in _RESERVED_DOMAINS)
    return [invalid(path, new, f"domain names {reserved} are reserved")]


def unreserved_priority(_op: Operation, path: FieldPath | None, new: int | None, _old: int | None) -> ErrorList:
    """Rejects a priority that is reserved for responders of Kubernetes."""
    if new is None or new not in _RESERVED_PRIORITIES:
        return []
    return [invalid(path, new, "priorities 0-999 are reserved for responders with *.k8s.io suffix")]
