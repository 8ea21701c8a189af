"""Discovery: which groups, versions and resources are served, in the documents that clients ask for.

Upstream: apiserver/pkg/endpoints/discovery,
apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.apis.api_resource import ApiResource, ApiSubresource
from kapivara.meta import GroupVersionKind
from kapivara.registry.version_order import newest_first
from kapivara.values import JsonObject


class Discovery:
    """The documents about one moment's resources; they stand in the order in which they are given."""

    def __init__(self, resources: Iterable[ApiResource]):
        self._versions: dict[str, dict[str, list[JsonObject]]] = {}
        self._built_in: set[tuple[str, str]] = set()
        for resource in resources:
            group, version = resource.kind.group, resource.kind.version
            if not resource.custom:
                self._built_in.add((group, version))
            self._versions.setdefault(group, {}).setdefault(version, []).extend(_entries(resource))

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


def _entries(resource: ApiResource) -> list[JsonObject]:
    """Returns the entries of a resource: itself, then its subresources."""
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
    """Returns the hash by which clients tell that the stored version of a kind changed.

    Upstream: apiserver/pkg/endpoints/discovery/storageversionhash.go.
    """
    import base64
    import hashlib

    text = f"{stored.group}/{stored.version}/{stored.kind}"
    return base64.b64encode(hashlib.sha256(text.encode()).digest()[:8]).decode()
