"""Functions that fill in the defaults of services.

Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Service (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_AFFINITY_SECONDS: Final = 3 * 60 * 60


def is_externally_accessible(spec: v1.ServiceSpec) -> bool:
    """Returns True if traffic from outside the cluster can reach the service.

    Upstream: pkg/api/v1/service/util.go ExternallyAccessible.
    """
    type_ = spec.get("type")
    return type_ in ("LoadBalancer", "NodePort") or (type_ == "ClusterIP" and bool(spec.get("externalIPs")))


def fill_service(service: v1.Service) -> None:
    """Fills in the type, the traffic policies and the ports' defaults."""
    spec = service["spec"]
    _fill_affinity(spec)
    type_ = spec.setdefault("type", "ClusterIP")
    for port in spec.get("ports", ()):
        port.setdefault("protocol", "TCP")
        if port["targetPort"] in (0, ""):
            port["targetPort"] = port["port"]
    if is_externally_accessible(spec):
        spec.setdefault("externalTrafficPolicy", "Cluster")
    if type_ in ("NodePort", "LoadBalancer", "ClusterIP"):
        spec.setdefault("internalTrafficPolicy", "Cluster")
    if type_ == "LoadBalancer":
        spec.setdefault("allocateLoadBalancerNodePorts", True)
        for ingress in service["status"]["loadBalancer"].get("ingress", ()):
            if "ip" in ingress:
                ingress.setdefault("ipMode", "VIP")


def _fill_affinity(spec: v1.ServiceSpec) -> None:
    """Sets the timeout of client IP affinity to three hours, and drops the affinity configuration otherwise."""
    affinity = spec.setdefault("sessionAffinity", "None")
    if affinity == "None":
        spec.pop("sessionAffinityConfig", None)
    elif affinity == "ClientIP" and "timeoutSeconds" not in spec.get("sessionAffinityConfig", {}).get("clientIP", {}):
        spec["sessionAffinityConfig"] = {"clientIP": {"timeoutSeconds": _AFFINITY_SECONDS}}


SERVICE_FILL: Final[Mapping[str, Fill]] = {"Service": fill_service}
