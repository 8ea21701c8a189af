"""Warnings about accepted services.

Upstream: pkg/api/service/warnings.go, pkg/registry/core/service/strategy.go serviceStatusStrategy (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.address_warnings import cidr_warnings, ip_warnings
from kapivara.field import FieldPath

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Service, ServiceSpec

_HINTS: Final = "service.kubernetes.io/topology-aware-hints"
_MODE: Final = "service.kubernetes.io/topology-mode"
_SPEC: Final = FieldPath.of("spec")


def service_warnings(service: Service) -> list[str]:
    """Warns of ignored and deprecated fields, and of addresses that are not in canonical form."""
    spec = service["spec"]
    hints = _HINTS in service["metadata"].get("annotations", {})
    return [
        *([f"annotation {_HINTS} is deprecated, please use {_MODE} instead"] if hints else ()),
        *_address_warnings(spec),
        *_type_warnings(spec),
    ]


def _is_headless(spec: ServiceSpec) -> bool:
    return spec.get("type") == "ClusterIP" and spec.get("clusterIP") == "None"


def _address_warnings(spec: ServiceSpec) -> Iterator[str]:
    if spec.get("clusterIP") and spec["clusterIP"] != "None":
        for position, address in enumerate(spec.get("clusterIPs", ())):
            yield from ip_warnings(_SPEC.child("clusterIPs").index(position), address)
    if _is_headless(spec):
        yield from _ignored_by_headless(spec)
    outside = spec.get("externalIPs", ())
    for position, address in enumerate(outside):
        yield from ip_warnings(_SPEC.child("externalIPs").index(position), address)
    if outside and not _is_headless(spec) and spec.get("type") != "ExternalName":
        yield "spec.externalIPs is deprecated and may no longer be implemented in some clusters"
    if spec.get("loadBalancerIP"):
        yield from ip_warnings(_SPEC.child("loadBalancerIP"), spec["loadBalancerIP"])
    for position, block in enumerate(spec.get("loadBalancerSourceRanges", ())):
        yield from cidr_warnings(_SPEC.child("loadBalancerSourceRanges").index(position), block)


def _ignored_by_headless(spec: ServiceSpec) -> Iterator[str]:
    if spec.get("loadBalancerIP"):
        yield "spec.loadBalancerIP is ignored for headless services"
    if spec.get("externalIPs"):
        yield "spec.externalIPs is ignored for headless services"
    if spec.get("sessionAffinity") != "None":
        yield "spec.SessionAffinity is ignored for headless services"


def _type_warnings(spec: ServiceSpec) -> Iterator[str]:
    is_name = spec.get("type") == "ExternalName"
    if is_name and spec.get("externalIPs"):
        yield 'spec.externalIPs is ignored when spec.type is "ExternalName"'
    if not is_name and spec.get("externalName"):
        yield 'spec.externalName is ignored when spec.type is not "ExternalName"'
    if spec.get("trafficDistribution") == "PreferClose":
        yield 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'


def ingress_warnings(service: Service) -> list[str]:
    """Warns of load balancer addresses that are not in canonical form."""
    path = FieldPath.of("status", "loadBalancer", "ingress")
    warnings = []
    for position, ingress in enumerate(service["status"]["loadBalancer"].get("ingress", ())):
        warnings += ip_warnings(path.index(position), ingress["ip"]) if ingress.get("ip") else []
    return warnings
