"""A server with nothing but roles and bindings, written in few words."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.alone import Alone

from kapivara.meta import ApiError, not_found_status

Object = dict[str, Any]


def rule(verbs: str, groups: str = "", resources: str = "", names: str = "", urls: str = "") -> Object:
    """Returns a rule; parts are texts with commas, and those left out are missing."""
    if urls:
        return {"verbs": verbs.split(","), "nonResourceURLs": urls.split(",")}
    found: Object = {"verbs": verbs.split(","), "apiGroups": groups.split(","), "resources": resources.split(",")}
    return {**found, "resourceNames": names.split(",")} if names else found


def subject(text: str) -> Object:
    """Returns a subject by kind and name; accounts may have a namespace between: `ServiceAccount:n:a`."""
    kind, *namespace, name = text.split(":")
    return {"kind": kind, "name": name, **({"namespace": namespace[0]} if namespace else {})}


class Policy(Alone):
    """Roles and bindings, those of namespaces by `namespace/name`."""

    def __init__(self, roles: dict[str, list[Object]], bindings: dict[str, tuple[str, str]]):
        super().__init__()
        self._objects: dict[tuple[str, str, str], Object] = {}
        for name, rules in roles.items():
            self._put("roles" if "/" in name else "clusterroles", name, {"rules": rules})
        for name, (role, subjects) in bindings.items():
            kind, _, role_name = role.partition(" ")
            obj = {"roleRef": {"kind": kind, "name": role_name}, "subjects": [*map(subject, subjects.split())]}
            self._put("rolebindings" if "/" in name else "clusterrolebindings", name, obj)

    def _put(self, resource: str, name: str, obj: Object) -> None:
        namespace, _, name = name.rpartition("/")
        metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
        self._objects[resource, namespace, name] = {"metadata": metadata, **obj}

    def objects_of(self, resource: Any, namespace: str = "") -> list[Object]:
        found = self._objects.items()
        return [each for (kind, home, _), each in found if kind == resource.resource and namespace in ("", home)]

    def get(self, resource: Any, name: str, namespace: str = "") -> Object:
        if (resource.resource, namespace, name) not in self._objects:
            raise ApiError(not_found_status(resource.group_resource, name))
        return self._objects[resource.resource, namespace, name]
