"""NamespaceLifecycle: only existing namespaces that are not terminating accept new objects; some cannot be deleted.

Upstream: apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import ApiError, Cause, not_found_status
from kapivara.storage import Stored

_RESOURCE: Final = NAMESPACES.gvr()
_NAMESPACES: Final = _RESOURCE.group_resource
_IMMORTAL: Final = frozenset(("default", "kube-system", "kube-public"))


class NamespaceLifecycle(Plugin):
    """Rejects new objects in missing or terminating namespaces, and the deletion of some namespaces."""

    def concerns(self, kind: Kind, namespace: str) -> bool:
        """Returns False quickly for nearly all writes: their namespace exists and is not terminating."""
        if not namespace:
            return kind.group_resource == _NAMESPACES
        if kind.surroundings.assumes_namespaces:
            return False
        stored = kind.surroundings.stored(_NAMESPACES, namespace)
        return stored is None or not _stays(stored)

    def admit(self, write: Attributes) -> None:
        """Checks the namespace of a new object."""
        if write.action is Action.DELETE:
            if write.kind.group_resource == _NAMESPACES and write.name in _IMMORTAL:
                raise write.forbidden("this namespace may not be deleted")
        elif write.action is Action.CREATE and write.namespace and not write.surroundings.assumes_namespaces:
            _check_namespace(write)


def _stays(stored: Stored) -> bool:
    """Returns True if a namespace is certainly not terminating, as nearly all are."""
    return stored.value.find(b"Terminating") < 0 and not stored.damage  # `in` takes five times as long


def _check_namespace(write: Attributes) -> None:
    stored = write.surroundings.stored(_NAMESPACES, write.namespace)
    if stored is None:
        raise ApiError(not_found_status(_NAMESPACES, write.namespace))
    if _stays(stored):
        return
    if write.surroundings.get(_RESOURCE, write.namespace).get("status", {}).get("phase") != "Terminating":
        return
    namespace, problem = f"namespace {write.namespace}", "is being terminated"
    refusal = write.forbidden(f"unable to create new content in {namespace} because it {problem}").status
    raise ApiError(refusal.with_causes(Cause("NamespaceTerminating", f"{namespace} {problem}", "metadata.namespace")))


PLUGIN = NamespaceLifecycle
