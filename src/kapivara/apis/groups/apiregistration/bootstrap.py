"""The initial APIServices: one for each group and version that the server serves itself.

Upstream: pkg/controlplane/apiserver/aggregator.go DefaultGenericAPIServicePriorities,
cmd/kube-apiserver/app/aggregator.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.initial_object import InitialObject
from kapivara.values import JsonObject

_OWN_GROUP: Final = "apiregistration.k8s.io"
_PRIORITIES: Final = {
    "": 18000,
    "admissionregistration.k8s.io": 16700,
    "apiextensions.k8s.io": 16700,
    "apps": 17800,
    "authentication.k8s.io": 17700,
    "authorization.k8s.io": 17600,
    "autoscaling": 17500,
    "batch": 17400,
    "certificates.k8s.io": 17300,
    "coordination.k8s.io": 16500,
    "discovery.k8s.io": 16200,
    "events.k8s.io": 17750,
    "flowcontrol.apiserver.k8s.io": 16100,
    "networking.k8s.io": 17200,
    "node.k8s.io": 16300,
    "policy": 17100,
    "rbac.authorization.k8s.io": 17000,
    "resource.k8s.io": 16200,
    "scheduling.k8s.io": 16600,
    "storage.k8s.io": 16800,
    "storagemigration.k8s.io": 15800,
}
_VERSION_PRIORITIES: Final = {
    ("", "v1"): 1,
    ("autoscaling", "v2"): 30,
    ("flowcontrol.apiserver.k8s.io", "v1"): 21,
    ("resource.k8s.io", "v1"): 21,
}
_VERSION_PRIORITY: Final = 15


def api_services() -> Iterator[InitialObject]:
    """Yields an APIService for each group and version of the catalog, except those of apiregistration.k8s.io."""
    served = {(row.group, version): None for row in CATALOG for version in row.versions}
    for group, version in served:
        if group != _OWN_GROUP:
            yield InitialObject(_api_service(group, version))


def _api_service(group: str, version: str) -> JsonObject:
    labels = {"kube-aggregator.kubernetes.io/automanaged": "onstart"}
    spec: JsonObject = {
        **({"group": group} if group else {}),
        "version": version,
        "groupPriorityMinimum": _PRIORITIES[group],
        "versionPriority": _VERSION_PRIORITIES.get((group, version), _VERSION_PRIORITY),
    }
    return {"metadata": {"name": f"{version}.{group}", "labels": labels}, "spec": spec}
