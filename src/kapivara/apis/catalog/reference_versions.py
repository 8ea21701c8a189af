"""The versions of all groups that the reference server knows, served or not.

Each version has its own DeleteOptions and WatchEvent, which are the same for all.
Upstream: the packages that are registered in client-go/kubernetes/scheme, and in pkg/api/legacyscheme (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.meta.kinds import GroupVersion

_KNOWN_TO_CLIENTS = {
    "": "v1",
    "admissionregistration.k8s.io": "v1 v1alpha1 v1beta1",
    "apps": "v1 v1beta1 v1beta2",
    "authentication.k8s.io": "v1 v1alpha1 v1beta1",
    "authorization.k8s.io": "v1 v1beta1",
    "autoscaling": "v1 v2",
    "batch": "v1 v1beta1",
    "certificates.k8s.io": "v1 v1alpha1 v1beta1",
    "coordination.k8s.io": "v1 v1alpha2 v1beta1",
    "discovery.k8s.io": "v1 v1beta1",
    "events.k8s.io": "v1 v1beta1",
    "extensions": "v1beta1",
    "flowcontrol.apiserver.k8s.io": "v1 v1beta1 v1beta2 v1beta3",
    "internal.apiserver.k8s.io": "v1alpha1",
    "lifecycle.k8s.io": "v1alpha1",
    "networking.k8s.io": "v1 v1beta1",
    "node.k8s.io": "v1 v1alpha1 v1beta1",
    "policy": "v1 v1beta1",
    "rbac.authorization.k8s.io": "v1 v1alpha1 v1beta1",
    "resource.k8s.io": "v1 v1alpha3 v1beta1 v1beta2",
    "scheduling.k8s.io": "v1 v1alpha3 v1beta1",
    "storage.k8s.io": "v1 v1alpha1 v1beta1",
    "storagemigration.k8s.io": "v1 v1beta1",
}
"""The groups and versions of Kubernetes' client library, many of them no longer served."""
_KNOWN_TO_SERVERS = {
    "admission.k8s.io": "v1 v1beta1",
    "apiextensions.k8s.io": "v1 v1beta1",
    "apiregistration.k8s.io": "v1 v1beta1",
    "imagepolicy.k8s.io": "v1alpha1",
}
"""The groups and versions that only its servers know."""


def versions_known_to_clients() -> list[GroupVersion]:
    """Returns the groups and versions in which the client library of Kubernetes has kinds."""
    return _in_order(_KNOWN_TO_CLIENTS)


def versions_known_to_servers() -> list[GroupVersion]:
    """Returns the groups and versions in which the reference server has kinds, served or not."""
    return _in_order({**_KNOWN_TO_CLIENTS, **_KNOWN_TO_SERVERS})


def _in_order(known: Mapping[str, str]) -> list[GroupVersion]:
    return [GroupVersion(group, version) for group in sorted(known) for version in known[group].split()]
