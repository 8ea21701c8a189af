"""Which services hold which addresses and node ports: an index of what is stored, kept in step with the storage.

Nothing is reserved anywhere else: a service that is written claims what is free by the index, on condition that no
other service has been written since (`Kind.propose`), so that several servers over one storage agree.
Upstream: pkg/registry/core/service/{ipallocator,portallocator}, which keep allocations of their own (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.content.addresses import parse_ip_sloppily
from kapivara.content.ip_parsing import format_ip
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import ServiceSpec

HEADLESS: Final = "None"


def addresses_of(spec: ServiceSpec) -> list[str]:
    """Returns the cluster addresses that a service holds, in their canonical form."""
    texts = spec.get("clusterIPs") or [spec["clusterIP"]] if spec.get("clusterIP") else []
    parsed = [parse_ip_sloppily(each) for each in texts if each and each != HEADLESS]
    return [format_ip(each.family, each.number) for each in parsed if each is not None]


def node_ports_of(spec: ServiceSpec) -> list[int]:
    """Returns the ports that a service holds on every node, its own and that for checks of its health."""
    ports = [each["nodePort"] for each in spec.get("ports", ()) if each.get("nodePort")]
    health = spec.get("healthCheckNodePort")
    return [*ports, health] if health else ports


class ServiceIndex:
    """Who holds what: by address, by port. Services are named as `namespace/name`."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}
        self.ports: dict[int, str] = {}
        self._held: dict[str, tuple[list[str], list[int]]] = {}
        self._touched: set[str] = set()

    def clear(self) -> None:
        """Forgets all services."""
        self._touched |= self.addresses.keys()
        self.addresses, self.ports, self._held = {}, {}, {}

    def put(self, key: str, obj: JsonObject) -> None:
        """Takes in a service as it is stored now."""
        self.drop(key)
        spec = cast("ServiceSpec", obj["spec"])
        addresses, ports = self._held[key] = addresses_of(spec), node_ports_of(spec)
        for address in addresses:
            self.addresses.setdefault(address, key)
        for port in ports:
            self.ports.setdefault(port, key)
        self._touched.update(addresses)

    def drop(self, key: str) -> None:
        """Takes note of a service that is gone."""
        addresses, ports = self._held.pop(key, ([], []))
        for address in addresses:
            if self.addresses.get(address) == key:
                del self.addresses[address]
        for port in ports:
            if self.ports.get(port) == key:
                del self.ports[port]
        self._touched.update(addresses)

    def held_by_others(self, key: str, spec: ServiceSpec) -> bool:
        """Tells whether a service asks for what another one holds, and what it does not hold itself."""
        addresses, ports = self._held.get(key, ([], []))
        return any(self.addresses.get(each, key) != key for each in addresses_of(spec) if each not in addresses) or any(
            self.ports.get(each, key) != key for each in node_ports_of(spec) if each not in ports
        )

    def holds(self, key: str, spec: ServiceSpec) -> bool:
        """Tells whether a service asks for nothing but what it has."""
        addresses, ports = self._held.get(key, ([], []))
        return set(addresses_of(spec)) <= set(addresses) and set(node_ports_of(spec)) <= set(ports)

    def take_touched(self) -> list[str]:
        """Returns the addresses whose holders have changed since this was asked last."""
        touched: list[str] = []
        while self._touched:
            touched.append(self._touched.pop())
        return touched
