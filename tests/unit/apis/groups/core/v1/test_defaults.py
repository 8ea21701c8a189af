"""Tests of the defaults of the core group."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.machinery.objects.type_defaults import defaults_of
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described

CORE = described("apis.groups.core.v1")
FILES = {"defaultMode": 0o644}


def filled(type_name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Decodes a value and fills in its defaults, which must not change when they are filled in again."""
    shape = CORE.struct(type_name)
    value = decode_typed(given, shape).value
    defaults_of(shape).apply(value)
    again = decode_typed(value, shape).value
    defaults_of(shape).apply(again)
    assert again == value
    return value


def pod_spec(**fields: Any) -> dict[str, Any]:
    """Returns a pod's spec with all defaults and some fields."""
    return {
        "containers": None,
        "dnsPolicy": "ClusterFirst",
        "restartPolicy": "Always",
        "securityContext": {},
        "terminationGracePeriodSeconds": 30,
        "schedulerName": "default-scheduler",
        **fields,
    }


def container(name: str, **fields: Any) -> dict[str, Any]:
    """Returns a container with all defaults and some fields."""
    return {
        "name": name,
        "imagePullPolicy": "IfNotPresent",
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
        "resources": {},
        **fields,
    }


def service_spec(**fields: Any) -> dict[str, Any]:
    """Returns a service's spec with all defaults and some fields."""
    return {"sessionAffinity": "None", "type": "ClusterIP", "internalTrafficPolicy": "Cluster", **fields}


