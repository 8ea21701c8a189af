"""Validation rules of service ports: each port, and unique names and numbers.

Upstream: pkg/apis/core/validation/validation.go validateServicePort, validateService (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.names import label_problems, validate_dns1123_label, validate_qualified_name
from kapivara.apis.shared.rules.ports import (
    LAST_PORT,
    PROTOCOLS,
    port_name_problems,
    validate_port_number,
    validate_port_number_or_name,
)
from kapivara.field import ErrorList, FieldError, FieldPath, duplicate, required
from kapivara.field.errors import until_full

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServicePort

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
