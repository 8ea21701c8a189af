"""Node ports of services: the free ports, and the ports allocated to a service.

Upstream: pkg/registry/core/service/portallocator/{allocator,operation}.go, pkg/registry/core/service/storage/alloc.go
initNodePorts, updateNodePorts, updateHealthCheckNodePort (1.37).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.core.services.cluster_addresses import AllocationError, FullError
from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, GroupKind, internal_error_status, invalid_status, unknown_error_status

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServicePort, ServiceSpec

FIRST_PORT, LAST_PORT = 30000, 32767
_HEAD_END: Final = FIRST_PORT + (LAST_PORT - FIRST_PORT + 1) // 32
"""The first port that is allocated by default; lower ports are left for explicit requests."""
_PORTS: Final = FieldPath.of("spec", "ports")
_SERVICE: Final = GroupKind("", "Service")


def needs_node_ports(spec: ServiceSpec) -> bool:
    """Returns True if every port of a service needs a node port."""
    balanced = spec.get("type") == "LoadBalancer" and spec.get("allocateLoadBalancerNodePorts", True)
    return spec.get("type") == "NodePort" or balanced


def needs_health_port(spec: ServiceSpec) -> bool:
    """Returns True if a service needs a health check node port."""
    return spec.get("type") == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local"


def _may_have_ports(spec: ServiceSpec) -> bool:
    return spec.get("type") in ("NodePort", "LoadBalancer")


class NodePorts:
    """The node ports that one write of a service claims."""

    def __init__(self, index: ServiceIndex, *, dry_run: bool):
        self._index = index
        self._dry_run = dry_run
        self._claimed: list[int] = []

    def claim(self, port: int) -> None:
        """Claims a port; raises AllocationError. Kept: a dry run accepts ports outside the range."""
        if not self._dry_run and not FIRST_PORT <= port <= LAST_PORT:
            valid = f"The range of valid ports is {FIRST_PORT}-{LAST_PORT}"
            raise AllocationError(f"provided port is not in the valid range. {valid}")
        if port in self._claimed or self._index.ports.get(port) is not None:
            raise AllocationError("provided port is already allocated")
        self._claimed.append(port)

    def pick(self) -> int:
        """Claims a free port; raises FullError. Kept: a dry run returns a port outside the range."""
        if self._dry_run:
            self._claimed.append(max(self._claimed, default=LAST_PORT + 1) + 1)
            return self._claimed[-1]
        for low, high in ((_HEAD_END, LAST_PORT), (FIRST_PORT, _HEAD_END - 1)):
            size = high - low + 1
            start = random.randrange(size)  # noqa: S311  ports are not secret
            for offset in range(size):
                port = low + (start + offset) % size
                if port not in self._claimed and port not in self._index.ports:
                    self._claimed.append(port)
                    return port
        raise FullError("range is full")


def fill_node_ports(spec: ServiceSpec, old: ServiceSpec | None, name: str, ports: NodePorts) -> None:
    """Fills in the node ports of a service; raises ApiError if one is not available."""
    if _may_have_ports(spec):
        if old is None:
            _fill_new(spec, name, ports)
        else:
            _fill_changed(spec, old, name, ports)
    if needs_health_port(spec) and not (old is not None and needs_health_port(old)):
        _fill_health_port(spec, ports)


def _fill_new(spec: ServiceSpec, name: str, ports: NodePorts) -> None:
    """Allocates a node port for each port number, shared by its protocols."""
    known: dict[int, int] = {}
    for position, port in enumerate(spec.get("ports", ())):
        if not port.get("nodePort") and not needs_node_ports(spec):
            continue
        given = known.get(port["port"])
        if given is None:
            wanted = _wanted(port["port"], spec["ports"])
            known[port["port"]] = port["nodePort"] = _claim(wanted, position, name, ports) if wanted else _pick(ports)
        elif not port.get("nodePort"):
            port["nodePort"] = given
        elif port["nodePort"] != given:
            _claim(port["nodePort"], position, name, ports)


def _wanted(number: int, ports: list[ServicePort]) -> int:
    """Returns the first requested node port for a port number, 0 if there is none."""
    return next((each["nodePort"] for each in ports if each["port"] == number and each.get("nodePort")), 0)


def _fill_changed(spec: ServiceSpec, old: ServiceSpec, name: str, ports: NodePorts) -> None:
    """Allocates node ports for ports without one, and claims new ones."""
    before = {each["nodePort"] for each in old.get("ports", ()) if each.get("nodePort")}
    claimed: set[int] = set()
    seen = set()
    for position, port in enumerate(spec.get("ports", ())):
        number = port.get("nodePort")
        if not number and not needs_node_ports(spec):
            continue
        if not number:
            number = port["nodePort"] = _pick(ports)
        elif number not in before and number not in claimed:
            claimed.add(_claim(number, position, name, ports))
        if (port.get("protocol"), number) in seen:
            problem = f"duplicate nodePort: {{{port.get('protocol', '')} {number}}}"
            raise ApiError(unknown_error_status(problem))
        seen.add((port.get("protocol"), number))


def _fill_health_port(spec: ServiceSpec, ports: NodePorts) -> None:
    wanted = spec.get("healthCheckNodePort")
    try:
        if wanted:
            ports.claim(wanted)
        else:
            spec["healthCheckNodePort"] = ports.pick()
    except AllocationError as error:
        which = f"requested HealthCheck NodePort {wanted}" if wanted else "a HealthCheck NodePort 0"
        raise ApiError(internal_error_status(f"failed to allocate {which}: {error}")) from None


def _claim(number: int, position: int, name: str, ports: NodePorts) -> int:
    try:
        ports.claim(number)
    except AllocationError as error:
        path = _PORTS.index(position).child("nodePort")
        raise ApiError(invalid_status(_SERVICE, name, [invalid(path, number, str(error))])) from None
    return number


def _pick(ports: NodePorts) -> int:
    try:
        return ports.pick()
    except FullError as error:
        raise ApiError(internal_error_status(f"failed to allocate a nodePort: {error}")) from None
