"""Keeps allocated values that an update of a service omits, and drops fields that its new type does not support.

Upstream: pkg/registry/core/service/storage/storage.go patchAllocatedValues, normalizeClusterIPs,
pkg/registry/core/service/strategy.go dropTypeDependentFields (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.core.services.families import needs_address
from kapivara.apis.groups.core.services.node_ports import needs_health_port, needs_node_ports
from kapivara.apis.groups.core.v1.defaults_services import is_externally_accessible

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Service, ServiceSpec


def keep_allocated(spec: ServiceSpec, old: ServiceSpec) -> None:
    """Restores the allocated values of the old service that the new one omits."""
    if needs_address(old) and needs_address(spec):
        if not spec.get("clusterIP") and old.get("clusterIP"):
            spec["clusterIP"] = old["clusterIP"]
        if not spec.get("clusterIPs") and old.get("clusterIPs"):
            spec["clusterIPs"] = [*old["clusterIPs"]]
    if needs_node_ports(old) and needs_node_ports(spec):
        _keep_node_ports(spec, old)
    if needs_health_port(old) and needs_health_port(spec) and old.get("healthCheckNodePort"):
        spec.setdefault("healthCheckNodePort", old["healthCheckNodePort"])


def _keep_node_ports(spec: ServiceSpec, old: ServiceSpec) -> None:
    used = _node_ports(old) & _node_ports(spec)
    known = {each.get("name", ""): each.get("nodePort", 0) for each in old.get("ports", ())}
    for port in spec.get("ports", ()):
        before = known.get(port.get("name", ""), 0)
        if not port.get("nodePort") and before and before not in used:
            port["nodePort"] = before


def _node_ports(spec: ServiceSpec) -> set[int]:
    return {each["nodePort"] for each in spec.get("ports", ()) if each.get("nodePort")}


def match_addresses(spec: ServiceSpec, old: ServiceSpec | None) -> None:
    """Synchronizes `clusterIP` and `clusterIPs`, for clients that know only `clusterIP`."""
    one, several = spec.get("clusterIP", ""), spec.get("clusterIPs", [])
    if old is None:
        if one and not several:
            spec["clusterIPs"] = [one]
        return
    before, before_several = old.get("clusterIP", ""), old.get("clusterIPs", [])
    if before_several and not several and before == one:
        spec["clusterIPs"] = several = [*before_several]
    if before != one and before_several == several:
        if one:
            spec["clusterIPs"] = [one]
        elif before:
            spec.pop("clusterIPs", None)


def drop_type_dependent(new: Service, old: Service) -> None:
    """Drops unchanged fields that the new type does not support: the client did not request them."""
    spec, before = new["spec"], old["spec"]
    if needs_address(before) and not needs_address(spec):
        if all(spec.get(field) == before.get(field) for field in ("clusterIP", "clusterIPs")):
            _drop(spec, "clusterIP", "clusterIPs")
        for field in ("ipFamilies", "ipFamilyPolicy"):
            if spec.get(field) == before.get(field):
                _drop(spec, field)
    loses_ports = _has_type(before, "NodePort", "LoadBalancer") and not _has_type(spec, "NodePort", "LoadBalancer")
    if loses_ports and _node_ports(spec) <= _node_ports(before):
        for port in spec.get("ports", ()):
            port.pop("nodePort", None)
    if needs_health_port(before) and not needs_health_port(spec):
        _drop_same(spec, before, "healthCheckNodePort")
    if _has_type(before, "LoadBalancer") and not _has_type(spec, "LoadBalancer"):
        _drop_same(spec, before, "allocateLoadBalancerNodePorts", "loadBalancerClass")
    if is_externally_accessible(before) and not is_externally_accessible(spec):
        _drop_same(spec, before, "externalTrafficPolicy")
    if not _has_type(spec, "LoadBalancer"):
        new["status"]["loadBalancer"] = {}


def _has_type(spec: ServiceSpec, *types: str) -> bool:
    return spec.get("type") in types


def _drop_same(spec: ServiceSpec, before: ServiceSpec, *fields: str) -> None:
    _drop(spec, *(field for field in fields if spec.get(field) == before.get(field)))


def _drop(spec: ServiceSpec, *fields: str) -> None:
    for field in fields:
        spec.pop(field, None)  # type: ignore[misc]  # a field of the type
