"""Discovery in one document: every group with its versions, every version with its resources.

Upstream: apiserver/pkg/endpoints/installer.go ConvertGroupVersionIntoToDiscovery,
apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.meta import GroupVersion
from kapivara.registry.discovery.discovery import Discovery
from kapivara.values import JsonObject

_NOWHERE = GroupVersion("", "")


def aggregate(discovery: Discovery, *, core: bool) -> JsonObject:
    """Returns the aggregated response to `GET /api` (`core`), or else to `GET /apis`."""
    groups = [name for name in discovery.group_names() if (name == "") is core]
    return {
        "kind": "APIGroupDiscoveryList",
        "apiVersion": "apidiscovery.k8s.io/v2",
        "metadata": {},
        "items": [_group(discovery, name) for name in groups],
    }


def _group(discovery: Discovery, name: str) -> JsonObject:
    versions = [
        {
            "version": version,
            "resources": _resources(
                discovery.entries(name, version),
                # kept: built-in kinds appear without group and version
                GroupVersion(name, version) if discovery.is_custom(name, version) else _NOWHERE,
            ),
            "freshness": "Current",
        }
        for version in discovery.version_names(name)
    ]
    return {"metadata": {"name": name} if name else {}, "versions": versions}


def _resources(entries: Iterable[JsonObject], home: GroupVersion) -> list[JsonObject]:
    """Nests subresources in their resources; `home` is the group and version of entries without their own."""
    resources: dict[str, JsonObject] = {}
    for entry in entries:
        name, _, subresource = entry["name"].partition("/")
        kind = {
            "group": entry.get("group", home.group),
            "version": entry.get("version", home.version),
            "kind": entry["kind"],
        }
        if subresource:
            shown = {"subresource": subresource, "responseKind": kind, "verbs": entry["verbs"]}
            resources[name].setdefault("subresources", []).append(shown)
            continue
        resources[name] = {
            "resource": name,
            "responseKind": kind,
            "scope": "Namespaced" if entry["namespaced"] else "Cluster",
            "singularResource": entry["singularName"],
            "verbs": entry["verbs"],
            **{key: entry[key] for key in ("shortNames", "categories") if key in entry},
        }
    return list(resources.values())
