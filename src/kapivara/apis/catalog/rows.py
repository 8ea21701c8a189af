"""The catalog: one row for each built-in resource.

Rows hold only texts, so that start-up does not import unused kinds: a row names the module of its kind, which is
imported on first use. Defaults cover the values that nearly all resources share.
Upstream: pkg/controlplane/instance.go, the storage_*.go of pkg/registry/GROUP/rest,
apiextensions-apiserver/pkg/apiserver/apiserver.go, kube-aggregator/pkg/registry/apiservice/rest, and what `kubectl
api-resources` shows of them (1.37).
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.apis.catalog.scale_paths import SCALE
from kapivara.meta.kinds import GroupVersion, GroupVersionKind, GroupVersionResource, parse_api_version
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_ALL = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")
_STORED = "watch"  # the verb that only stored resources have


@record
class Row:
    """A built-in resource.

    `versions` are the served versions, the preferred one first. `stored_as` is the `apiVersion` in which the reference
    server stores the resource, if not the preferred one; discovery publishes its hash. `stored_under` is the prefix of
    its storage keys, if not the plural; error texts quote keys. With `returns_deleted`, a DELETE returns the object
    instead of a Status. `subresources` are sorted by name. `looked_up` marks resources that writes of other objects
    read, so that servers cache them. `module` implements the kind; its class is `KIND`. A kind without rules of its own
    has no module.
    """

    group: str
    versions: tuple[str, ...]
    kind: str
    plural: str
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    namespaced: bool = True
    verbs: tuple[str, ...] = _ALL
    subresources: tuple[ApiSubresource, ...] = ()
    stored_as: str = ""
    stored_under: str = ""
    returns_deleted: bool = False
    looked_up: bool = False
    module: str = ""

    @property
    def list_kind(self) -> str:
        """The kind of lists of the resource."""
        return f"{self.kind}List"

    def at(self, version: str) -> ApiResource:
        """Returns the resource at one of its versions."""
        return ApiResource(
            kind=GroupVersionKind(self.group, version, self.kind),
            list_kind=self.list_kind,
            plural=self.plural,
            singular=self.kind.lower(),
            namespaced=self.namespaced,
            verbs=self.verbs,
            subresources=self.subresources,
            short_names=self.short_names,
            categories=self.categories,
            stored_as=self._storage_version(),
            returns_deleted=self.returns_deleted,
        )

    def _storage_version(self) -> GroupVersion | None:
        if _STORED not in self.verbs:
            return None
        return GroupVersion(*parse_api_version(self.stored_as or self.gvr().api_version))

    def gvr(self, version: str = "") -> GroupVersionResource:
        """Returns the resource at a version, by default the preferred one."""
        return GroupVersionResource(self.group, version or self.versions[0], self.plural)

    def names(self, group: str, kind: str) -> bool:
        """Returns True if the group and the kind are those of the row, at any version."""
        return kind == self.kind and group == self.group

    def load(self) -> type[Kind]:
        """Imports the kind's module and returns its class; `Kind.at` creates the kind at a version."""
        kind: type[Kind] = import_module(self.module).KIND if self.module else _plain_kind()
        return kind


def _plain_kind() -> type[Kind]:
    from kapivara.apis.machinery.kinds.kind import Kind  # the catalog is often read without any kind

    return Kind


_ALL_BUT_COLLECTIONS = tuple(verb for verb in _ALL if verb != "deletecollection")
_CREATE = ("create",)
_GET_AND_CREATE = ("create", "get")
_PART = ("get", "patch", "update")
_ANY = ("create", "delete", "get", "patch", "update")

_STATUS = ApiSubresource("status", _PART)
_SCALE = ApiSubresource("scale", _PART, SCALE)
_IN_ALL = ("all",)
_API_EXTENSIONS = ("api-extensions",)
_EVENT = "kapivara.apis.shared.events.event"

