"""Discovery: which groups, versions and resources are served, in the documents that clients ask for.

Upstream: apiserver/pkg/endpoints/discovery,
apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.meta import GroupVersionKind
from kapivara.registry.built_in import BuiltIn
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.version_order import newest_first
from kapivara.values import JsonObject

_CUSTOM_VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"]
_TERMINATING_VERBS = ["delete", "deletecollection", "get", "list", "watch"]
_BUILT_IN_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"]
_SUBRESOURCE_VERBS = ["get", "patch", "update"]
_CRD = GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")
_STORED_AS = {_CRD: GroupVersionKind("apiextensions.k8s.io", "v1beta1", "CustomResourceDefinition")}
"""Kinds that the reference server stores in another version than it serves."""
_UNUSUAL_VERBS = {
    "namespaces": ["create", "delete", "get", "list", "patch", "update", "watch"],
    "namespaces/finalize": ["update"],
}


class Discovery:
    """The documents about one moment's resources."""

    def __init__(self, built_ins: Iterable[BuiltIn], customs: Iterable[CustomResource]):
        self._versions: dict[str, dict[str, list[JsonObject]]] = {}
        self._built_in: set[tuple[str, str]] = set()
        for built_in in built_ins:
            self._built_in.add((built_in.resource.group, built_in.resource.version))
            self._add(built_in.resource.group, built_in.resource.version, built_in_resources(built_in))
        for custom in sorted(customs, key=lambda each: each.resource):
            self._add(custom.resource.group, custom.resource.version, _custom_resources(custom))

    def _add(self, group: str, version: str, resources: list[JsonObject]) -> None:
        self._versions.setdefault(group, {}).setdefault(version, []).extend(resources)

    def group_names(self) -> list[str]:
        """Names the groups of which anything is served, the server's own first; the core is the empty name."""
        return list(self._versions)

    def version_names(self, group: str) -> list[str]:
        """Names the versions of a group, in the order in which clients should prefer them."""
        return newest_first(self._versions.get(group, ()))

    def entries(self, group: str, version: str) -> list[JsonObject]:
        """Returns the resources and subresources of a version, as discovery tells of them."""
        return self._versions.get(group, {}).get(version, [])

    def is_custom(self, group: str, version: str) -> bool:
        """Tells whether definitions made a version, and not the server."""
        return (group, version) not in self._built_in

    def groups(self) -> JsonObject:
        """Returns the answer to `GET /apis`."""
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": [self._group(each) for each in self._named()]}

    def group(self, name: str) -> JsonObject | None:
        """Returns the answer to `GET /apis/GROUP`."""
        if not name or name not in self._versions:
            return None
        return {"kind": "APIGroup", "apiVersion": "v1", **self._group(name)}

    def resources(self, group: str, version: str) -> JsonObject | None:
        """Returns the answer to `GET /apis/GROUP/VERSION`, or for the empty group, to `GET /api/v1`."""
        resources = self.entries(group, version)
        if not resources:
            return None
        document: JsonObject = {"kind": "APIResourceList"}
        if group:
            document["apiVersion"] = "v1"
        document["groupVersion"] = f"{group}/{version}" if group else version
        document["resources"] = resources
        return document

    def _named(self) -> list[str]:
        return [each for each in self._versions if each]

    def _group(self, name: str) -> JsonObject:
        versions = [{"groupVersion": f"{name}/{version}", "version": version} for version in self.version_names(name)]
        return {"name": name, "versions": versions, "preferredVersion": versions[0]}


def core_versions(address: str) -> JsonObject:
    """Returns the answer to `GET /api`."""
    servers = [{"clientCIDR": "0.0.0.0/0", "serverAddress": address}]
    return {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": servers}


def built_in_resources(scope: BuiltIn) -> list[JsonObject]:
    """Returns the entries of a built-in kind: the resource, then its subresources."""
    info = scope.type.info
    names = [info.plural, *sorted(f"{info.plural}/{each}" for each in info.subresources)]
    resources = [
        {
            "name": name,
            "singularName": "" if "/" in name else info.singular,
            "namespaced": info.namespaced,
            "kind": scope.kind.kind,
            "verbs": _UNUSUAL_VERBS.get(name, _SUBRESOURCE_VERBS if "/" in name else _BUILT_IN_VERBS),
        }
        for name in names
    ]
    resources[0]["storageVersionHash"] = _hash(_STORED_AS.get(scope.kind, scope.kind))
    return [_with_aliases(resources[0], info.short_names, info.categories), *resources[1:]]


def _custom_resources(scope: CustomResource) -> list[JsonObject]:
    definition, version = scope.definition, scope.version
    whole: JsonObject = {
        "name": definition.plural,
        "singularName": definition.singular,
        "namespaced": definition.namespaced,
        "kind": definition.kind,
        "verbs": _TERMINATING_VERBS if definition.terminating else _CUSTOM_VERBS,
    }
    if definition.versions[definition.storage_version].served:
        whole["storageVersionHash"] = _hash(definition.gvk(definition.storage_version))
    resources = [_with_aliases(whole, definition.short_names, definition.categories)]
    below: JsonObject = {"singularName": "", "namespaced": definition.namespaced, "verbs": _SUBRESOURCE_VERBS}
    if version.has_status:
        resources.append({**below, "name": f"{definition.plural}/status", "kind": definition.kind})
    if version.scale is not None:
        scale = {"group": "autoscaling", "version": "v1", "kind": "Scale"}
        resources.append({**below, "name": f"{definition.plural}/scale", **scale})
    return resources


def _hash(kind: GroupVersionKind) -> str:
    """Returns the hash by which clients tell that the stored version of a kind changed.

    Upstream: apiserver/pkg/endpoints/discovery/storageversionhash.go.
    """
    import base64
    import hashlib

    digest = hashlib.sha256(f"{kind.group}/{kind.version}/{kind.kind}".encode()).digest()
    return base64.b64encode(digest[:8]).decode()


def _with_aliases(resource: JsonObject, short_names: Iterable[str], categories: Iterable[str]) -> JsonObject:
    if short_names:
        resource["shortNames"] = list(short_names)
    if categories:
        resource["categories"] = list(categories)
    return resource
