"""Validation rules of Endpoints: subsets with addresses, routable addresses, and named ports.

Upstream: pkg/apis/core/validation/validation.go ValidateEndpoints (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.addresses import legacy_ip_problem, validate_legacy_ip
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.endpoint_addresses import endpoint_ip_problem, validate_endpoint_ip
from kapivara.apis.shared.rules.names import subdomain_problems, validate_dns1123_label, validate_qualified_name
from kapivara.apis.shared.rules.ports import PROTOCOLS, validate_port_number
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_SUBSETS: Final = FieldPath.of("subsets")


def validate_endpoints(new: v1.Endpoints, old: v1.Endpoints | None) -> ErrorList:
    """Validates all subsets; accepts unchanged invalid subsets on update."""
    errors: ErrorList = []
    for position, subset in enumerate(new.get("subsets", ())):
        errors += _validate_subset(subset, _SUBSETS.index(position))
    return [] if errors and old is not None and new.get("subsets") == old.get("subsets") else errors


def _validate_subset(subset: v1.EndpointSubset, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    ready, others, ports = subset.get("addresses", ()), subset.get("notReadyAddresses", ()), subset.get("ports", ())
    if not ready and not others:
        errors.append(required(path, "must specify `addresses` or `notReadyAddresses`"))
    for field, addresses in (("addresses", ready), ("notReadyAddresses", others)):
        for position, address in enumerate(addresses):
            if not _is_plain(address):
                errors += _validate_address(address, path.child(field).index(position))
    for position, port in enumerate(ports):
        errors += _validate_port(port, path.child("ports").index(position), is_only=len(ports) == 1)
    return errors


def _is_plain(address: v1.EndpointAddress) -> bool:
    """Returns True if an address has no names and is a valid endpoint IP address. Hot: most are."""
    if "hostname" in address or address.get("nodeName") is not None:
        return False
    return not legacy_ip_problem(address["ip"]) and not endpoint_ip_problem(address["ip"])


def _validate_address(address: v1.EndpointAddress, path: FieldPath) -> ErrorList:
    errors = validate_legacy_ip(address["ip"], path.child("ip"))
    if address.get("hostname"):
        errors += validate_dns1123_label(address["hostname"], path.child("hostname"))
    node = address.get("nodeName")
    if node is not None:
        errors += [invalid(path.child("nodeName"), node, problem) for problem in subdomain_problems(node)]
    return errors + validate_endpoint_ip(address["ip"], path.child("ip"))


def _validate_port(port: v1.EndpointPort, path: FieldPath, *, is_only: bool) -> ErrorList:
    """Requires a valid number and protocol, and a name unless it is the only port."""
    errors: ErrorList = []
    if port.get("name"):
        errors += validate_dns1123_label(port["name"], path.child("name"))
    elif not is_only:
        errors.append(required(path.child("name")))
    errors += validate_port_number(port["port"], path.child("port"))
    errors += validate_required_choice(port.get("protocol", ""), path.child("protocol"), PROTOCOLS)
    application = port.get("appProtocol")
    return errors if application is None else errors + validate_qualified_name(application, path.child("appProtocol"))
