"""Validation rules for updates of services: addresses and families stay, except the second of dual stack.

Upstream: pkg/apis/core/validation/validation.go ValidateServiceUpdate, ValidateServiceStatusUpdate,
validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies, ValidateLoadBalancerStatus (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.core.services.node_ports import needs_health_port
from kapivara.apis.groups.core.services.rules import is_headless, validate_balancer_class
from kapivara.apis.shared.rules.addresses import validate_legacy_ip
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.addresses import parse_ip_sloppily
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import LoadBalancerIngress, Service, ServiceSpec

_SPEC: Final = FieldPath.of("spec")
_ADDRESSES: Final = _SPEC.child("clusterIPs")
_FAMILIES: Final = _SPEC.child("ipFamilies")
_BALANCER: Final = "LoadBalancer"
_UNCHANGED: Final = "may not change once set"


def validate_service_change(new: ServiceSpec, old: ServiceSpec) -> ErrorList:
    """Rejects changes to addresses, families, the load balancer class and the health check port."""
    errors: ErrorList = []
    if "ExternalName" not in (new.get("type"), old.get("type")):
        if not (is_headless(new) and is_headless(old)):
            errors += _validate_addresses(new, old)
        if not is_headless(new) and not is_headless(old):
            errors += _validate_families(new, old)
    if new.get("type") == old.get("type") == _BALANCER:
        name = new.get("loadBalancerClass")
        if name != old.get("loadBalancerClass"):
            errors.append(invalid(_SPEC.child("loadBalancerClass"), name, _UNCHANGED))
    errors += validate_balancer_class(new)
    same_port = new.get("healthCheckNodePort") == old.get("healthCheckNodePort")
    if needs_health_port(old) and needs_health_port(new) and not same_port:
        errors.append(forbidden(_SPEC.child("healthCheckNodePort"), IMMUTABLE))
    return errors


def _validate_addresses(new: ServiceSpec, old: ServiceSpec) -> ErrorList:
    mine, before = new.get("clusterIPs", []), old.get("clusterIPs", [])
    if len(mine) == len(before):
        return [
            invalid(_ADDRESSES.index(position), mine, _UNCHANGED)
            for position, (address, known) in enumerate(zip(mine, before, strict=True))
            if address != known
        ]
    errors: ErrorList = []
    if not mine:
        errors.append(invalid(_ADDRESSES.index(0), None, "primary clusterIP can not be unset"))
    elif before and mine[0] != before[0]:
        errors.append(invalid(_ADDRESSES.index(0), mine, _UNCHANGED))
    if len(mine) == 1 and len(before) > 1:
        errors += _validate_release(new, "clusterIP")
    return errors


def _validate_families(new: ServiceSpec, old: ServiceSpec) -> ErrorList:
    """Validates families. Kept: if their number changes, errors print the addresses."""
    mine, before, addresses = new.get("ipFamilies", []), old.get("ipFamilies", []), new.get("clusterIPs")
    if len(mine) == len(before):
        changed = [invalid(_FAMILIES.index(0), mine, _UNCHANGED)]
        return changed * sum(family != known for family, known in zip(mine, before, strict=True))
    errors: ErrorList = []
    if len(mine) < len(before) and not addresses:
        errors.append(invalid(_FAMILIES.index(0), mine or None, "primary ipFamily can not be unset"))
    if mine and before and mine[0] != before[0]:
        errors.append(invalid(_FAMILIES.index(0), addresses, _UNCHANGED))
    if len(mine) == 1 and len(before) > 1:
        errors += _validate_release(new, "ipFamily")
    return errors


def _validate_release(new: ServiceSpec, what: str) -> ErrorList:
    policy = new.get("ipFamilyPolicy")
    if policy == "SingleStack":
        return []
    problem = f"must be set to 'SingleStack' when releasing the secondary {what}"
    return [invalid(_SPEC.child("ipFamilyPolicy"), policy, problem)]


def validate_service_status(new: Service, old: Service) -> ErrorList:
    """Requires ingress points only for load balancers, with valid addresses."""
    path = FieldPath.of("status", "loadBalancer", "ingress")
    points = new["status"]["loadBalancer"].get("ingress", ())
    if new["spec"].get("type") != _BALANCER and points:
        return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")]
    known = {each["ip"] for each in old["status"]["loadBalancer"].get("ingress", ()) if each.get("ip")}
    errors: ErrorList = []
    for position, point in enumerate(points):
        errors += _validate_ingress(point, path.index(position), known)
    return errors


def _validate_ingress(point: LoadBalancerIngress, path: FieldPath, known: set[str]) -> ErrorList:
    address, mode, host = point.get("ip", ""), point.get("ipMode"), point.get("hostname", "")
    errors = validate_legacy_ip(address, path.child("ip"), known) if address else []
    if mode is None:
        if address:
            errors.append(required(path.child("ipMode"), "must be specified when `ip` is set"))
    elif not address:
        errors.append(forbidden(path.child("ipMode"), "may not be specified when `ip` is not set"))
    else:
        errors += validate_choice(mode, path.child("ipMode"), ("Proxy", "VIP"))
    if host:
        errors += [invalid(path.child("hostname"), host, problem) for problem in subdomain_problems(host)]
        if parse_ip_sloppily(host) is not None:
            errors.append(invalid(path.child("hostname"), host, "must be a DNS name, not an IP address"))
    return errors
