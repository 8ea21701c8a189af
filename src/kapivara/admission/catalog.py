"""The admission plugins, in the order in which the server asks them: a row each, imported when it is first asked.

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
    """A plugin: its name, its module in this room, and the resources that it looks at, `*` for all.

    Resources are named as `RESOURCE` or `RESOURCE.GROUP`, subresources included. `on` tells whether it is asked unless
    somebody says otherwise, `judges` whether it has something to say where objects are only judged: what a cluster's
    objects come to, and what its owner demands, is then nobody's affair.
    """

    name: str
    module: str
    resources: tuple[str, ...]
    on: bool = True
    judges: bool = True

    def looks_at(self, resource: str) -> bool:
        """Tells whether the plugin has anything to say about a resource."""
        return resource in self.resources or "*" in self.resources

    def load(self) -> Plugin:
        """Imports the module, and makes the plugin."""
        plugin: Plugin = import_module(self.module).PLUGIN()
        return plugin


_CERTIFICATES = ("certificatesigningrequests.certificates.k8s.io",)

PLUGINS = (
    PluginRow("NamespaceLifecycle", "kapivara.admission.namespace_lifecycle", ("*",)),
    PluginRow("LimitRanger", "kapivara.admission.limit_ranger", ("pods", "persistentvolumeclaims")),
    PluginRow("ServiceAccount", "kapivara.admission.service_account", ("pods",), on=False, judges=False),
    PluginRow("TaintNodesByCondition", "kapivara.admission.taint_nodes_by_condition", ("nodes",)),
    PluginRow(
        "PodSecurity",
        "kapivara.admission.pod_security.plugin",
        (
            *("namespaces", "pods", "podtemplates", "replicationcontrollers", "replicasets.apps", "deployments.apps"),
            *("statefulsets.apps", "daemonsets.apps", "jobs.batch", "cronjobs.batch"),
        ),
    ),
    PluginRow("Priority", "kapivara.admission.priority", ("pods", "priorityclasses.scheduling.k8s.io")),
    PluginRow("DefaultTolerationSeconds", "kapivara.admission.default_toleration_seconds", ("pods",)),
    PluginRow("DefaultStorageClass", "kapivara.admission.default_storage_class", ("persistentvolumeclaims",)),
    PluginRow(
        "StorageObjectInUseProtection",
        "kapivara.admission.storage_object_in_use_protection",
        ("persistentvolumes", "persistentvolumeclaims", "volumeattributesclasses.storage.k8s.io"),
    ),
    PluginRow(
        "PersistentVolumeClaimResize", "kapivara.admission.persistent_volume_claim_resize", ("persistentvolumeclaims",)
    ),
    PluginRow("RuntimeClass", "kapivara.admission.runtime_class", ("pods",)),
    PluginRow("CertificateApproval", "kapivara.admission.certificate_approval", _CERTIFICATES),
    PluginRow("CertificateSigning", "kapivara.admission.certificate_signing", _CERTIFICATES),
    PluginRow(
        "ClusterTrustBundleAttest",
        "kapivara.admission.cluster_trust_bundle_attest",
        ("clustertrustbundles.certificates.k8s.io",),
    ),
    PluginRow("CertificateSubjectRestriction", "kapivara.admission.certificate_subject_restriction", _CERTIFICATES),
    PluginRow("DefaultIngressClass", "kapivara.admission.default_ingress_class", ("ingresses.networking.k8s.io",)),
    PluginRow("PodTopologyLabels", "kapivara.admission.pod_topology_labels", ("pods",)),
    PluginRow("NodeDeclaredFeatureValidator", "kapivara.admission.node_declared_feature_validator", ("pods",)),
    PluginRow("PodResizeValidator", "kapivara.admission.pod_resize_validator", ("pods",)),
    PluginRow("MutatingAdmissionPolicy", "kapivara.admission.policies.mutating_plugin", ("*",), judges=False),
    PluginRow("ValidatingAdmissionPolicy", "kapivara.admission.policies.validating_plugin", ("*",), judges=False),
    PluginRow("ResourceQuota", "kapivara.admission.resource_quota.plugin", ("*",), judges=False),
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
"""The plugins of the server that are not here: nobody is asked, so that they may be disabled, but not enabled."""
