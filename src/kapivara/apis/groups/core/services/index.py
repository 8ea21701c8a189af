"""An index of the addresses and node ports that services hold, kept in step with the storage.

There are no other reservations: a written service claims values that are free by the index, with the precondition that
no other service was written since (`Kind.propose`), so that several servers over one storage agree.
Upstream: pkg/registry/core/service/{ipallocator,portallocator}, which keep allocations of their own (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.content.addresses import parse_ip_sloppily
from kapivara.languages.go.ip_addresses import format_ip
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServiceSpec

HEADLESS: Final = "None"


def addresses_of(spec: ServiceSpec) -> list[str]:
    """Returns the cluster addresses of a service in canonical form."""
    texts = spec.get("clusterIPs") or [spec["clusterIP"]] if spec.get("clusterIP") else []
    parsed = [parse_ip_sloppily(each) for each in texts if each and each != HEADLESS]
    return [format_ip(each.family, each.number) for each in parsed if each is not None]


def node_ports_of(spec: ServiceSpec) -> list[int]:
    """Returns the node ports of a service, including its health check port."""
    ports = [each["nodePort"] for each in spec.get("ports", ()) if each.get("nodePort")]
    health = spec.get("healthCheckNodePort")
    return [*ports, health] if health else ports


class ServiceIndex:
    """The services that hold each address and port, as `namespace/name`."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}
        self.ports: dict[int, str] = {}
        self._held: dict[str, tuple[list[str], list[int]]] = {}
        self._touched: set[str] = set()

    def clear(self) -> None:
        """Removes all services."""
        self._touched |= self.addresses.keys()
        self.addresses, self.ports, self._held = {}, {}, {}

    def put(self, key: str, obj: JsonObject) -> None:
        """Adds or replaces a service in its stored form."""
        self.drop(key)
        spec = cast("ServiceSpec", obj["spec"])
        addresses, ports = self._held[key] = addresses_of(spec), node_ports_of(spec)
        for address in addresses:
            self.addresses.setdefault(address, key)
        for port in ports:
            self.ports.setdefault(port, key)
        self._touched.update(addresses)

    def drop(self, key: str) -> None:
        """Removes a service."""
        addresses, ports = self._held.pop(key, ([], []))
        for address in addresses:
            if self.addresses.get(address) == key:
                del self.addresses[address]
        for port in ports:
            if self.ports.get(port) == key:
                del self.ports[port]
        self._touched.update(addresses)

    def held_by_others(self, key: str, spec: ServiceSpec) -> bool:
        """Returns True if another service holds an address or port that the service requests and does not have."""
        addresses, ports = self._held.get(key, ([], []))
        return any(self.addresses.get(each, key) != key for each in addresses_of(spec) if each not in addresses) or any(
            self.ports.get(each, key) != key for each in node_ports_of(spec) if each not in ports
        )

    def holds(self, key: str, spec: ServiceSpec) -> bool:
        """Returns True if a service requests only addresses and ports that it holds."""
        addresses, ports = self._held.get(key, ([], []))
        return set(addresses_of(spec)) <= set(addresses) and set(node_ports_of(spec)) <= set(ports)

    def take_touched(self) -> list[str]:
        """Returns the addresses whose holders have changed since the last call."""
        touched: list[str] = []
        while self._touched:
            touched.append(self._touched.pop())
        return touched
