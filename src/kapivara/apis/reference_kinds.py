"""What the reference server has built in, served here or not: to tell its kinds from those that need a definition.

Upstream: api/openapi-spec/v3 (1.37), every group and version with what can be created in it.
"""

from __future__ import annotations

_TABLE = """
v1 Binding ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate
   ReplicationController ResourceQuota Secret Service ServiceAccount
admissionregistration.k8s.io/v1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration
   ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
apiextensions.k8s.io/v1 CustomResourceDefinition
apiregistration.k8s.io/v1 APIService
apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
authentication.k8s.io/v1 SelfSubjectReview TokenReview
authorization.k8s.io/v1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
autoscaling/v1 HorizontalPodAutoscaler
autoscaling/v2 HorizontalPodAutoscaler
batch/v1 CronJob Job
certificates.k8s.io/v1 CertificateSigningRequest ClusterTrustBundle PodCertificateRequest
certificates.k8s.io/v1beta1 ClusterTrustBundle PodCertificateRequest
coordination.k8s.io/v1 Lease
coordination.k8s.io/v1alpha2 LeaseCandidate
coordination.k8s.io/v1beta1 LeaseCandidate
discovery.k8s.io/v1 EndpointSlice
events.k8s.io/v1 Event
flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
internal.apiserver.k8s.io/v1alpha1 StorageVersion
lifecycle.k8s.io/v1alpha1 Eviction EvictionRequest
networking.k8s.io/v1 IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR
node.k8s.io/v1 RuntimeClass
policy/v1 PodDisruptionBudget
rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding Role RoleBinding
resource.k8s.io/v1 DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1alpha3 DeviceTaintRule ResourcePoolStatusRequest
resource.k8s.io/v1beta1 DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1beta2 DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
scheduling.k8s.io/v1 PriorityClass
scheduling.k8s.io/v1alpha3 CompositePodGroup PodGroup Workload
scheduling.k8s.io/v1beta1 PodGroup Workload
storage.k8s.io/v1 CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass
storagemigration.k8s.io/v1 StorageVersionMigration
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


def builtin_kinds() -> dict[str, frozenset[str]]:
    """Builds the table: API version -> its kinds."""
    rows = _TABLE.strip().replace("\n   ", " ").splitlines()
    return {row.split()[0]: frozenset(row.split()[1:]) for row in rows}


def builtin_groups() -> frozenset[str]:
    """Builds the set of the groups that are built in; "" is the core group."""
    return frozenset(version.rpartition("/")[0] for version in builtin_kinds())
