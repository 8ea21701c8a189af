"""Namespaces as the registry needs them: the ones that always exist, and whether one may take a new object.

Upstream: apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go,
pkg/controlplane/controller/systemnamespaces (1.37).
"""

from __future__ import annotations

from kapivara.meta import ApiError, Cause, GroupResource, GroupVersionResource, forbidden_status, not_found_status
from kapivara.registry.call import Call
from kapivara.registry.scope import Scope
from kapivara.registry.store import key_prefix
from kapivara.registry.stored_object import read_stored
from kapivara.storage import KeyNotFound, Storage
from kapivara.values import JsonObject

NAMESPACES = GroupVersionResource("", "v1", "namespaces")
SYSTEM_NAMESPACES = ("default", "kube-system", "kube-public", "kube-node-lease")
_IMMORTAL = frozenset(("default", "kube-system", "kube-public"))


def check_deletion(name: str) -> None:
    """Ends the deletion of a namespace that may not go."""
    if name in _IMMORTAL:
        problem = "this namespace may not be deleted"
        raise ApiError(forbidden_status(NAMESPACES.group_resource, name, problem))


def namespace_key(name: str) -> str:
    """Returns the key under which a namespace is stored."""
    return key_prefix(NAMESPACES.group_resource) + name


def check_creation(call: Call, obj: JsonObject, storage: Storage, scope: Scope) -> None:
    """Ends the creation of an object in a namespace that does not exist, is on its way out, or cannot be read.

    `scope` is that of namespaces.
    """
    name = call.request.namespace
    try:
        stored = storage.get(namespace_key(name))
    except KeyNotFound:
        raise ApiError(not_found_status(GroupResource("", "namespaces"), name)) from None
    if b"Terminating" not in stored.value and not stored.damage:  # nearly always; what follows looks closer
        return
    if read_stored(scope, stored).get("status", {}).get("phase") != "Terminating":
        return
    problem = f"unable to create new content in namespace {name} because it is being terminated"
    status = forbidden_status(call.store.resource, obj["metadata"].get("name") or "", problem)
    cause = Cause("NamespaceTerminating", f"namespace {name} is being terminated", "metadata.namespace")
    raise ApiError(status.with_causes(cause))
