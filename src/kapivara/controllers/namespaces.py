"""What controllers share that look after namespaces: which writes are about one, what is made in each."""

from __future__ import annotations

from kapivara.apis.catalog import NAMESPACES
from kapivara.controllers.objects import CONFLICT, NOT_FOUND, Objects
from kapivara.controllers.observed_write import ObservedWrite
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.registry.store import key_prefix
from kapivara.values import JsonObject

NAMESPACE_KEYS = key_prefix(NAMESPACES.gvr().group_resource)
"""What the keys of namespaces start with."""


def namespace_of(write: ObservedWrite) -> str:
    """Returns the name of the namespace that was written; empty where something else was."""
    return write.key[len(NAMESPACE_KEYS) :] if write.key.startswith(NAMESPACE_KEYS) else ""


def find(objects: Objects, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject | None:
    """Returns an object; None where there is none."""
    try:
        return objects.get(resource, name, namespace)
    except ApiError as error:
        if error.status.code == NOT_FOUND:
            return None
        raise


def find_namespace(objects: Objects, name: str) -> JsonObject | None:
    """Returns a namespace; None where there is none."""
    return find(objects, NAMESPACES.gvr(), name)


def is_active(objects: Objects, name: str) -> bool:
    """Tells whether new objects may be made in a namespace."""
    namespace = find_namespace(objects, name)
    return namespace is not None and namespace["status"].get("phase") == "Active"


def create_once(objects: Objects, resource: GroupVersionResource, obj: JsonObject) -> None:
    """Creates an object, unless somebody else has done so by now."""
    try:
        objects.create(resource, obj)
    except ApiError as error:
        if error.status.code != CONFLICT:
            raise
