"""Small valid objects of built-in kinds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

_LABELS = {"matchLabels": {"a": "b"}}
_POD: dict[str, Any] = {
    "containers": [
        {
            "name": "c",
            "image": "i:1",
            "ports": [{"containerPort": 80, "name": "p"}],
            "env": [
                {"name": "E", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                {"name": "F", "value": "f"},
            ],
            "resources": {"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "100m"}},
            "volumeMounts": [{"name": "v", "mountPath": "/v"}],
            "livenessProbe": {"httpGet": {"path": "/", "port": "p"}, "periodSeconds": 3},
        }
    ],
    "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}],
    "tolerations": [{"key": "k", "operator": "Exists"}],
}
_SMALL_POD = {"containers": [{"name": "c", "image": "i"}], "restartPolicy": "Never"}
_TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
_RULE = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}
_REFERENCE = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}
_BACKEND = {"service": {"name": "s", "port": {"number": 80}}}

OBJECTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("v1", "ConfigMap", {"data": {"a": "b", "c": ""}, "binaryData": {"d": "AAE="}, "immutable": False}),
    ("v1", "Secret", {"data": {"a": "AAE="}, "stringData": {"b": "c"}, "type": "Opaque"}),
    ("v1", "Pod", {"spec": _POD}),
    ("v1", "Pod", {"spec": _SMALL_POD}),
    (
        "v1",
        "Service",
        {
            "spec": {
                "clusterIP": "10.0.0.77",
                "selector": {"a": "b"},
                "ports": [{"port": 80, "targetPort": "p", "protocol": "TCP"}],
            }
        },
    ),
    ("v1", "Namespace", {"spec": {"finalizers": ["kubernetes"]}}),
    ("v1", "ServiceAccount", {"automountServiceAccountToken": True, "imagePullSecrets": [{"name": "s"}]}),
    ("v1", "Endpoints", {"subsets": [{"addresses": [{"ip": "1.2.3.4"}], "ports": [{"port": 1}]}]}),
    ("v1", "Node", {"spec": {"podCIDR": "10.0.0.0/24", "taints": [{"key": "k", "effect": "NoSchedule"}]}}),
    (
        "v1",
        "PersistentVolumeClaim",
        {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}},
    ),
    (
        "v1",
        "PersistentVolume",
        {"spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/p"}}},
    ),
    ("v1", "LimitRange", {"spec": {"limits": [{"type": "Container", "max": {"cpu": "2"}, "default": {"cpu": "1"}}]}}),
    ("v1", "ResourceQuota", {"spec": {"hard": {"pods": "3"}, "scopes": ["BestEffort"]}}),
    ("apps/v1", "Deployment", {"spec": {"replicas": 2, "selector": _LABELS, "template": _TEMPLATE}}),
    (
        "apps/v1",
        "StatefulSet",
        {"spec": {"serviceName": "s", "selector": _LABELS, "template": _TEMPLATE, "podManagementPolicy": "Parallel"}},
    ),
    ("apps/v1", "DaemonSet", {"spec": {"selector": _LABELS, "template": _TEMPLATE}}),
    ("batch/v1", "Job", {"spec": {"backoffLimit": 1, "completions": 2, "template": {"spec": _SMALL_POD}}}),
    (
        "batch/v1",
        "CronJob",
        {"spec": {"schedule": "*/5 * * * *", "jobTemplate": {"spec": {"template": {"spec": _SMALL_POD}}}}},
    ),
    ("rbac.authorization.k8s.io/v1", "Role", {"rules": [_RULE]}),
    (
        "networking.k8s.io/v1",
        "Ingress",
        {
            "spec": {
                "rules": [
                    {"host": "a.b", "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": _BACKEND}]}}
                ]
            }
        },
    ),
    (
        "networking.k8s.io/v1",
        "NetworkPolicy",
        {"spec": {"podSelector": _LABELS, "ingress": [{"from": [{"ipBlock": {"cidr": "10.0.0.0/8"}}]}]}},
    ),
    ("policy/v1", "PodDisruptionBudget", {"spec": {"minAvailable": "50%", "selector": _LABELS}}),
    (
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        {
            "spec": {
                "scaleTargetRef": _REFERENCE,
                "maxReplicas": 3,
                "metrics": [
                    {
                        "type": "Resource",
                        "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 5}},
                    }
                ],
            }
        },
    ),
    ("coordination.k8s.io/v1", "Lease", {"spec": {"holderIdentity": "h", "renewTime": "2020-01-01T00:00:00.000000Z"}}),
    (
        "discovery.k8s.io/v1",
        "EndpointSlice",
        {"addressType": "IPv4", "endpoints": [{"addresses": ["1.2.3.4"]}], "ports": [{"name": "p", "port": 80}]},
    ),
    ("scheduling.k8s.io/v1", "PriorityClass", {"value": 3, "globalDefault": False, "description": "d"}),
    ("storage.k8s.io/v1", "StorageClass", {"provisioner": "p.example.com", "parameters": {"a": "b"}}),
    (
        "admissionregistration.k8s.io/v1",
        "ValidatingAdmissionPolicy",
        {
            "spec": {
                "matchConstraints": {
                    "resourceRules": [
                        {
                            "apiGroups": ["apps"],
                            "apiVersions": ["v1"],
                            "operations": ["CREATE"],
                            "resources": ["deployments"],
                        }
                    ]
                },
                "validations": [{"expression": "object.spec.replicas <= 5", "messageExpression": "'a' + 'b'"}],
                "variables": [{"name": "v", "expression": "object.metadata.name"}],
            }
        },
    ),
)
PLURALS = {"Endpoints": "endpoints", "Ingress": "ingresses", "NetworkPolicy": "networkpolicies"}
PLURALS |= {"PriorityClass": "priorityclasses", "StorageClass": "storageclasses"}
PLURALS |= {"ValidatingAdmissionPolicy": "validatingadmissionpolicies"}
CLUSTER_WIDE = frozenset(
    ("Namespace", "Node", "PersistentVolume", "PriorityClass", "StorageClass", "ValidatingAdmissionPolicy")
)


def path_of(api_version: str, kind: str) -> str:
    """Returns the path for creating objects of a kind."""
    root = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
    plural = PLURALS.get(kind, f"{kind.lower()}s")
    return f"{root}/{plural}" if kind in CLUSTER_WIDE else f"{root}/namespaces/default/{plural}"


def named(api_version: str, kind: str, content: dict[str, Any], name: str) -> dict[str, Any]:
    """Returns a copy of the object with a name."""
    metadata = {"name": name, "labels": {"a": "b"}}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **deepcopy(content)}
