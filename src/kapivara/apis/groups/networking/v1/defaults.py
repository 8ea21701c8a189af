"""Functions that fill in the defaults of networking.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/networking/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


def fill_network_policy(policy: v1.NetworkPolicy) -> None:
    """Sets the policy types: Ingress, and Egress if the policy has egress rules."""
    spec = policy["spec"]
    if not spec.get("policyTypes"):
        spec["policyTypes"] = ["Ingress", "Egress"] if spec.get("egress") else ["Ingress"]


def fill_network_policy_port(port: v1.NetworkPolicyPort) -> None:
    """Sets the protocol TCP."""
    port.setdefault("protocol", "TCP")


def fill_ingress_class(ingress_class: v1.IngressClass) -> None:
    """Sets the scope of parameters to Cluster."""
    parameters = ingress_class["spec"].get("parameters")
    if parameters is not None and parameters["scope"] is None:
        parameters["scope"] = "Cluster"


FILL: Final[Mapping[str, Fill]] = {
    "IngressClass": fill_ingress_class,
    "NetworkPolicy": fill_network_policy,
    "NetworkPolicyPort": fill_network_policy_port,
}
