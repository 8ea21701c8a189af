"""The admission plugins in the server's order; each is imported on first use.

Upstream: pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, DefaultOffAdmissionPlugins (1.37).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.admission.plugin import Plugin


@record
class PluginRow:
    """A plugin: its name, its module, and its resources, `*` for all.

    Resources are named `RESOURCE` or `RESOURCE.GROUP`, including their subresources. `on` is the default state.
    `validates` is False for plugins that are skipped if objects are only validated, because they depend on other
    objects of a cluster or on its operator's rules.
    """

    name: str
    module: str
    resources: tuple[str, ...]
    on: bool = True
    validates: bool = True

    def looks_at(self, resource: str) -> bool:
        """Returns True if the plugin handles a resource."""
        return resource in self.resources or "*" in self.resources

    def load(self) -> Plugin:
        """Imports the module and creates the plugin."""
        plugin: Plugin = import_module(self.module).PLUGIN()
        return plugin


_CERTIFICATES = ("certificatesigningrequests.certificates.k8s.io",)

PLUGINS = (
    PluginRow("NamespaceLifecycle", "kapivara.admission.namespace_lifecycle", ("*",)),
    PluginRow("LimitRanger", "kapivara.admission.limit_ranger", ("pods", "persistentvolumeclaims")),
    PluginRow("ServiceAccount", "kapivara.admission.pods.service_account", ("pods",), on=False, validates=False),
    PluginRow("TaintNodesByCondition", "kapivara.admission.taint_nodes_by_condition", ("nodes",)),
    PluginRow(
        "PodSecurity",
        "kapivara.admission.pod_security.plugin",
        (
            *("namespaces", "pods", "podtemplates", "replicationcontrollers", "replicasets.apps", "deployments.apps"),
            *("statefulsets.apps", "daemonsets.apps", "jobs.batch", "cronjobs.batch"),
        ),
    ),
    PluginRow("Priority", "kapivara.admission.pods.priority", ("pods", "priorityclasses.scheduling.k8s.io")),
    PluginRow("DefaultTolerationSeconds", "kapivara.admission.pods.default_toleration_seconds", ("pods",)),
    PluginRow("DefaultStorageClass", "kapivara.admission.volumes.default_storage_class", ("persistentvolumeclaims",)),
    PluginRow(
        "StorageObjectInUseProtection",
        "kapivara.admission.volumes.storage_object_in_use_protection",
        ("persistentvolumes", "persistentvolumeclaims", "volumeattributesclasses.storage.k8s.io"),
    ),
    PluginRow(
        "PersistentVolumeClaimResize",
        "kapivara.admission.volumes.persistent_volume_claim_resize",
        ("persistentvolumeclaims",),
    ),
    PluginRow("RuntimeClass", "kapivara.admission.pods.runtime_class", ("pods",)),
    PluginRow("CertificateApproval", "kapivara.admission.certificates.approval", _CERTIFICATES),
    PluginRow("CertificateSigning", "kapivara.admission.certificates.signing", _CERTIFICATES),
    PluginRow(
        "ClusterTrustBundleAttest",
        "kapivara.admission.certificates.cluster_trust_bundle_attest",
        ("clustertrustbundles.certificates.k8s.io",),
    ),
    PluginRow("CertificateSubjectRestriction", "kapivara.admission.certificates.subject_restriction", _CERTIFICATES),
    PluginRow("DefaultIngressClass", "kapivara.admission.default_ingress_class", ("ingresses.networking.k8s.io",)),
    PluginRow("PodTopologyLabels", "kapivara.admission.pods.topology_labels", ("pods",)),
    PluginRow("NodeDeclaredFeatureValidator", "kapivara.admission.pods.node_declared_feature_validator", ("pods",)),
    PluginRow("PodResizeValidator", "kapivara.admission.pods.resize_validator", ("pods",)),
    PluginRow("MutatingAdmissionPolicy", "kapivara.admission.policies.mutating_plugin", ("*",), validates=False),
    PluginRow("ValidatingAdmissionPolicy", "kapivara.admission.policies.validating_plugin", ("*",), validates=False),
    PluginRow("ResourceQuota", "kapivara.admission.resource_quota.plugin", ("*",), validates=False),
)

ABSENT_PLUGINS = frozenset(
    (
        *("AlwaysAdmit", "AlwaysDeny", "AlwaysPullImages", "DenyServiceExternalIPs"),
        *("EventRateLimit", "ExtendedResourceToleration", "ImagePolicyWebhook", "LimitPodHardAntiAffinityTopology"),
        *("MutatingAdmissionWebhook", "NamespaceAutoProvision", "NamespaceExists", "NodeRestriction"),
        *("OwnerReferencesPermissionEnforcement", "PodGroupProtection", "PodNodeSelector"),
        *("PodTolerationRestriction", "ValidatingAdmissionWebhook"),
    )
)
"""The server's plugins that are not implemented: they may be disabled, but not enabled."""
