"""Allocates cluster addresses and node ports for a service.

Upstream: pkg/registry/core/service/storage/{storage,alloc}.go beginCreate, beginUpdate, allocateCreate, allocateUpdate
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.core.services.changes import keep_allocated, match_addresses
from kapivara.apis.groups.core.services.cluster_addresses import AllocationError, ClusterAddresses, FullError
from kapivara.apis.groups.core.services.families import fill_families, is_headless, needs_address, prefers_the_same
from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.groups.core.services.node_ports import NodePorts, fill_node_ports
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, GroupKind, internal_error_status, invalid_status
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServiceSpec
    from kapivara.apis.machinery.server.surroundings import Surroundings

_SERVICE: Final = GroupKind("", "Service")
_ADDRESSES: Final = FieldPath.of("spec", "clusterIPs")


class Allocation:
    """The allocation for one write of a service: requested values, and those that it needs."""

    def __init__(self, surroundings: Surroundings, index: ServiceIndex, name: str, *, dry_run: bool):
        self._addresses = ClusterAddresses(surroundings, index)
        self._ports = NodePorts(index, dry_run=dry_run)
        self._name = name
        self._dry_run = dry_run

    def fill(self, spec: ServiceSpec, old: ServiceSpec | None) -> None:
        """Fills in families, addresses and ports; raises ApiError if they are not available."""
        if old is not None:
            keep_allocated(spec, old)
        match_addresses(spec, old)
        errors = fill_families(spec, old)
        if errors:
            raise ApiError(invalid_status(_SERVICE, self._name, errors))
        if old is None or not prefers_the_same(spec, old):
            self._fill_addresses(spec, old)
        fill_node_ports(spec, old, self._name, self._ports)

    def _fill_addresses(self, spec: ServiceSpec, old: ServiceSpec | None) -> None:
        if not needs_address(spec) or is_headless(spec):
            return
        had = 0 if old is None or not needs_address(old) else len(old.get("ipFamilies", ()))
        if old is not None and is_headless(old):
            return
        addresses = spec.setdefault("clusterIPs", [])
        for position, family in enumerate(spec["ipFamilies"]):
            if position >= len(addresses):
                addresses.append("")
            if position >= had:
                addresses[position] = self._allocate(addresses, position, family)
        spec["clusterIP"] = addresses[0]

    def _allocate(self, addresses: list[str], position: int, family: str) -> str:
        wanted = addresses[position]
        try:
            if not wanted:
                return self._addresses.pick(family, dry_run=self._dry_run)
            self._addresses.check(wanted, dry_run=self._dry_run)
        except FullError as error:
            problem = f"failed to allocate a serviceIP for Service {quote(self._name)}: {error}"
            raise ApiError(internal_error_status(problem)) from None
        except AllocationError as error:
            refusal = invalid(_ADDRESSES, addresses, f"failed to allocate IP {wanted}: {error}")
            raise ApiError(invalid_status(_SERVICE, self._name, [refusal])) from None
        return wanted