LIMITS = {"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "1"}}
ALL_REQUESTS = {"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "1", "memory": "1Gi"}}
PORTS = {"ports": [{"containerPort": 80}, {"containerPort": 81, "hostPort": 8081}]}
HOST_PORTS = [{"containerPort": 80, "hostPort": 80}, {"containerPort": 81, "hostPort": 8081}]
NEGATIVE = {"containers": None, "terminationGracePeriodSeconds": -5}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, pod_spec(enableServiceLinks=True), id="empty"),
        pytest.param(NEGATIVE, pod_spec(enableServiceLinks=True, terminationGracePeriodSeconds=1), id="negative grace"),
        pytest.param(
            {"enableServiceLinks": False, "serviceAccount": "old"},
            pod_spec(enableServiceLinks=False, serviceAccount="old", serviceAccountName="old"),
            id="the account by its old name",
        ),
        pytest.param(
            {"serviceAccount": "old", "serviceAccountName": "new"},
            pod_spec(enableServiceLinks=True, serviceAccount="new", serviceAccountName="new"),
            id="the account by both names",
        ),
        pytest.param(
            {
                "containers": [{"name": "c", "resources": LIMITS}],
                "initContainers": [{"name": "i", "resources": LIMITS}],
            },
            pod_spec(
                enableServiceLinks=True,
                containers=[container("c", resources=ALL_REQUESTS)],
                initContainers=[container("i", resources=ALL_REQUESTS)],
            ),
            id="requests by limits",
        ),
        pytest.param(
            {"hostNetwork": True, "containers": [{"name": "c", **PORTS}]},
            pod_spec(
                enableServiceLinks=True,
                hostNetwork=True,
                containers=[container("c", ports=[{**each, "protocol": "TCP"} for each in HOST_PORTS])],
            ),
            id="ports of the host",
        ),
    ],
)
def test_pods(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert filled("Pod", {"spec": given})["spec"] == expected


def test_templates_get_less_than_pods() -> None:
    template = filled("PodTemplateSpec", {"spec": {**NEGATIVE, "containers": [{"name": "c", "resources": LIMITS}]}})
    expected = pod_spec(terminationGracePeriodSeconds=-5, containers=[container("c", resources=LIMITS)])
    assert template["spec"] == expected


@pytest.mark.parametrize(
    ("type_name", "given", "expected"),
    [
        pytest.param("Container", {"name": "c"}, container("c"), id="no image"),
        pytest.param(
            "Container", {"name": "c", "image": "x"}, container("c", image="x", imagePullPolicy="Always"), id="latest"
        ),
        pytest.param("EphemeralContainer", {"name": "c", "image": "x:1"}, container("c", image="x:1"), id="ephemeral"),
        pytest.param("PodStatus", {"podIP": "1.1.1.1"}, {"podIP": "1.1.1.1", "podIPs": [{"ip": "1.1.1.1"}]}, id="one"),
        pytest.param("PodStatus", {"podIPs": [{"ip": "::1"}]}, {"podIP": "::1", "podIPs": [{"ip": "::1"}]}, id="list"),
        pytest.param(
            "PodStatus",
            {"podIP": "1.1.1.1", "podIPs": [{"ip": "::1"}, {"ip": "1.1.1.1"}]},
            {"podIP": "1.1.1.1", "podIPs": [{"ip": "1.1.1.1"}]},
            id="addresses that differ",
        ),
        pytest.param(
            "Probe",
            {"httpGet": {"port": 1}, "periodSeconds": 5},
            {
                "httpGet": {"port": 1, "path": "/", "scheme": "HTTP"},
                "timeoutSeconds": 1,
                "periodSeconds": 5,
                "successThreshold": 1,
                "failureThreshold": 3,
            },
            id="probe",
        ),
        pytest.param(
            "EnvVarSource", {"fieldRef": {"fieldPath": "a"}}, {"fieldRef": {"fieldPath": "a", "apiVersion": "v1"}}
        ),
        pytest.param("Volume", {"name": "v"}, {"name": "v", "emptyDir": {}}, id="no source"),
        pytest.param(
            "Volume",
            {"name": "v", "secret": {"secretName": "s"}},
            {"name": "v", "secret": {"secretName": "s", **FILES}},
        ),
        pytest.param(
            "Volume",
            {"name": "v", "image": {"reference": "a"}},
            {"name": "v", "image": {"reference": "a", "pullPolicy": "Always"}},
            id="image volume",
        ),
        pytest.param("ConfigMapVolumeSource", {"defaultMode": 0}, {"defaultMode": 0}, id="mode 0"),
        pytest.param("DownwardAPIVolumeSource", {}, FILES, id="downward"),
        pytest.param(
            "ProjectedVolumeSource",
            {"sources": [{"serviceAccountToken": {"path": "t"}}]},
            {"sources": [{"serviceAccountToken": {"path": "t", "expirationSeconds": 3600}}], **FILES},
            id="projected",
        ),
        pytest.param("HostPathVolumeSource", {"path": "/a"}, {"path": "/a", "type": ""}, id="host path"),
        pytest.param("PersistentVolumeClaimSpec", {}, {"volumeMode": "Filesystem", "resources": {}}, id="claim"),
    ],
)
def test_parts_of_pods(type_name: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert filled(type_name, given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, service_spec(), id="empty"),
        pytest.param(
            {"ports": [{"port": 80}, {"port": 81, "targetPort": "web", "protocol": "UDP"}]},
            service_spec(
                ports=[
                    {"port": 80, "targetPort": 80, "protocol": "TCP"},
                    {"port": 81, "targetPort": "web", "protocol": "UDP"},
                ]
            ),
            id="ports",
        ),
        pytest.param(
            {"sessionAffinity": "None", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 1}}},
            service_spec(),
            id="no affinity",
        ),
        pytest.param(
            {"sessionAffinity": "ClientIP", "sessionAffinityConfig": {}},
            service_spec(sessionAffinity="ClientIP", sessionAffinityConfig={"clientIP": {"timeoutSeconds": 10800}}),
            id="affinity",
        ),
        pytest.param(
            {"externalIPs": ["1.2.3.4"]},
            service_spec(externalIPs=["1.2.3.4"], externalTrafficPolicy="Cluster"),
            id="external addresses",
        ),
        pytest.param({"type": "NodePort"}, service_spec(type="NodePort", externalTrafficPolicy="Cluster"), id="node"),
        pytest.param(
            {"type": "LoadBalancer"},
            service_spec(type="LoadBalancer", externalTrafficPolicy="Cluster", allocateLoadBalancerNodePorts=True),
            id="load balancer",
        ),
        pytest.param(
            {"type": "ExternalName", "externalName": "a.b"},
            {"sessionAffinity": "None", "type": "ExternalName", "externalName": "a.b"},
            id="external name",
        ),
    ],
)
def test_services(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert filled("Service", {"spec": given})["spec"] == expected


def test_load_balancers_serve_by_their_own_addresses() -> None:
    status = {"loadBalancer": {"ingress": [{"ip": "1.1.1.1"}, {"hostname": "a"}, {"ip": "2.2.2.2", "ipMode": "Proxy"}]}}
    service = filled("Service", {"spec": {"type": "LoadBalancer"}, "status": status})
    modes = [each.get("ipMode") for each in service["status"]["loadBalancer"]["ingress"]]
    assert modes == ["VIP", None, "Proxy"]


@pytest.mark.parametrize(
    ("type_name", "given", "expected"),
    [
        pytest.param("ResourceQuotaSpec", {"hard": {"cpu": "1u"}}, {"hard": {"cpu": "1m"}}, id="micro"),
        pytest.param("ResourceQuotaSpec", {"hard": {"cpu": "-1.0001"}}, {"hard": {"cpu": "-1001m"}}, id="negative"),
        pytest.param("ResourceQuotaSpec", {"hard": {"cpu": "1e-4"}}, {"hard": {"cpu": "1e-3"}}, id="exponent"),
        pytest.param("ResourceQuotaSpec", {"hard": {"cpu": "1.5"}}, {"hard": {"cpu": "1500m"}}, id="milli"),
        pytest.param("ResourceQuotaSpec", {"hard": {"cpu": "0.1Ki"}}, {"hard": {"cpu": "102400m"}}, id="binary"),
        pytest.param("NodeStatus", {"capacity": {"cpu": "1"}}, {"capacity": {"cpu": "1"}, "allocatable": {"cpu": "1"}}),
        pytest.param(
            "EndpointSubset", {"ports": [{"port": 1}]}, {"ports": [{"port": 1, "protocol": "TCP"}]}, id="port"
        ),
        pytest.param(
            "LimitRangeItem",
            {"type": "Container", "max": {"cpu": "4"}, "min": {"cpu": "1", "memory": "1Mi"}, "default": {"x": "2"}},
            {
                "type": "Container",
                "max": {"cpu": "4"},
                "min": {"cpu": "1", "memory": "1Mi"},
                "default": {"cpu": "4", "x": "2"},
                "defaultRequest": {"cpu": "4", "x": "2", "memory": "1Mi"},
            },
            id="limits of containers",
        ),
        pytest.param(
            "LimitRangeItem", {"type": "Pod", "max": {"cpu": "4"}}, {"type": "Pod", "max": {"cpu": "4"}}, id="of pods"
        ),
    ],
)
def test_other_types(type_name: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    found = filled(type_name, given)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("metadata", "selector", "expected"),
    [
        pytest.param({}, {}, ({"a": "b"}, {"a": "b"}), id="neither"),
        pytest.param({"labels": {"c": "d"}}, {"e": "f"}, ({"c": "d"}, {"e": "f"}), id="both"),
    ],
)
def test_replication_controllers(metadata: Any, selector: Any, expected: tuple[Any, Any]) -> None:
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {}}
    given = {"metadata": metadata, "spec": {"selector": selector, "template": template}}
    controller = filled("ReplicationController", given)
    assert (controller["metadata"]["labels"], controller["spec"]["selector"]) == expected
    assert controller["spec"]["replicas"] == 1


def test_volumes_and_claims() -> None:
    volume, claim = filled("PersistentVolume", {}), filled("PersistentVolumeClaim", {})
    assert volume["status"] == claim["status"] == {"phase": "Pending"}
    assert volume["spec"]["persistentVolumeReclaimPolicy"] == "Retain"
    assert volume["spec"]["volumeMode"] == claim["spec"]["volumeMode"] == "Filesystem"
