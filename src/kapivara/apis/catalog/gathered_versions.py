"""API versions that are not served, gathered by scripts/gather: see `unserved_versions.py`."""

OTHER_VERSIONS = """\
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy 1.38
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding 1.38
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicy 1.32
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicyBinding 1.32
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy 1.40 admissionregistration.k8s.io/v1
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyBinding 1.40 admissionregistration.k8s.io/v1
admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration 1.22 admissionregistration.k8s.io/v1
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy 1.34
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding 1.34
admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration 1.22 admissionregistration.k8s.io/v1
apidiscovery.k8s.io/v2beta1 APIGroupDiscovery 1.35
internal.apiserver.k8s.io/v1alpha1 StorageVersion -
apps/v1beta1 ControllerRevision 1.16 apps/v1
apps/v1beta1 Deployment 1.16 apps/v1
apps/v1beta1 Scale 1.16 autoscaling/v1
apps/v1beta1 StatefulSet 1.16 apps/v1
apps/v1beta2 ControllerRevision 1.16 apps/v1
apps/v1beta2 DaemonSet 1.16 apps/v1
apps/v1beta2 Deployment 1.16 apps/v1
apps/v1beta2 ReplicaSet 1.16 apps/v1
apps/v1beta2 Scale 1.16 autoscaling/v1
apps/v1beta2 StatefulSet 1.16 apps/v1
authentication.k8s.io/v1alpha1 SelfSubjectReview 1.32
authentication.k8s.io/v1beta1 SelfSubjectReview 1.33
authentication.k8s.io/v1beta1 TokenReview 1.22 authentication.k8s.io/v1
authorization.k8s.io/v1beta1 LocalSubjectAccessReview 1.22 authorization.k8s.io/v1
authorization.k8s.io/v1beta1 SelfSubjectAccessReview 1.22 authorization.k8s.io/v1
authorization.k8s.io/v1beta1 SelfSubjectRulesReview 1.22 authorization.k8s.io/v1
authorization.k8s.io/v1beta1 SubjectAccessReview 1.22 authorization.k8s.io/v1
batch/v1beta1 CronJob 1.25 batch/v1
certificates.k8s.io/v1alpha1 ClusterTrustBundle 1.37
certificates.k8s.io/v1beta1 CertificateSigningRequest 1.22 certificates.k8s.io/v1
certificates.k8s.io/v1beta1 ClusterTrustBundle 1.40 certificates.k8s.io/v1
certificates.k8s.io/v1beta1 PodCertificateRequest 1.40 certificates.k8s.io/v1
coordination.k8s.io/v1alpha2 LeaseCandidate 1.38
coordination.k8s.io/v1beta1 Lease 1.22 coordination.k8s.io/v1
coordination.k8s.io/v1beta1 LeaseCandidate 1.39
discovery.k8s.io/v1beta1 EndpointSlice 1.25 discovery.k8s.io/v1
events.k8s.io/v1beta1 Event 1.25
extensions/v1beta1 DaemonSet 1.16 apps/v1
extensions/v1beta1 Deployment 1.16 apps/v1
extensions/v1beta1 Ingress 1.22 networking.k8s.io/v1
extensions/v1beta1 NetworkPolicy 1.16 networking.k8s.io/v1
extensions/v1beta1 ReplicaSet 1.16 apps/v1
extensions/v1beta1 Scale 1.16
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema 1.26 flowcontrol.apiserver.k8s.io/v1beta3
flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration 1.26 flowcontrol.apiserver.k8s.io/v1beta3
flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema 1.29 flowcontrol.apiserver.k8s.io/v1beta3
flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration 1.29 flowcontrol.apiserver.k8s.io/v1beta3
flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema 1.32 flowcontrol.apiserver.k8s.io/v1
flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration 1.32 flowcontrol.apiserver.k8s.io/v1
lifecycle.k8s.io/v1alpha1 Eviction 1.43
lifecycle.k8s.io/v1alpha1 EvictionRequest 1.43
networking.k8s.io/v1beta1 IPAddress 1.37
networking.k8s.io/v1beta1 Ingress 1.22 networking.k8s.io/v1
networking.k8s.io/v1beta1 IngressClass 1.22 networking.k8s.io/v1
networking.k8s.io/v1beta1 ServiceCIDR 1.37
node.k8s.io/v1beta1 RuntimeClass 1.25
policy/v1beta1 Eviction 1.25
policy/v1beta1 PodDisruptionBudget 1.25 policy/v1
rbac.authorization.k8s.io/v1beta1 ClusterRole 1.22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding 1.22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1beta1 Role 1.22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1beta1 RoleBinding 1.22 rbac.authorization.k8s.io/v1
resource.k8s.io/v1alpha3 DeviceTaintRule 1.39
resource.k8s.io/v1alpha3 ResourcePoolStatusRequest 1.42
resource.k8s.io/v1beta1 DeviceClass 1.38
resource.k8s.io/v1beta1 ResourceClaim 1.38
resource.k8s.io/v1beta1 ResourceClaimTemplate 1.38
resource.k8s.io/v1beta1 ResourceSlice 1.38
resource.k8s.io/v1beta2 DeviceClass 1.39
resource.k8s.io/v1beta2 DeviceTaintRule 1.42
resource.k8s.io/v1beta2 ResourceClaim 1.39
resource.k8s.io/v1beta2 ResourceClaimTemplate 1.39
resource.k8s.io/v1beta2 ResourceSlice 1.39
scheduling.k8s.io/v1alpha3 CompositePodGroup -
scheduling.k8s.io/v1alpha3 PodGroup -
scheduling.k8s.io/v1alpha3 Workload -
scheduling.k8s.io/v1beta1 PodGroup 1.43
scheduling.k8s.io/v1beta1 PriorityClass 1.22 scheduling.k8s.io/v1
scheduling.k8s.io/v1beta1 Workload 1.43
storage.k8s.io/v1alpha1 CSIStorageCapacity 1.24 storage.k8s.io/v1beta1
storage.k8s.io/v1alpha1 VolumeAttachment 1.24 storage.k8s.io/v1
storage.k8s.io/v1alpha1 VolumeAttributesClass 1.35 storage.k8s.io/v1
storage.k8s.io/v1beta1 CSIDriver 1.22 storage.k8s.io/v1
storage.k8s.io/v1beta1 CSINode 1.22 storage.k8s.io/v1
storage.k8s.io/v1beta1 CSIStorageCapacity 1.27 storage.k8s.io/v1
storage.k8s.io/v1beta1 StorageClass 1.22 storage.k8s.io/v1
storage.k8s.io/v1beta1 VolumeAttachment 1.22 storage.k8s.io/v1
storage.k8s.io/v1beta1 VolumeAttributesClass 1.37 storage.k8s.io/v1
storagemigration.k8s.io/v1beta1 StorageVersionMigration 1.40 storagemigration.k8s.io/v1
"""
