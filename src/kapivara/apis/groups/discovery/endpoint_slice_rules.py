"""Validation rules of EndpointSlice: addresses of one type, ports and hints.

Upstream: pkg/apis/discovery/validation/validation.go ValidateEndpointSlice; apimachinery/pkg/util/validation
IsFullyQualifiedDomainName (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.addresses import ip_family, validate_legacy_ip
from kapivara.apis.shared.rules.endpoint_addresses import validate_endpoint_ip
from kapivara.apis.shared.rules.labels import validate_label_map
from kapivara.apis.shared.rules.names import (
    label_problems,
    subdomain_problems,
    validate_dns1123_label,
    validate_qualified_name,
)
from kapivara.content.ip_rules import is_canonical_ip
from kapivara.content.names import is_label_value
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required, too_many
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.discovery.v1.zz_generated_types as v1

_TYPE: Final = FieldPath.of("addressType")
_PORTS: Final = FieldPath.of("ports")
_ENDPOINTS: Final = FieldPath.of("endpoints")
_TYPES: Final = ("FQDN", "IPv4", "IPv6")
_PROTOCOLS: Final = ("SCTP", "TCP", "UDP")
_MOST_ENDPOINTS, _MOST_PORTS, _MOST_ADDRESSES, _MOST_LABELS, _MOST_HINTS = 1000, 20000, 100, 16, 8


def validate_address_type(kind: str) -> ErrorList:
    """Requires a known address type."""
    if kind in _TYPES:
        return []
    refused = not_supported(_TYPE, NamedString(kind), _TYPES) if kind else required(_TYPE)
    return [refused.marked(covered_by_declarative=True)]


def validate_ports(ports: Sequence[v1.EndpointPort]) -> ErrorList:
    """Requires unique names and known protocols."""
    if len(ports) > _MOST_PORTS:
        return [too_many(_PORTS, len(ports), _MOST_PORTS)]
    errors: ErrorList = []
    names: set[str] = set()
    for position, port in enumerate(ports):
        path, name = _PORTS.index(position), port.get("name") or ""
        if name:
            errors += validate_dns1123_label(name, path.child("name"))
        if name in names:
            errors.append(duplicate(path.child("name"), name))
        names.add(name)
        protocol, application = port.get("protocol"), port.get("appProtocol")
        if protocol is None:
            errors.append(required(path.child("protocol")))
        elif protocol not in _PROTOCOLS:
            errors.append(not_supported(path.child("protocol"), NamedString(protocol), _PROTOCOLS))
        if application is not None:
            errors += validate_qualified_name(application, path.child("appProtocol"))
    return errors


def validate_endpoints(endpoints: Sequence[v1.Endpoint], kind: str) -> ErrorList:
    """Requires addresses of the given type, and valid node and host names."""
    if len(endpoints) > _MOST_ENDPOINTS:
        return [too_many(_ENDPOINTS, len(endpoints), _MOST_ENDPOINTS)]
    errors: ErrorList = []
    for position, endpoint in enumerate(endpoints):
        path = _ENDPOINTS.index(position)
        errors += _validate_addresses(endpoint.get("addresses") or (), path.child("addresses"), kind)
        node = endpoint.get("nodeName")
        if node is not None:
            errors += [invalid(path.child("nodeName"), node, problem) for problem in subdomain_problems(node)]
        topology, place = endpoint.get("deprecatedTopology") or {}, path.child("deprecatedTopology")
        if len(topology) > _MOST_LABELS:
            errors.append(too_many(place, len(topology), _MOST_LABELS))
        errors += validate_label_map(topology, place)
        host = endpoint.get("hostname")
        if host is not None:
            errors += validate_dns1123_label(host, path.child("hostname"))
        hints = endpoint.get("hints")
        if hints is not None:
            errors += _validate_hints(hints, path.child("hints"))
    return errors


def _validate_addresses(addresses: Sequence[str], path: FieldPath, kind: str) -> ErrorList:
    errors: ErrorList = []
    if not addresses:
        errors.append(required(path, "must contain at least 1 address").marked(covered_by_declarative=True))
    elif len(addresses) > _MOST_ADDRESSES:
        refused = too_many(path, len(addresses), _MOST_ADDRESSES).with_origin("maxItems")
        errors.append(refused.marked(covered_by_declarative=True))
    for position, address in enumerate(addresses):
        place = path.index(position)
        if kind == "FQDN":
            errors += _validate_domain_name(address, place)
        elif kind in _TYPES:
            errors += _validate_ip(address, place, path, kind)
    return errors


def _validate_ip(address: str, path: FieldPath, holder: FieldPath, kind: str) -> ErrorList:
    """Requires an address of a family. Kept: an error about the other family names the whole list."""
    if kind == "IPv4":
        errors, family = validate_legacy_ip(address, path), 4
    else:
        problems = is_canonical_ip(address)
        errors, family = [invalid(path, address, each).with_origin("format=ip-strict") for each in problems], 6
    if errors:
        return errors
    if ip_family(address) != family:
        errors.append(invalid(holder, address, f"must be an {kind} address"))
    return errors + validate_endpoint_ip(address, path)


def _validate_domain_name(name: str, path: FieldPath) -> ErrorList:
    if not name:
        return [required(path)]
    name = name.removesuffix(".")
    if problems := subdomain_problems(name):
        return [invalid(path, name, ",".join(problems))]
    labels = name.split(".")
    if len(labels) < 2:
        return [invalid(path, name, "should be a domain with at least two segments separated by dots")]
    for label in labels:
        if problems := label_problems(label):
            return [invalid(path, label, ",".join(problems))]
    return []


def _validate_hints(hints: v1.EndpointHints, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    checks: Mapping[str, Callable[[str], Sequence[str]]] = {
        "forZones": is_label_value,
        "forNodes": subdomain_problems,
    }
    given: Any = hints
    for field, check in checks.items():
        named, place = given.get(field) or (), path.child(field)
        if len(named) > _MOST_HINTS:
            return [*errors, too_many(place, len(named), _MOST_HINTS)]
        seen: set[str] = set()
        for position, each in enumerate(named):
            name, where = each["name"], place.index(position).child("name")
            if name in seen:
                errors.append(duplicate(where, name))
            seen.add(name)
            errors += [invalid(where, name, problem) for problem in check(name)]
    return errors
