"""Validation rules of services: ports, types and their fields, affinity and traffic policies.

`families.py` validates families and cluster addresses, since they are allocated before.
Upstream: pkg/apis/core/validation/validation.go validateService (1.37).
Upstream: pkg/apis/core/validation/validation.go validateServicePort, validateService (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.core.services.families import validate_addresses
from kapivara.apis.groups.core.services.node_ports import needs_health_port
from kapivara.apis.groups.core.v1.defaults_services import is_externally_accessible
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.addresses import validate_legacy_ip
from kapivara.apis.shared.rules.choices import validate_choice, validate_required_choice
from kapivara.apis.shared.rules.cidrs import validate_legacy_cidr
from kapivara.apis.shared.rules.endpoint_addresses import validate_endpoint_ip
from kapivara.apis.shared.rules.labels import validate_label_map
from kapivara.apis.shared.rules.names import (
    label_problems,
    validate_dns1123_label,
    validate_dns1123_subdomain,
    validate_qualified_name,
)
from kapivara.apis.shared.rules.ports import (
    LAST_PORT,
    PROTOCOLS,
    port_name_problems,
    validate_port_number,
    validate_port_number_or_name,
)
from kapivara.field import ErrorList, FieldError, FieldPath, duplicate, forbidden, invalid, required
from kapivara.field.errors import until_full

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Service, ServicePort, ServiceSpec


_PORTS: Final = FieldPath.of("spec", "ports")


def validate_service_ports(ports: Sequence[ServicePort]) -> ErrorList:
    """Requires valid ports, with unique names if there are several."""
    return until_full(_port_errors(ports))


def _port_errors(ports: Sequence[ServicePort]) -> Iterator[FieldError]:
    names: set[str] = set()
    for position, port in enumerate(ports):
        name = port.get("name", "")
        if name in names or not _is_plain(port, name) or (not name and len(ports) > 1):
            yield from _validate_port(port, _PORTS.index(position), names, is_only=len(ports) == 1)
        names.add(name)


def _is_plain(port: ServicePort, name: str) -> bool:
    """Returns True if a port is valid by itself. Hot: nearly all are."""
    if not 1 <= port["port"] <= LAST_PORT or port.get("protocol") not in PROTOCOLS or "appProtocol" in port:
        return False
    target = port["targetPort"]
    good = 1 <= target <= LAST_PORT if isinstance(target, int) else not port_name_problems(target)
    return good and not (name and label_problems(name))


def _validate_port(port: ServicePort, path: FieldPath, names: Collection[str], *, is_only: bool) -> ErrorList:
    """Returns the errors of a port, given the names of the ports before it."""
    name = port.get("name", "")
    errors: ErrorList = []
    if name:
        errors += validate_dns1123_label(name, path.child("name"))
        if name in names:
            errors.append(duplicate(path.child("name"), name))
    elif not is_only:
        errors.append(required(path.child("name")))
    return errors + _validate_numbers(port, path)


def _validate_numbers(port: ServicePort, path: FieldPath) -> ErrorList:
    errors = validate_port_number(port["port"], path.child("port"))
    errors += validate_required_choice(port.get("protocol", ""), path.child("protocol"), PROTOCOLS)
    errors += validate_port_number_or_name(port["targetPort"], path.child("targetPort"))
    application = port.get("appProtocol")
    return errors if application is None else errors + validate_qualified_name(application, path.child("appProtocol"))


def validate_repeated_ports(ports: Sequence[ServicePort]) -> ErrorList:
    """Rejects a port or node port number that another port of the same protocol has."""
    on_nodes, behind = ErrorList(), ErrorList()
    seen: set[tuple[str, str, int]] = set()
    shown: dict[tuple[str, int], Any] = {}  # the number of ports is not bounded
    for position, port in enumerate(ports):
        protocol, number, node_port = port.get("protocol", ""), port["port"], port.get("nodePort", 0)
        if node_port and ("node", protocol, node_port) in seen:
            on_nodes.append(duplicate(_PORTS.index(position).child("nodePort"), node_port))
        if ("port", protocol, number) in seen:
            if (protocol, number) not in shown:
                shown[protocol, number] = internal_form({"protocol": protocol, "port": number}, "core.ServicePort")
            behind.append(duplicate(_PORTS.index(position), shown[protocol, number]))
        seen.add(("node", protocol, node_port))
        seen.add(("port", protocol, number))
    return on_nodes + behind


_SPEC: Final = FieldPath.of("spec")
_ANNOTATIONS: Final = FieldPath.of("metadata", "annotations")
_ADDRESSES: Final = _SPEC.child("clusterIPs")
_PATHS: Final = {
    field: _SPEC.child(field)
    for field in (
        "externalTrafficPolicy",
        "healthCheckNodePort",
        "internalTrafficPolicy",
        "loadBalancerClass",
        "selector",
        "sessionAffinity",
        "sessionAffinityConfig",
        "type",
    )
}
"""Paths of fields that every service has, built once."""
_HINTS: Final = "service.kubernetes.io/topology-aware-hints"
_MODE: Final = "service.kubernetes.io/topology-mode"
_RANGES: Final = "service.beta.kubernetes.io/load-balancer-source-ranges"
_BALANCER: Final = "LoadBalancer"
_TYPES: Final = ("ClusterIP", "ExternalName", _BALANCER, "NodePort")
_POLICIES: Final = ("Cluster", "Local")
_DISTRIBUTIONS: Final = ("PreferClose", "PreferSameZone", "PreferSameNode")
_ONLY_BALANCED: Final = "may only be used when `type` is 'LoadBalancer'"
_LONGEST_AFFINITY: Final = 86400


def is_headless(spec: ServiceSpec) -> bool:
    """Returns True if a service is headless."""
    return spec.get("clusterIPs") == ["None"]


def validate_service(new: Service, old: Service | None) -> ErrorList:
    """Validates a service except its metadata; values of the old service may keep their form."""
    spec, before = new["spec"], None if old is None else old["spec"]
    type_ = spec.get("type", "")
    errors = _validate_annotations(new)
    if not spec.get("ports") and not is_headless(spec) and type_ != "ExternalName":
        errors.append(required(_SPEC.child("ports")))
    if is_headless(spec) and type_ in (_BALANCER, "NodePort"):
        errors.append(invalid(_ADDRESSES.index(0), "None", f"may not be set to 'None' for {type_} services"))
    if type_ == "ExternalName":
        errors += _validate_external_name(spec)
    errors += validate_service_ports(spec.get("ports", ()))
    errors += validate_label_map(spec.get("selector", {}), _PATHS["selector"])
    errors += _validate_affinity(spec)
    errors += validate_addresses(spec, before)
    known = frozenset(() if before is None else before.get("externalIPs", ()))
    for position, address in enumerate(spec.get("externalIPs", ())):
        path = _SPEC.child("externalIPs").index(position)
        errors += validate_legacy_ip(address, path, known) or validate_endpoint_ip(address, path)
    errors += validate_required_choice(type_, _PATHS["type"], _TYPES)
    errors += _validate_node_ports(spec) + validate_repeated_ports(spec.get("ports", ()))
    return errors + _validate_balancing(new, old) + _validate_traffic(spec)


def _validate_annotations(service: Service) -> ErrorList:
    annotations = service["metadata"].get("annotations", {})
    if _MODE not in annotations or annotations[_MODE] == annotations.get(_HINTS, annotations[_MODE]):
        return []
    problem = f"must match annotations[{_HINTS}] when both are specified"
    return [invalid(_ANNOTATIONS.key(_MODE), annotations[_MODE], problem)]


def _validate_external_name(spec: ServiceSpec) -> ErrorList:
    """Requires an external name, which may end in a dot, and no cluster addresses."""
    given = {
        "clusterIPs": spec.get("clusterIPs"),
        "ipFamilies": spec.get("ipFamilies"),
        "ipFamilyPolicy": "ipFamilyPolicy" in spec,
    }
    detail = "may not be set for ExternalName services"
    errors: ErrorList = [forbidden(_SPEC.child(field), detail) for field, value in given.items() if value]
    name, path = spec.get("externalName", "").removesuffix("."), _SPEC.child("externalName")
    return errors + (validate_dns1123_subdomain(name, path) if name else [required(path)])


def _validate_affinity(spec: ServiceSpec) -> ErrorList:
    affinity, path = spec.get("sessionAffinity", ""), _PATHS["sessionAffinityConfig"]
    errors = validate_required_choice(affinity, _PATHS["sessionAffinity"], ("ClientIP", "None"))
    if affinity == "None" and "sessionAffinityConfig" in spec:
        errors.append(forbidden(path, "must not be set when session affinity is None"))
    if affinity != "ClientIP":
        return errors
    config = spec.get("sessionAffinityConfig")
    client = config.get("clientIP") if config is not None else None
    seconds = client.get("timeoutSeconds") if client is not None else None
    missing = path if config is None else path.child("clientIP")
    if seconds is None:
        missing = missing if client is None else missing.child("timeoutSeconds")
        errors.append(required(missing, "when session affinity type is ClientIP"))
    elif not 0 < seconds <= _LONGEST_AFFINITY:
        problem = f"must be greater than 0 and less than {_LONGEST_AFFINITY}"
        errors.append(invalid(path.child("clientIP", "timeoutSeconds"), seconds, problem))
    return errors


def _validate_node_ports(spec: ServiceSpec) -> ErrorList:
    """Rejects node ports of a service of type ClusterIP."""
    if spec.get("type") != "ClusterIP":
        return []
    detail = "may not be used when `type` is 'ClusterIP'"
    return [
        forbidden(_SPEC.child("ports").index(position).child("nodePort"), detail)
        for position, port in enumerate(spec.get("ports", ()))
        if port.get("nodePort")
    ]


def _validate_balancing(new: Service, old: Service | None) -> ErrorList:
    """Validates the fields of load balancers. Kept: one path begins with a capital, and one has no parent."""
    spec = new["spec"]
    is_balanced = spec.get("type") == _BALANCER
    errors = _validate_ranges(new, old, is_balanced=is_balanced)
    allocates = spec.get("allocateLoadBalancerNodePorts")
    if allocates is not None and not is_balanced:
        errors.append(forbidden(_SPEC.child("allocateLoadBalancerNodePorts"), _ONLY_BALANCED))
    if allocates is None and is_balanced:
        errors.append(required(FieldPath.of("allocateLoadBalancerNodePorts")))
    return errors + validate_balancer_class(spec)


def validate_balancer_class(spec: ServiceSpec) -> ErrorList:
    """Requires a qualified class name, and only for load balancers."""
    name, path = spec.get("loadBalancerClass"), _PATHS["loadBalancerClass"]
    if name is None:
        return []
    return validate_qualified_name(name, path) if spec.get("type") == _BALANCER else [forbidden(path, _ONLY_BALANCED)]


def _validate_ranges(new: Service, old: Service | None, *, is_balanced: bool) -> ErrorList:
    """Requires CIDR blocks of clients, with or without surrounding spaces, in the field or else in the annotation."""
    ranges = new["spec"].get("loadBalancerSourceRanges")
    annotation = _annotated_ranges(new)
    if not ranges and annotation is None:
        return []
    path = _SPEC.child("LoadBalancerSourceRanges") if ranges else _ANNOTATIONS.key(_RANGES)
    errors = [] if is_balanced else [forbidden(path, _ONLY_BALANCED)]
    if ranges:
        known = {each.strip() for each in (old["spec"].get("loadBalancerSourceRanges", ()) if old else ())}
        for position, text in enumerate(ranges):
            errors += validate_legacy_cidr(text.strip(), path.index(position), known)
    elif annotation and annotation.strip() and not (old and _annotated_ranges(old) == annotation):
        for text in annotation.strip().split(","):
            errors += validate_legacy_cidr(text.strip(), path)
    return errors


def _annotated_ranges(service: Service) -> str | None:
    return service["metadata"].get("annotations", {}).get(_RANGES)


def _validate_traffic(spec: ServiceSpec) -> ErrorList:
    errors = _validate_external_traffic(spec)
    policy, path = spec.get("internalTrafficPolicy"), _PATHS["internalTrafficPolicy"]
    if policy is not None:
        errors += validate_choice(policy, path, _POLICIES)
    elif spec.get("type") in ("NodePort", _BALANCER, "ClusterIP"):
        errors.append(required(path))
    distribution = spec.get("trafficDistribution")
    if distribution is not None:
        errors += validate_choice(distribution, _SPEC.child("trafficDistribution"), _DISTRIBUTIONS)
    return errors


def _validate_external_traffic(spec: ServiceSpec) -> ErrorList:
    policy, path = spec.get("externalTrafficPolicy", ""), _PATHS["externalTrafficPolicy"]
    errors: ErrorList = []
    if is_externally_accessible(spec):
        errors += validate_required_choice(policy, path, _POLICIES)
    elif policy:
        errors.append(invalid(path, policy, "may only be set for externally-accessible services"))
    port, path = spec.get("healthCheckNodePort", 0), _PATHS["healthCheckNodePort"]
    if needs_health_port(spec):
        errors += validate_port_number(port, path) if port else [required(path)]
    elif port:
        detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
        errors.append(invalid(path, port, detail))
    return errors
