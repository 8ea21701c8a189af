"""Built-in kinds at versions that no server serves by default: removed, or off until they are enabled.

Upstream: the prerelease lifecycle of each group in k8s.io/api; for deleted versions CHANGELOG/CHANGELOG-1.*.md, and the
differences between releases of api/openapi-spec/v3 (1.16 to 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kapivara.apis.catalog.gathered_versions import OTHER_VERSIONS
from kapivara.apis.catalog.rows import CATALOG
from kapivara.values.record import record
from kapivara.version import KUBERNETES

_FORGOTTEN = """\
1.16 extensions/v1beta1 PodSecurityPolicy
1.19 auditregistration.k8s.io/v1alpha1 AuditSink
1.20 settings.k8s.io/v1alpha1 PodPreset
1.21 batch/v2alpha1 CronJob
1.21 discovery.k8s.io/v1alpha1 EndpointSlice
1.21 flowcontrol.apiserver.k8s.io/v1alpha1 FlowSchema PriorityLevelConfiguration
1.22 apiextensions.k8s.io/v1beta1 CustomResourceDefinition
1.22 apiregistration.k8s.io/v1beta1 APIService
1.23 rbac.authorization.k8s.io/v1alpha1 ClusterRole ClusterRoleBinding Role RoleBinding
1.23 scheduling.k8s.io/v1alpha1 PriorityClass
1.24 node.k8s.io/v1alpha1 RuntimeClass
1.25 autoscaling/v2beta1 HorizontalPodAutoscaler
1.25 policy/v1beta1 PodSecurityPolicy
1.26 autoscaling/v2beta2 HorizontalPodAutoscaler
1.27 resource.k8s.io/v1alpha1 PodScheduling ResourceClaim ResourceClaimTemplate ResourceClass
1.29 networking.k8s.io/v1alpha1 ClusterCIDR
1.31 networking.k8s.io/v1alpha1 IPAddress ServiceCIDR
1.31 resource.k8s.io/v1alpha2 PodSchedulingContext ResourceClaim ResourceClaimParameters ResourceClaimTemplate
1.31 resource.k8s.io/v1alpha2 ResourceClass ResourceClassParameters ResourceSlice
1.32 coordination.k8s.io/v1alpha1 LeaseCandidate
1.32 resource.k8s.io/v1alpha3 PodSchedulingContext
1.34 resource.k8s.io/v1alpha3 DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
1.35 certificates.k8s.io/v1alpha1 PodCertificateRequest
1.35 storagemigration.k8s.io/v1alpha1 StorageVersionMigration
1.36 scheduling.k8s.io/v1alpha1 Workload
1.37 scheduling.k8s.io/v1alpha2 PodGroup Workload
"""
"""Kinds that Kubernetes' sources no longer contain or date: the release that removed them, version and kinds."""

_GATES = {
    "lifecycle.k8s.io": {"Eviction": "EvictionRequestAPI", "EvictionRequest": "EvictionRequestAPI"},
    "scheduling.k8s.io": {
        "CompositePodGroup": "CompositePodGroup",
        "PodGroup": "GenericWorkload",
        "Workload": "GenericWorkload",
    },
}
"""The feature gates, off by default, that kinds need in addition to `--runtime-config`.

Upstream: the storage_*.go of pkg/registry/GROUP/rest, pkg/features/kube_features.go (1.37).
"""


_SEPARATE = frozenset(("apiextensions.k8s.io", "apiregistration.k8s.io"))
"""The groups whose lifecycle is not gathered, though their old types still exist."""


@record
class UnservedVersion:
    """A kind at a version that is not served. `removed_in` is the release that removed it, empty if it is only off.

    `instead` is the `apiVersion` that serves the kind today, empty if none does. `gate` is the feature gate that a
    disabled version needs beside `--runtime-config`, if any. `registered` is True if servers still know the type.
    """

    removed_in: str
    instead: str
    gate: str = ""
    registered: bool = True


@cache
def unserved_versions() -> Mapping[tuple[str, str], UnservedVersion]:
    """Returns the built-in kinds that are not served by default, by `apiVersion` and kind."""
    found = {}
    for row in OTHER_VERSIONS.splitlines():
        version, kind, release, *instead = row.split()
        gone = release != "-" and _number(release) <= _number(KUBERNETES)
        gate = _GATES.get(version.rpartition("/")[0], {}).get(kind, "")
        found[version, kind] = UnservedVersion(release if gone else "", _serving(kind, *instead, version), gate)
    for row in _FORGOTTEN.splitlines():
        release, version, *kinds = row.split()
        registered = version.rpartition("/")[0] in _SEPARATE
        for kind in kinds:
            found[version, kind] = UnservedVersion(release, _serving(kind, version), registered=registered)
    return MappingProxyType(found)


def _serving(kind: str, *wanted: str) -> str:
    """Returns the first `apiVersion` that serves a kind, preferring the groups of `wanted`; empty if there is none."""
    served = [row.gvr(version).api_version for row in CATALOG if row.kind == kind for version in row.versions]
    groups = [each.rpartition("/")[0] for each in wanted]
    ours = [each for group in groups for each in served if each.rpartition("/")[0] == group]
    return (ours or served or [""])[0]


def _number(release: str) -> tuple[int, int]:
    major, minor = release.removeprefix("v").split(".")[:2]
    return int(major), int(minor)
