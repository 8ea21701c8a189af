"""The server's descriptions of the Table columns of the core group's kinds, word for word.

Upstream: pkg/printers/internalversion/printers.go AddHandlers (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CONFIG_MAP: Final[Mapping[str, str]] = {
    "Data": (
        "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or "
        "'.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data "
        "must not overlap with the keys in the BinaryData field, this is enforced during validation process."
    ),
}
SECRET: Final[Mapping[str, str]] = {
    "Type": (
        "Used to facilitate programmatic handling of secret data. More info: "
        "https://kubernetes.io/docs/concepts/configuration/secret/#secret-types"
    ),
    "Data": (
        "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. "
        "The serialized form of the secret data is a base64 encoded string, representing the arbitrary "
        "(possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4"
    ),
}
ENDPOINTS: Final[Mapping[str, str]] = {
    "Endpoints": (
        "The set of all endpoints is the union of all subsets. Addresses are placed into subsets according "
        "to the IPs they share. A single address with multiple ports, some of which are ready and some of "
        "which are not (because they come from different containers) will result in the address being "
        "displayed in different subsets for the different ports. No address will appear in both Addresses "
        "and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service."
    ),
}
RESOURCE_QUOTA: Final[Mapping[str, str]] = {
    "Request": "Request represents a minimum amount of cpu/memory that a container may consume.",
    "Limit": (
        "Limits control the maximum amount of cpu/memory that a container may use independent of contention "
        "on the node."
    ),
}
_ADDRESSES: Final = (
    "List of addresses reachable to the node. Queried from cloud provider, if available. More info: "
    "https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as "
    "mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is "
    "merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an "
    "example. Consumers should assume that addresses can change during the lifetime of a Node. However, "
    "there are some exceptions where this may not be possible, such as Pods that inherit a Node's "
    "address in its own status or consumers of the downward API (status.hostIP)."
)
NODE: Final[Mapping[str, str]] = {
    "Status": "The status of the node",
    "Roles": "The roles of the node",
    "Version": "Kubelet Version reported by the node.",
    "Internal-IP": _ADDRESSES,
    "External-IP": _ADDRESSES,
    "OS-Image": "OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).",
    "Kernel-Version": "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
    "Container-Runtime": "ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).",
}
PERSISTENT_VOLUME: Final[Mapping[str, str]] = {
    "Capacity": (
        "capacity is the description of the persistent volume's resources and capacity. More info: "
        "https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity"
    ),
    "Access Modes": (
        "accessModes contains all ways the volume can be mounted. More info: "
        "https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes"
    ),
    "Reclaim Policy": (
        "persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its "
        "claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default "
        "for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported "
        "by the volume plugin underlying this PersistentVolume. More info: "
        "https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming"
    ),
    "Status": (
        "phase indicates if a volume is available, bound to a claim, or released by a claim. More info: "
        "https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase"
    ),
    "Claim": (
        "claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. "
        "Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. "
        "More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding"
    ),
    "StorageClass": "StorageClass of the pv",
    "VolumeAttributesClass": "VolumeAttributesClass of the pv",
    "Reason": (
        "reason is a brief CamelCase string that describes any failure and is meant for machine parsing and "
        "tidy display in the CLI."
    ),
    "VolumeMode": (
        "volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in "
        "raw block state. Value of Filesystem is implied when not included in spec."
    ),
}
PERSISTENT_VOLUME_CLAIM: Final[Mapping[str, str]] = {
    "Status": "phase represents the current phase of PersistentVolumeClaim.",
    "Volume": "volumeName is the binding reference to the PersistentVolume backing this claim.",
    "Capacity": "capacity represents the actual resources of the underlying volume.",
    "Access Modes": (
        "accessModes contains the actual access modes the volume backing the PVC has. More info: "
        "https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1"
    ),
    "StorageClass": "StorageClass of the pvc",
    "VolumeAttributesClass": "VolumeAttributesClass of the pvc",
    "VolumeMode": (
        "volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied "
        "when not included in claim spec."
    ),
}
REPLICATION_CONTROLLER: Final[Mapping[str, str]] = {
    "Desired": (
        "Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero "
        "and unspecified. Defaults to 1. More info: "
        "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"
    ),
    "Current": (
        "Replicas is the most recently observed number of replicas. More info: "
        "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"
    ),
    "Ready": "The number of ready replicas for this replication controller.",
    "Selector": (
        "Selector is a label query over pods that should match the Replicas count. If Selector is empty, it "
        "is defaulted to the labels present on the Pod template. Label keys and values that must match in "
        "order to be controlled by this replication controller, if empty defaulted to labels on Pod "
        "template. More info: "
        "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
    ),
}
SERVICE: Final[Mapping[str, str]] = {
    "Type": (
        "type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, "
        'ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for '
        "load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, "
        'by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no '
        "virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual "
        'IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same '
        'endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer '
        "(if supported in the current cloud) which routes to the same endpoints as the clusterIP. "
        '"ExternalName" aliases this service to the specified externalName. Several other fields do not '
        "apply to ExternalName services. More info: "
        "https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types"
    ),
    "Cluster-IP": (
        "clusterIP is the IP address of the service and is usually assigned randomly. If an address is "
        "specified manually, is in-range (as per system configuration), and is not in use, it will be "
        "allocated to the service; otherwise creation of the service will fail. This field may not be "
        "changed through updates unless the type field is also being changed to ExternalName (which requires "
        "this field to be blank) or the type field is being changed from ExternalName (in which case this "
        'field may optionally be specified, as describe above).  Valid values are "None", empty string (""), '
        'or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is '
        "useful when direct endpoint connections are preferred and proxying is not required.  Only applies "
        "to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service "
        "of type ExternalName, creation will fail. This field will be wiped when updating a Service to type "
        "ExternalName. More info: "
        "https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"
    ),
    "External-IP": (
        "externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for "
        "this service.  These IPs are not managed by Kubernetes.  The user is responsible for ensuring that "
        "traffic arrives at a node with this IP.  A common example is external load-balancers that are not "
        "part of the Kubernetes system."
    ),
    "Port(s)": (
        "The list of ports that are exposed by this service. More info: "
        "https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"
    ),
    "Selector": (
        "Route service traffic to pods with label keys and values matching this selector. If empty or not "
        "present, the service is assumed to have an external process managing its endpoints, which "
        "Kubernetes will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if "
        "type is ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/"
    ),
}
COMPONENT_STATUS: Final[Mapping[str, str]] = {
    "Status": "Status of the component conditions",
    "Message": "Message of the component conditions",
    "Error": "Error of the component conditions",
}
