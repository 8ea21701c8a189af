"""Functions that fill in the defaults of the core group's types; `type_defaults` calls them.

Upstream: pkg/apis/core/v1/defaults.go (1.37).
Upstream: pkg/apis/core/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.core.v1.defaults_services import SERVICE_FILL
from kapivara.apis.groups.core.v1.defaults_volumes import VOLUME_FILL, pull_policy
from kapivara.values.quantity import parse_quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


_GRACE_SECONDS: Final = 30


def fill_pod(pod: v1.Pod) -> None:
    """Fills in the defaults of pods that pod templates lack: requests equal to limits, and host ports."""
    spec = pod["spec"]
    if spec.get("terminationGracePeriodSeconds", 0) < 0:
        spec["terminationGracePeriodSeconds"] = 1
    for container in (*(spec["containers"] or ()), *spec.get("initContainers", ())):
        resources = container["resources"]
        if "limits" in resources:
            resources["requests"] = {**resources["limits"], **resources.get("requests", {})}
        if spec.get("hostNetwork"):
            for port in container.get("ports", ()):
                port.setdefault("hostPort", port["containerPort"])
    spec.setdefault("enableServiceLinks", True)


def fill_pod_status(status: v1.PodStatus) -> None:
    """Synchronizes `podIP` and `podIPs`; `podIP` wins if they differ."""
    address, addresses = status.get("podIP"), status.get("podIPs")
    if address and (not addresses or addresses[0].get("ip", "") != address):
        status["podIPs"] = [{"ip": address}]
    elif addresses and not address and addresses[0].get("ip"):
        status["podIP"] = addresses[0]["ip"]


def fill_pod_spec(spec: v1.PodSpec) -> None:
    """Fills in the defaults that pods and pod templates share; `serviceAccountName` wins over `serviceAccount`."""
    account = spec.get("serviceAccountName") or spec.get("serviceAccount")
    if account:
        spec["serviceAccountName"] = spec["serviceAccount"] = account
    spec.setdefault("dnsPolicy", "ClusterFirst")
    spec.setdefault("restartPolicy", "Always")
    spec.setdefault("securityContext", {})
    spec.setdefault("terminationGracePeriodSeconds", _GRACE_SECONDS)
    spec.setdefault("schedulerName", "default-scheduler")


def fill_container(container: v1.Container | v1.EphemeralContainer) -> None:
    """Sets the image pull policy and the termination message fields."""
    if "imagePullPolicy" not in container:
        container["imagePullPolicy"] = pull_policy(container.get("image", ""))
    container.setdefault("terminationMessagePath", "/dev/termination-log")
    container.setdefault("terminationMessagePolicy", "File")


def fill_probe(probe: v1.Probe) -> None:
    """Sets a period of 10 seconds, a timeout of 1 second and a threshold of 3 failures."""
    probe.setdefault("timeoutSeconds", 1)
    probe.setdefault("periodSeconds", 10)
    probe.setdefault("successThreshold", 1)
    probe.setdefault("failureThreshold", 3)


def fill_http_get(action: v1.HTTPGetAction) -> None:
    """Sets the path to `/` and the scheme to HTTP."""
    action.setdefault("path", "/")
    action.setdefault("scheme", "HTTP")


def fill_field_selector(selector: v1.ObjectFieldSelector) -> None:
    """Sets the apiVersion to v1."""
    selector.setdefault("apiVersion", "v1")


POD_FILL: Final[Mapping[str, Fill]] = {
    "Container": fill_container,
    "EphemeralContainer": fill_container,
    "HTTPGetAction": fill_http_get,
    "ObjectFieldSelector": fill_field_selector,
    "Pod": fill_pod,
    "PodSpec": fill_pod_spec,
    "PodStatus": fill_pod_status,
    "Probe": fill_probe,
}


_MILLI: Final = -3
_FINE: Final = frozenset(".nueE")


def round_quantities(amounts: dict[str, Any]) -> None:
    """Rounds amounts of resources up to thousandths, the finest unit."""
    for name, amount in amounts.items():
        if not _FINE.isdisjoint(amount):  # other texts have no finer unit
            amounts[name] = str(parse_quantity(amount).round_up(_MILLI))


def fill_secret(secret: v1.Secret) -> None:
    """Sets the type to Opaque."""
    secret.setdefault("type", "Opaque")


def fill_replication_controller(controller: v1.ReplicationController) -> None:
    """Copies the template's labels to the selector and to the controller's labels."""
    template = controller["spec"].get("template")
    labels = template["metadata"].get("labels") if template else None
    if labels:
        if not controller["spec"].get("selector"):
            controller["spec"]["selector"] = {**labels}
        if not controller["metadata"].get("labels"):
            controller["metadata"]["labels"] = {**labels}


def fill_endpoint_port(port: v1.EndpointPort) -> None:
    """Sets the protocol to TCP."""
    port.setdefault("protocol", "TCP")


def fill_node_status(status: v1.NodeStatus) -> None:
    """Sets `allocatable` to `capacity`."""
    if "capacity" in status:
        status.setdefault("allocatable", {**status["capacity"]})


def fill_limit_range_item(item: v1.LimitRangeItem) -> None:
    """Fills in `default` from `max`, and `defaultRequest` from `default` or `min`, for containers."""
    if item["type"] != "Container":
        return
    limits = {**item.get("max", {}), **item.get("default", {})}
    requests = {**item.get("min", {}), **limits, **item.get("defaultRequest", {})}
    if limits:
        item["default"] = limits
    if requests:
        item["defaultRequest"] = requests


FILL: Final[Mapping[str, Fill]] = {
    **POD_FILL,
    **SERVICE_FILL,
    **VOLUME_FILL,
    "EndpointPort": fill_endpoint_port,
    "LimitRangeItem": fill_limit_range_item,
    "NodeStatus": fill_node_status,
    "ReplicationController": fill_replication_controller,
    "ResourceList": round_quantities,
    "Secret": fill_secret,
}
