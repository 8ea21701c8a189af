"""The types that requests to every resource share, as documents describe them.

Upstream: apimachinery/pkg/apis/meta/v1/types.go DeleteOptions, Status, api/autoscaling/v1/types.go Scale, as OpenAPI
describes them (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.codec.described import described
from kapivara.registry.openapi.models import describe, describe_fields
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, SCALE_MODEL
from kapivara.values import JsonObject

_SHARED = ("DeleteOptions", "ListMeta", "ObjectMeta", "Patch", "Status")
_DELETES_FROM = {
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
"""The groups and versions that register DeleteOptions."""


def shared_schemas(*, scale: bool = False) -> JsonObject:
    """Returns the schemas of the types that requests to every resource use; on demand with those of a Scale."""
    meta = described("meta.v1")
    types = [meta.struct(name) for name in _SHARED]
    if scale:
        types.append(described("apis.autoscaling.v1").struct("Scale"))
    schemas = describe(*types)
    schemas[f"{META}.DeleteOptions"][GROUP_VERSION_KIND] = [
        {"group": group, "version": version, "kind": "DeleteOptions"}
        for group, versions in _DELETES_FROM.items()
        for version in versions.split()
    ]
    schemas[f"{META}.Status"][GROUP_VERSION_KIND] = [{"group": "", "version": "v1", "kind": "Status"}]
    if scale:
        schemas[SCALE_MODEL][GROUP_VERSION_KIND] = [{"group": "autoscaling", "version": "v1", "kind": "Scale"}]
    return schemas


def type_meta() -> JsonObject:
    """Returns the properties that say of which kind an object is."""
    return describe_fields(described("meta.v1").struct("TypeMeta"))


def delete_texts() -> Mapping[str, str]:
    """Returns what options of deletions ask for, by name; they may stand in a body or in a query."""
    return described("meta.v1").texts("DeleteOptions")