_V1 = ("v1",)
_core = partial(Row, "", _V1)
_apps = partial(Row, "apps", _V1)
_reviews_of_users = partial(Row, "authentication.k8s.io", _V1, namespaced=False, verbs=_CREATE)
_reviews_of_access = partial(
    Row, "authorization.k8s.io", _V1, verbs=_CREATE, module="kapivara.apis.groups.authorization.access_review"
)
_batch = partial(Row, "batch", _V1)
_certificates = partial(Row, "certificates.k8s.io", _V1)
_networking = partial(Row, "networking.k8s.io", _V1)
_rbac = partial(Row, "rbac.authorization.k8s.io", _V1)
_storage = partial(Row, "storage.k8s.io", _V1)
_admission = partial(Row, "admissionregistration.k8s.io", _V1, namespaced=False, categories=_API_EXTENSIONS)
_resource = partial(Row, "resource.k8s.io", _V1)
_flows = partial(Row, "flowcontrol.apiserver.k8s.io", _V1, namespaced=False, subresources=(_STATUS,))


def _connection(name: str, verbs: tuple[str, ...], options: str) -> ApiSubresource:
    """Returns a connecting subresource of the core group; `options` is the kind of its query parameters."""
    return ApiSubresource(name, verbs, GroupVersionKind("", "v1", options), options)


NAMESPACES = _core(
    "Namespace",
    "namespaces",
    ("ns",),
    namespaced=False,
    verbs=_ALL_BUT_COLLECTIONS,
    subresources=(ApiSubresource("finalize", ("update",)), _STATUS),
    looked_up=True,
    module="kapivara.apis.groups.core.configuration.namespace",
)

DEFINITIONS = Row(
    "apiextensions.k8s.io",
    _V1,
    "CustomResourceDefinition",
    "customresourcedefinitions",
    ("crd", "crds"),
    _API_EXTENSIONS,
    stored_under="apiextensions.k8s.io/customresourcedefinitions",
    namespaced=False,
    subresources=(_STATUS,),
    stored_as="apiextensions.k8s.io/v1beta1",
    module="kapivara.apis.groups.apiextensions.kind",
)

_PODS = _core(
    "Pod",
    "pods",
    ("po",),
    _IN_ALL,
    subresources=(
        _connection("attach", _GET_AND_CREATE, "PodAttachOptions"),
        ApiSubresource("binding", _CREATE, GroupVersionKind("", "v1", "Binding")),
        ApiSubresource("ephemeralcontainers", _PART),
        ApiSubresource("eviction", _CREATE, GroupVersionKind("policy", "v1", "Eviction")),
        _connection("exec", _GET_AND_CREATE, "PodExecOptions"),
        ApiSubresource("log", ("get",), options="PodLogOptions", media_type="text/plain"),
        _connection("portforward", _GET_AND_CREATE, "PodPortForwardOptions"),
        _connection("proxy", _ANY, "PodProxyOptions"),
        ApiSubresource("resize", _PART),
        _STATUS,
    ),
    returns_deleted=True,
    module="kapivara.apis.groups.core.pods.pod",
)

