"""Whether a namespace takes a new object: it must exist, and not be on its way out.

Upstream: apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.catalog import NAMESPACES
from kapivara.meta import ApiError, Cause, forbidden_status, not_found_status

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind

_RESOURCE = NAMESPACES.gvr()
_TABLE = _RESOURCE.group_resource
_IMMORTAL = frozenset(("default", "kube-system", "kube-public"))


def check_deletion(name: str) -> None:
    """Ends the deletion of a namespace that may not go."""
    if name in _IMMORTAL:
        raise ApiError(forbidden_status(_TABLE, name, "this namespace may not be deleted"))


def check_namespace(kind: Kind, namespace: str, name: str) -> None:
    """Ends the creation of an object in a namespace that does not exist, is on its way out, or cannot be read."""
    stored = kind.surroundings.stored(_TABLE, namespace)
    if stored is None:
        raise ApiError(not_found_status(_TABLE, namespace))
    if b"Terminating" not in stored.value and not stored.damage:  # nearly always; what follows looks closer
        return
    if kind.surroundings.get(_RESOURCE, namespace).get("status", {}).get("phase") != "Terminating":
        return
    problem = f"unable to create new content in namespace {namespace} because it is being terminated"
    status = forbidden_status(kind.group_resource, name, problem)
    cause = Cause("NamespaceTerminating", f"namespace {namespace} is being terminated", "metadata.namespace")
    raise ApiError(status.with_causes(cause))
