"""Validation rules of container ports and host ports.

Upstream: pkg/apis/core/validation/validation.go validateContainerPorts, AccumulateUniqueHostPorts,
validatePodHostNetworkDeps (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.ports import LAST_PORT, port_name_problems, validate_port_name, validate_port_number
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

PROTOCOLS: Final = ("SCTP", "TCP", "UDP")


def validate_container_ports(ports: Iterable[v1.ContainerPort], path: FieldPath) -> ErrorList:
    """Requires valid ports with unique names."""
    errors: ErrorList = []
    names: set[str] = set()
    for position, port in enumerate(ports):
        name, number, host = port.get("name"), port["containerPort"], port.get("hostPort", 0)
        if name:
            if port_name_problems(name):
                errors += validate_port_name(name, path.index(position).child("name"))
            elif name in names:
                errors.append(duplicate(path.index(position).child("name"), name))
            else:
                names.add(name)
        if not number:
            errors.append(required(path.index(position).child("containerPort")))
        elif not 1 <= number <= LAST_PORT:
            errors += validate_port_number(number, path.index(position).child("containerPort"))
        if host:
            errors += validate_port_number(host, path.index(position).child("hostPort"))
        if port.get("protocol") not in PROTOCOLS:
            where = path.index(position).child("protocol")
            errors += validate_required_choice(port.get("protocol", ""), where, PROTOCOLS)
    return errors


def validate_host_ports(containers: Sequence[v1.Container], path: FieldPath) -> ErrorList:
    """Rejects host ports that several concurrent containers use."""
    errors: ErrorList = []
    taken: set[str] = set()
    for number, container in enumerate(containers):
        for position, port in enumerate(container.get("ports", ())):
            if not port.get("hostPort"):
                continue
            wanted = f"{port.get('protocol', '')}/{port.get('hostIP', '')}/{port['hostPort']}"
            if wanted in taken:
                place = path.index(number).child("ports").index(position)
                errors.append(duplicate(place.child("hostPort"), wanted))
            taken.add(wanted)
    return errors


def validate_ports_of_host_network(spec: v1.PodSpec, path: FieldPath, *, is_pod: bool) -> ErrorList:
    """Requires host ports equal to container ports on the host network; a template may omit them.

    Defaults fill them in for pods.
    """
    if not spec.get("hostNetwork"):
        return []
    errors: ErrorList = []
    for number, container in enumerate(spec["containers"] or ()):
        for position, port in enumerate(container.get("ports", ())):
            host = port.get("hostPort", 0)
            if (is_pod or host) and host != port["containerPort"]:
                place = path.child("containers").index(number).child("ports").index(position)
                detail = "must match `containerPort` when `hostNetwork` is true"
                errors.append(invalid(place.child("hostPort"), host, detail))
    return errors