CATALOG = (
    _core("Binding", "bindings", verbs=_CREATE, module="kapivara.apis.groups.core.pods.binding"),
    _core(
        "ComponentStatus",
        "componentstatuses",
        ("cs",),
        namespaced=False,
        verbs=("get", "list"),
        module="kapivara.apis.groups.core.nodes.component_status",
    ),
    _core("ConfigMap", "configmaps", ("cm",), module="kapivara.apis.groups.core.configuration.config_map"),
    _core(
        "Endpoints",
        "endpoints",
        ("ep",),
        stored_under="services/endpoints",
        module="kapivara.apis.groups.core.services.endpoints",
    ),
    _core("Event", "events", ("ev",), module=_EVENT),
    _core("LimitRange", "limitranges", ("limits",), module="kapivara.apis.groups.core.configuration.limit_range"),
    NAMESPACES,
    _core(
        "Node",
        "nodes",
        ("no",),
        stored_under="minions",
        namespaced=False,
        subresources=(_connection("proxy", _ANY, "NodeProxyOptions"), _STATUS),
        module="kapivara.apis.groups.core.nodes.node",
    ),
    _core(
        "PersistentVolumeClaim",
        "persistentvolumeclaims",
        ("pvc",),
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.core.volumes.persistent_volume_claim",
    ),
    _core(
        "PersistentVolume",
        "persistentvolumes",
        ("pv",),
        namespaced=False,
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.core.volumes.persistent_volume",
    ),
    _PODS,
    _core("PodTemplate", "podtemplates", returns_deleted=True, module="kapivara.apis.groups.core.pods.pod_template"),
    _core(
        "ReplicationController",
        "replicationcontrollers",
        ("rc",),
        _IN_ALL,
        subresources=(_SCALE, _STATUS),
        stored_under="controllers",
        module="kapivara.apis.groups.core.pods.replication_controller",
    ),
    _core(
        "ResourceQuota",
        "resourcequotas",
        ("quota",),
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.core.configuration.resource_quota",
    ),
    _core("Secret", "secrets", module="kapivara.apis.groups.core.configuration.secret"),
    _core(
        "ServiceAccount",
        "serviceaccounts",
        ("sa",),
        returns_deleted=True,
        subresources=(
            ApiSubresource("token", _CREATE, GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest")),
        ),
        module="kapivara.apis.groups.core.accounts.service_account",
    ),
    _core(
        "Service",
        "services",
        ("svc",),
        _IN_ALL,
        stored_under="services/specs",
        subresources=(_connection("proxy", _ANY, "ServiceProxyOptions"), _STATUS),
        returns_deleted=True,
        module="kapivara.apis.groups.core.services.service",
    ),
    Row(
        "apiregistration.k8s.io",
        _V1,
        "APIService",
        "apiservices",
        stored_under="apiregistration.k8s.io/apiservices",
        categories=_API_EXTENSIONS,
        namespaced=False,
        subresources=(_STATUS,),
        module="kapivara.apis.groups.apiregistration.api_service",
    ),
    _apps("ControllerRevision", "controllerrevisions", module="kapivara.apis.groups.apps.controller_revision"),
    _apps(
        "DaemonSet",
        "daemonsets",
        ("ds",),
        _IN_ALL,
        subresources=(_STATUS,),
        module="kapivara.apis.groups.apps.daemon_set",
    ),
    _apps(
        "Deployment",
        "deployments",
        ("deploy",),
        _IN_ALL,
        subresources=(_SCALE, _STATUS),
        module="kapivara.apis.groups.apps.deployment",
    ),
    _apps(
        "ReplicaSet",
        "replicasets",
        ("rs",),
        _IN_ALL,
        subresources=(_SCALE, _STATUS),
        module="kapivara.apis.groups.apps.replica_set",
    ),
    _apps(
        "StatefulSet",
        "statefulsets",
        ("sts",),
        _IN_ALL,
        subresources=(_SCALE, _STATUS),
        module="kapivara.apis.groups.apps.stateful_set",
    ),
    Row("events.k8s.io", _V1, "Event", "events", ("ev",), stored_as="v1", module=_EVENT),
    _reviews_of_users(
        "SelfSubjectReview", "selfsubjectreviews", module="kapivara.apis.groups.authentication.self_subject_review"
    ),
    _reviews_of_users("TokenReview", "tokenreviews", module="kapivara.apis.groups.authentication.token_review"),
    _reviews_of_access("LocalSubjectAccessReview", "localsubjectaccessreviews"),
    _reviews_of_access(
        "SelfSubjectAccessReview",
        "selfsubjectaccessreviews",
        namespaced=False,
        module="kapivara.apis.groups.authorization.self_subject_access_review",
    ),
    _reviews_of_access(
        "SelfSubjectRulesReview",
        "selfsubjectrulesreviews",
        namespaced=False,
        module="kapivara.apis.groups.authorization.self_subject_rules_review",
    ),
    _reviews_of_access("SubjectAccessReview", "subjectaccessreviews", namespaced=False),
    Row(
        "autoscaling",
        ("v2", "v1"),
        "HorizontalPodAutoscaler",
        "horizontalpodautoscalers",
        ("hpa",),
        _IN_ALL,
        subresources=(_STATUS,),
        module="kapivara.apis.groups.autoscaling.horizontal_pod_autoscaler",
    ),
    _batch(
        "CronJob", "cronjobs", ("cj",), _IN_ALL, subresources=(_STATUS,), module="kapivara.apis.groups.batch.cron_job"
    ),
    _batch("Job", "jobs", categories=_IN_ALL, subresources=(_STATUS,), module="kapivara.apis.groups.batch.job"),
    _certificates(
        "CertificateSigningRequest",
        "certificatesigningrequests",
        ("csr",),
        namespaced=False,
        subresources=(ApiSubresource("approval", _PART), _STATUS),
        module="kapivara.apis.groups.certificates.certificate_signing_request",
    ),
    _certificates(
        "ClusterTrustBundle",
        "clustertrustbundles",
        namespaced=False,
        stored_as="certificates.k8s.io/v1beta1",
        module="kapivara.apis.groups.certificates.cluster_trust_bundle",
    ),
    _certificates(
        "PodCertificateRequest",
        "podcertificaterequests",
        subresources=(_STATUS,),
        stored_as="certificates.k8s.io/v1beta1",
        module="kapivara.apis.groups.certificates.pod_certificate_request",
    ),
    _networking(
        "IngressClass", "ingressclasses", namespaced=False, module="kapivara.apis.groups.networking.ingress_class"
    ),
    _networking(
        "Ingress",
        "ingresses",
        ("ing",),
        subresources=(_STATUS,),
        stored_under="ingress",
        module="kapivara.apis.groups.networking.ingress",
    ),
    _networking(
        "IPAddress", "ipaddresses", ("ip",), namespaced=False, module="kapivara.apis.groups.networking.ip_address"
    ),
    _networking(
        "NetworkPolicy", "networkpolicies", ("netpol",), module="kapivara.apis.groups.networking.network_policy"
    ),
    _networking(
        "ServiceCIDR",
        "servicecidrs",
        namespaced=False,
        subresources=(_STATUS,),
        module="kapivara.apis.groups.networking.service_cidr",
    ),
    Row(
        "policy",
        _V1,
        "PodDisruptionBudget",
        "poddisruptionbudgets",
        ("pdb",),
        subresources=(_STATUS,),
        module="kapivara.apis.groups.policy.pod_disruption_budget",
    ),
    _rbac(
        "ClusterRoleBinding", "clusterrolebindings", namespaced=False, module="kapivara.apis.groups.rbac.role_binding"
    ),
    _rbac("ClusterRole", "clusterroles", namespaced=False, module="kapivara.apis.groups.rbac.role"),
    _rbac("RoleBinding", "rolebindings", module="kapivara.apis.groups.rbac.role_binding"),
    _rbac("Role", "roles", module="kapivara.apis.groups.rbac.role"),
    _storage(
        "CSIDriver",
        "csidrivers",
        namespaced=False,
        returns_deleted=True,
        module="kapivara.apis.groups.storage.csi_driver",
    ),
    _storage(
        "CSINode",
        "csinodes",
        namespaced=False,
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.storage.csi_node",
    ),
    _storage("CSIStorageCapacity", "csistoragecapacities", module="kapivara.apis.groups.storage.csi_storage_capacity"),
    _storage(
        "StorageClass",
        "storageclasses",
        ("sc",),
        namespaced=False,
        returns_deleted=True,
        module="kapivara.apis.groups.storage.storage_class",
    ),
    _storage(
        "VolumeAttachment",
        "volumeattachments",
        namespaced=False,
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.storage.volume_attachment",
    ),
    _storage(
        "VolumeAttributesClass",
        "volumeattributesclasses",
        ("vac",),
        namespaced=False,
        returns_deleted=True,
        module="kapivara.apis.groups.storage.volume_attributes_class",
    ),
    _admission(
        "MutatingAdmissionPolicy",
        "mutatingadmissionpolicies",
        module="kapivara.apis.groups.admissionregistration.mutating_admission_policy",
    ),
    _admission(
        "MutatingAdmissionPolicyBinding",
        "mutatingadmissionpolicybindings",
        module="kapivara.apis.groups.admissionregistration.admission_policy_binding",
    ),
    _admission(
        "MutatingWebhookConfiguration",
        "mutatingwebhookconfigurations",
        module="kapivara.apis.groups.admissionregistration.webhook_configuration",
    ),
    _admission(
        "ValidatingAdmissionPolicy",
        "validatingadmissionpolicies",
        subresources=(_STATUS,),
        module="kapivara.apis.groups.admissionregistration.validating_admission_policy",
    ),
    _admission(
        "ValidatingAdmissionPolicyBinding",
        "validatingadmissionpolicybindings",
        module="kapivara.apis.groups.admissionregistration.admission_policy_binding",
    ),
    _admission(
        "ValidatingWebhookConfiguration",
        "validatingwebhookconfigurations",
        module="kapivara.apis.groups.admissionregistration.webhook_configuration",
    ),
    DEFINITIONS,
    Row(
        "scheduling.k8s.io",
        _V1,
        "PriorityClass",
        "priorityclasses",
        ("pc",),
        namespaced=False,
        module="kapivara.apis.groups.scheduling.priority_class",
    ),
    Row("coordination.k8s.io", _V1, "Lease", "leases", module="kapivara.apis.groups.coordination.lease"),
    Row(
        "node.k8s.io",
        _V1,
        "RuntimeClass",
        "runtimeclasses",
        namespaced=False,
        module="kapivara.apis.groups.node.runtime_class",
    ),
    Row(
        "discovery.k8s.io",
        _V1,
        "EndpointSlice",
        "endpointslices",
        module="kapivara.apis.groups.discovery.endpoint_slice",
    ),
    _resource(
        "DeviceClass",
        "deviceclasses",
        namespaced=False,
        returns_deleted=True,
        module="kapivara.apis.groups.resource.device_class",
    ),
    _resource(
        "DeviceTaintRule",
        "devicetaintrules",
        namespaced=False,
        subresources=(_STATUS,),
        stored_as="resource.k8s.io/v1beta2",
        module="kapivara.apis.groups.resource.device_taint_rule",
    ),
    _resource(
        "ResourceClaim",
        "resourceclaims",
        subresources=(_STATUS,),
        returns_deleted=True,
        module="kapivara.apis.groups.resource.resource_claim",
    ),
    _resource(
        "ResourceClaimTemplate",
        "resourceclaimtemplates",
        returns_deleted=True,
        module="kapivara.apis.groups.resource.resource_claim_template",
    ),
    _resource(
        "ResourceSlice",
        "resourceslices",
        namespaced=False,
        returns_deleted=True,
        module="kapivara.apis.groups.resource.resource_slice",
    ),
    _flows("FlowSchema", "flowschemas", module="kapivara.apis.groups.flowcontrol.flow_schema"),
    _flows(
        "PriorityLevelConfiguration",
        "prioritylevelconfigurations",
        module="kapivara.apis.groups.flowcontrol.priority_level_configuration",
    ),
    Row(
        "storagemigration.k8s.io",
        _V1,
        "StorageVersionMigration",
        "storageversionmigrations",
        namespaced=False,
        subresources=(_STATUS,),
        stored_as="storagemigration.k8s.io/v1beta1",
        module="kapivara.apis.groups.storagemigration.storage_version_migration",
    ),
)
"""All built-in resources, in the order in which discovery lists them."""

STORED_UNDER = {(row.group, row.plural): row.stored_under or row.plural for row in CATALOG}
"""The prefix of storage keys, by group and plural."""

CREATION_STAGES = 3


def creation_stage(api_version: str, kind: str) -> int:
    """Returns the stage in which objects of a kind are created: CRDs, resources that writes look up, the rest.

    This order avoids errors about objects that are created later.
    """
    group, _ = parse_api_version(api_version)
    if DEFINITIONS.names(group, kind):
        return 0
    return 1 if any(row.looked_up and row.names(group, kind) for row in CATALOG) else CREATION_STAGES - 1
