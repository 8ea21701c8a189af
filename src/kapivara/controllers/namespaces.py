"""Functions shared by controllers of namespaces: namespace events, and objects to create in each."""

from __future__ import annotations

from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.controllers.objects import CONFLICT, NOT_FOUND, Objects, ObservedWrite
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.registry.objects.store import key_prefix
from kapivara.values import JsonObject

NAMESPACE_KEYS = key_prefix(NAMESPACES.gvr().group_resource)
"""The prefix of the keys of namespaces."""


def namespace_of(write: ObservedWrite) -> str:
    """Returns the name of a written namespace; empty for other objects."""
    return write.key[len(NAMESPACE_KEYS) :] if write.key.startswith(NAMESPACE_KEYS) else ""


def find(objects: Objects, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject | None:
    """Returns an object; None if it does not exist."""
    try:
        return objects.get(resource, name, namespace)
    except ApiError as error:
        if error.status.code == NOT_FOUND:
            return None
        raise


def find_namespace(objects: Objects, name: str) -> JsonObject | None:
    """Returns a namespace; None if it does not exist."""
    return find(objects, NAMESPACES.gvr(), name)


def is_active(objects: Objects, name: str) -> bool:
    """Returns True if a namespace accepts new objects."""
    namespace = find_namespace(objects, name)
    return namespace is not None and namespace["status"].get("phase") == "Active"


def create_once(objects: Objects, resource: GroupVersionResource, obj: JsonObject) -> None:
    """Creates an object, unless it exists by now."""
    try:
        objects.create(resource, obj)
    except ApiError as error:
        if error.status.code != CONFLICT:
            raise
