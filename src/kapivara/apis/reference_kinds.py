"""What the reference server has built in beyond the catalog: versions that are served only where they are switched on.

Upstream: api/openapi-spec/v3 (1.37), every group and version with what can be created in it.
"""

from __future__ import annotations

from kapivara.apis.catalog import CATALOG

_OFF_BY_DEFAULT = """
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
certificates.k8s.io/v1beta1 ClusterTrustBundle PodCertificateRequest
coordination.k8s.io/v1alpha2 LeaseCandidate
coordination.k8s.io/v1beta1 LeaseCandidate
internal.apiserver.k8s.io/v1alpha1 StorageVersion
lifecycle.k8s.io/v1alpha1 Eviction EvictionRequest
resource.k8s.io/v1alpha3 DeviceTaintRule ResourcePoolStatusRequest
resource.k8s.io/v1beta1 DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1beta2 DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
scheduling.k8s.io/v1alpha3 CompositePodGroup PodGroup Workload
scheduling.k8s.io/v1beta1 PodGroup Workload
storagemigration.k8s.io/v1beta1 StorageVersionMigration
"""

DELETE_OPTIONS = {
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
"""The groups and versions whose objects are deleted with DeleteOptions of their own."""


def kinds_off_by_default() -> dict[str, frozenset[str]]:
    """Builds the table of what is built in, but not served by default: API version -> its kinds."""
    rows = [row.split() for row in _OFF_BY_DEFAULT.strip().splitlines()]
    return {version: frozenset(kinds) for version, *kinds in rows}


def builtin_groups() -> frozenset[str]:
    """Builds the set of the groups that are built in; "" is the core group."""
    off = {version.rpartition("/")[0] for version in kinds_off_by_default()}
    return frozenset((*off, *(row.group for row in CATALOG)))
