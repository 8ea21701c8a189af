"""Tests of bookmarks of watches, as a real server of v1.37 sent them: an empty object at a version."""

import json

import pytest

from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import ShownAs
from kapivara.registry.watch.frames import Form
from kapivara.storage.memory import MemoryStorage

TEMPLATE = {"metadata": {}, "spec": {"containers": None}}
SYSTEM = (
    "machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion kubeletVersion kubeProxyVersion "
    "operatingSystem architecture"
)
SENT = {
    "v1 ConfigMap": {},
    "v1 Secret": {},
    "v1 ServiceAccount": {},
    "v1 Endpoints": {},
    "v1 Pod": {"spec": {"containers": None}, "status": {}},
    "v1 PodTemplate": {"template": TEMPLATE},
    "v1 Service": {"spec": {}, "status": {"loadBalancer": {}}},
    "v1 Namespace": {"spec": {}, "status": {}},
    "v1 ReplicationController": {"spec": {}, "status": {"replicas": 0}},
    "v1 ResourceQuota": {"spec": {}, "status": {}},
    "v1 LimitRange": {"spec": {"limits": None}},
    "v1 PersistentVolume": {"spec": {}, "status": {}},
    "v1 PersistentVolumeClaim": {"spec": {"resources": {}}, "status": {}},
    "v1 Node": {
        "spec": {},
        "status": {
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 0}},
            "nodeInfo": dict.fromkeys(SYSTEM.split(), ""),
        },
    },
    "apps/v1 Deployment": {
        "spec": {"replicas": 0, "selector": None, "template": TEMPLATE, "strategy": {}},
        "status": {},
    },
    "apps/v1 ReplicaSet": {"spec": {"replicas": 0, "selector": None, "template": TEMPLATE}, "status": {"replicas": 0}},
    "apps/v1 StatefulSet": {
        "spec": {"replicas": 0, "selector": None, "template": TEMPLATE, "serviceName": "", "updateStrategy": {}},
        "status": {"replicas": 0, "availableReplicas": 0},
    },
    "apps/v1 DaemonSet": {
        "metadata": {"annotations": {"deprecated.daemonset.template.generation": "0"}},
        "spec": {"selector": None, "template": TEMPLATE, "updateStrategy": {}},
        "status": {
            "currentNumberScheduled": 0,
            "numberMisscheduled": 0,
            "desiredNumberScheduled": 0,
            "numberReady": 0,
        },
    },
    "batch/v1 Job": {"spec": {"template": TEMPLATE}, "status": {}},
    "batch/v1 CronJob": {
        "spec": {"schedule": "", "jobTemplate": {"metadata": {}, "spec": {"template": TEMPLATE}}},
        "status": {},
    },
    "autoscaling/v1 HorizontalPodAutoscaler": {
        "spec": {"scaleTargetRef": {"kind": "", "name": ""}, "maxReplicas": 0},
        "status": {"currentReplicas": 0, "desiredReplicas": 0},
    },
    "autoscaling/v2 HorizontalPodAutoscaler": {
        "spec": {"scaleTargetRef": {"kind": "", "name": ""}, "maxReplicas": 0},
        "status": {"desiredReplicas": 0, "currentMetrics": None},
    },
    "coordination.k8s.io/v1 Lease": {"spec": {}},
    "discovery.k8s.io/v1 EndpointSlice": {"addressType": "", "endpoints": None, "ports": None},
    "networking.k8s.io/v1 Ingress": {"spec": {}, "status": {"loadBalancer": {}}},
    "networking.k8s.io/v1 NetworkPolicy": {"spec": {"podSelector": {}}},
    "node.k8s.io/v1 RuntimeClass": {"handler": ""},
    "policy/v1 PodDisruptionBudget": {
        "spec": {},
        "status": {"disruptionsAllowed": 0, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0},
    },
    "rbac.authorization.k8s.io/v1 ClusterRole": {"rules": None},
    "rbac.authorization.k8s.io/v1 ClusterRoleBinding": {"roleRef": {"apiGroup": "", "kind": "", "name": ""}},
    "scheduling.k8s.io/v1 PriorityClass": {"value": 0},
    "storage.k8s.io/v1 StorageClass": {"provisioner": ""},
}


@pytest.fixture(scope="module")
def registry():
    return Registry(MemoryStorage())


def bookmark(registry, named, shown_as=None, **options):
    kind = registry.find_kind(*named.split())
    form = Form(kind.subresources[""], shown_as, {}, in_protobuf=False)
    event = json.loads(form.bookmark(7, **{"ends_initial": False, "first": True, **options}))
    assert event["type"] == "BOOKMARK"
    return event["object"]


@pytest.mark.parametrize("named", SENT)
def test_bookmarks_have_the_empty_fields_of_their_kind(registry, named):
    api_version, kind = named.split()
    sent = {"kind": kind, "apiVersion": api_version, **SENT[named]}
    sent["metadata"] = {**sent.get("metadata", {}), "resourceVersion": "7"}
    assert bookmark(registry, named) == sent


def test_the_end_of_what_was_there_is_marked_beside_what_the_kind_has(registry):
    annotations = bookmark(registry, "apps/v1 DaemonSet", ends_initial=True)["metadata"]["annotations"]
    assert annotations == {"deprecated.daemonset.template.generation": "0", "k8s.io/initial-events-end": "true"}


def test_in_a_table_they_are_a_row(registry):
    table = bookmark(registry, "v1 Pod", ShownAs("Table", "v1"), first=False)
    assert table["columnDefinitions"] is None
    (row,) = table["rows"]
    assert row["cells"] == ["", "0/0", "", "0", "<unknown>", "<none>", "<none>", "<none>", "<none>"]
    assert row["object"]["metadata"] == {"resourceVersion": "7"}


def test_of_metadata_alone_they_have_no_more(registry):
    shown = bookmark(registry, "v1 Pod", ShownAs("PartialObjectMetadata", "v1"))
    assert (shown["kind"], shown["metadata"]) == ("PartialObjectMetadata", {"resourceVersion": "7"})
    assert "spec" not in shown
