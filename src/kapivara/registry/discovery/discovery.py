"""The discovery documents: the served groups, versions and resources.

Upstream: apiserver/pkg/endpoints/discovery,
apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.meta import GroupVersionKind
from kapivara.registry.crds.version_order import newest_first
from kapivara.values import JsonObject


class Discovery:
    """The discovery documents of a set of resources, in the given order."""

    def __init__(self, resources: Iterable[ApiResource]):
        self._versions: dict[str, dict[str, list[JsonObject]]] = {}
        self._built_in: set[tuple[str, str]] = set()
        for resource in resources:
            group, version = resource.kind.group, resource.kind.version
            if not resource.custom:
                self._built_in.add((group, version))
            self._versions.setdefault(group, {}).setdefault(version, []).extend(_entries(resource))

    def group_names(self) -> list[str]:
        """Returns the names of the served groups, built-in ones first; the core group is the empty name."""
        return list(self._versions)

    def version_names(self, group: str) -> list[str]:
        """Returns the versions of a group, in the order of preference."""
        return newest_first(self._versions.get(group, ()))

    def entries(self, group: str, version: str) -> list[JsonObject]:
        """Returns the discovery entries of a version's resources and subresources."""
        return self._versions.get(group, {}).get(version, [])

    def is_custom(self, group: str, version: str) -> bool:
        """Returns True if a version consists of custom resources only."""
        return (group, version) not in self._built_in

    def groups(self) -> JsonObject:
        """Returns the response to `GET /apis`."""
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": [self._group(each) for each in self._named()]}

    def group(self, name: str) -> JsonObject | None:
        """Returns the response to `GET /apis/GROUP`; None if the group is not served."""
        if not name or name not in self._versions:
            return None
        return {"kind": "APIGroup", "apiVersion": "v1", **self._group(name)}

    def resources(self, group: str, version: str) -> JsonObject | None:
        """Returns the response to `GET /apis/GROUP/VERSION`, or to `GET /api/v1` for the empty group; None if
        unknown.
        """
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
    """Returns the response to `GET /api`."""
    servers = [{"clientCIDR": "0.0.0.0/0", "serverAddress": address}]
    return {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": servers}


def _entries(resource: ApiResource) -> list[JsonObject]:
    """Returns the entry of a resource and those of its subresources."""
    return [_entry(resource), *(_subresource_entry(resource, each) for each in resource.subresources)]


def _entry(resource: ApiResource) -> JsonObject:
    entry: JsonObject = {
        "name": resource.plural,
        "singularName": resource.singular,
        "namespaced": resource.namespaced,
        "kind": resource.kind.kind,
        "verbs": list(resource.verbs),
    }
    if resource.short_names:
        entry["shortNames"] = list(resource.short_names)
    if resource.categories:
        entry["categories"] = list(resource.categories)
    if resource.stored_as is not None:
        entry["storageVersionHash"] = _hash(resource.stored_as.with_kind(resource.kind.kind))
    return entry


def _subresource_entry(resource: ApiResource, subresource: ApiSubresource) -> JsonObject:
    kind, home = subresource.kind or resource.kind, resource.kind.group_version
    return {
        "name": f"{resource.plural}/{subresource.name}",
        "singularName": "",
        "namespaced": resource.namespaced,
        **({"group": kind.group, "version": kind.version} if kind.group_version != home else {}),
        "kind": kind.kind,
        "verbs": list(subresource.verbs),
    }


def _hash(stored: GroupVersionKind) -> str:
    """Returns the hash with which clients detect that the storage version of a kind changed.

    Upstream: apiserver/pkg/endpoints/discovery/storageversionhash.go.
    """
    import base64
    import hashlib

    text = f"{stored.group}/{stored.version}/{stored.kind}"
    return base64.b64encode(hashlib.sha256(text.encode()).digest()[:8]).decode()
