"""Warnings about the containers of a pod: fractional bytes, duplicate variables and conflicting ports.

Upstream: pkg/api/pod/warnings.go warningsForPodSpecAndMeta (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import all_containers, containers_with_paths
from kapivara.apis.shared.pods.warnings.fractional_bytes import fraction_warnings, is_whole
from kapivara.field import FieldPath
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.containers import Container

_IN_BYTES: Final = ("memory", "ephemeral-storage")
_NONE: Final[Mapping[str, str]] = {}
_MOST_CLASHES: Final = 1000
"""The maximum number of port conflicts reported; clients receive far fewer warnings."""
_MOST_COMPARED: Final = 100
"""The maximum number of ports with the same number that a port is compared with."""


def container_warnings(spec: v1.PodSpec, path: FieldPath) -> list[str]:
    """Returns the warnings about the containers of a pod, whose spec is at a path.

    Hot: most pods have none, which is found out without building paths.
    """
    if not _may_be_odd(spec):
        return []
    containers = list(containers_with_paths(spec, path))
    warnings: list[str] = []
    for container, place in containers:
        warnings += _resource_warnings(container, place.child("resources"))
        warnings += _variable_warnings(container, place.child("env"))
    ports = [
        (port, place.child("ports").index(position))
        for container, place in containers
        for position, port in enumerate(container.get("ports", ()))
    ]
    return [*warnings, *islice(_port_warnings(ports), _MOST_CLASHES), *_port_name_warnings(ports)]


def _may_be_odd(spec: v1.PodSpec) -> bool:
    """Returns True if there may be warnings; never False if there are any."""
    ports: list[v1.ContainerPort] = []
    for container in all_containers(spec):
        if (resources := container["resources"]) and (
            _has_fraction(resources.get("limits", _NONE)) or _has_fraction(resources.get("requests", _NONE))
        ):
            return True
        if (variables := container.get("env")) and len({each["name"] for each in variables}) < len(variables):
            return True
        ports += container.get("ports", ())
    numbers: set[tuple[int, str | None]] = set()
    names: set[str] = set()
    for port in ports:
        number, name = (port["containerPort"], port.get("protocol")), port.get("name")
        if number in numbers or name in names or "hostIP" in port:
            return True
        numbers.add(number)
        if name:
            names.add(name)
    return False


def _has_fraction(amounts: Mapping[str, str]) -> bool:
    return ("memory" in amounts and not is_whole(amounts["memory"])) or (
        "ephemeral-storage" in amounts and not is_whole(amounts["ephemeral-storage"])
    )


def _resource_warnings(container: Container, path: FieldPath) -> Iterator[str]:
    resources = container["resources"]
    for name in _IN_BYTES:
        yield from fraction_warnings(resources.get("limits", {}), path.child("limits"), name)
        yield from fraction_warnings(resources.get("requests", {}), path.child("requests"), name)


def _variable_warnings(container: Container, path: FieldPath) -> Iterator[str]:
    """Warns of duplicate variables, unless the later value refers to the earlier one."""
    seen = set()
    for position, variable in enumerate(container.get("env", ())):
        name, value = variable["name"], variable.get("value", "")
        reference = f"$({name})"
        builds_on = reference in value and value != reference and "valueFrom" not in variable
        if name in seen and not builds_on:
            place = path.index(position)
            yield f"{place}: hides previous definition of {quote(name)}, which may be dropped when using apply"
        seen.add(name)


def _port_warnings(ports: list[tuple[v1.ContainerPort, FieldPath]]) -> Iterator[str]:
    """Warns of duplicate ports, and of ports that conflict on the host."""
    seen: dict[tuple[int, str], list[tuple[v1.ContainerPort, FieldPath]]] = {}
    for port, path in ports:
        host_ip, host_port = port.get("hostIP", ""), port.get("hostPort", 0)
        if host_ip and not host_port:
            yield f"{path}: hostIP set without hostPort: {_printed(port)}"
        others = seen.setdefault((port["containerPort"], port.get("protocol", "")), [])
        for other, other_path in others[:_MOST_COMPARED]:
            other_ip, other_port = other.get("hostIP", ""), other.get("hostPort", 0)
            if (host_ip, host_port) == (other_ip, other_port):
                yield f"{path}: duplicate port definition with {other_path}"
            elif not host_port or not other_port:
                yield f"{path}: overlapping port definition with {other_path}"
            elif host_port == other_port and bool(host_ip) != bool(other_ip):
                yield f"{path}: dangerously ambiguous port definition with {other_path}"
        others.append((port, path))


def _printed(port: v1.ContainerPort) -> str:
    """Returns a port as Go prints its internal type."""
    name, protocol = port.get("name", ""), port.get("protocol", "")
    numbers = f"HostPort:{port.get('hostPort', 0)} ContainerPort:{port['containerPort']}"
    return f"{{Name:{name} {numbers} Protocol:{protocol} HostIP:{port.get('hostIP', '')}}}"


def _port_name_warnings(ports: list[tuple[v1.ContainerPort, FieldPath]]) -> Iterator[str]:
    seen: dict[str, FieldPath] = {}
    for port, path in ports:
        name = port.get("name")
        if not name:
            continue
        first = seen.setdefault(name, path)
        if first is not path:
            choice = f"services and probes that select ports by name will use {first}"
            yield f"{path}: duplicate port name {quote(name)} with {first}, {choice}"
