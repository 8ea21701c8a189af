"""Service as a built-in kind: allocation of addresses and ports, changes of type, validation and warnings.

Upstream: pkg/registry/core/service/{strategy.go,storage/storage.go} (1.37).

Upstream: pkg/registry/core/service/storage/{storage,alloc}.go beginCreate, beginUpdate, allocateCreate, allocateUpdate
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.nodes.kubelet import ServiceProxy
from kapivara.apis.groups.core.services.changes import drop_type_dependent, keep_allocated, match_addresses
from kapivara.apis.groups.core.services.cluster_addresses import AllocationError, ClusterAddresses, FullError
from kapivara.apis.groups.core.services.families import fill_families, is_headless, needs_address, prefers_the_same
from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.groups.core.services.node_ports import NodePorts, fill_node_ports
from kapivara.apis.groups.core.services.warnings import ingress_warnings, service_warnings
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.proposal import OutdatedError, Proposal
from kapivara.content.names import name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta import ApiError, GroupKind, internal_error_status, invalid_status
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import Deadline
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Service, ServiceSpec
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.server.surroundings import Surroundings
    from kapivara.apis.machinery.tables.table import TableLayout


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


_SECURE_PORT: Final = 6443
"""The port of a server without a configured port."""


class ServiceKind(Kind):
    """An address in front of a group of pods."""

    claims = True
    costly = True  # its addresses are stored as separate objects
    create_on_update = True
    has_initial_objects = True
    subresource_types: ClassVar = {**Kind.subresource_types, "proxy": ServiceProxy}

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the service of the API server itself."""
        from kapivara.apis.machinery.kinds.initial_object import InitialObject  # needed once

        port = {"name": "https", "protocol": "TCP", "port": 443, "targetPort": _SECURE_PORT}
        labels = {"provider": "kubernetes", "component": "apiserver"}
        yield InitialObject(
            {
                "apiVersion": "v1",
                "kind": "Service",
                "metadata": {"name": "kubernetes", "namespace": "default", "labels": labels},
                "spec": {"ports": [port], "clusterIP": "10.0.0.1", "ipFamilyPolicy": "SingleStack"},
            }
        )

    def _index(self) -> ServiceIndex:
        return self.surroundings.index_of(self.gvr, ServiceIndex)[0]

    def begin(self, new: JsonObject, old: JsonObject | Absent, *, dry_run: bool) -> None:
        """Allocates the addresses and ports of a service."""
        service = _as_service(new)
        allocation = Allocation(self.surroundings, self._index(), service["metadata"].get("name", ""), dry_run=dry_run)
        allocation.fill(service["spec"], None if old is ABSENT else _as_service(old)["spec"])

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and drops fields that the new type does not support."""
        super().prepare_for_update(new, old)
        drop_type_dependent(_as_service(new), _as_service(old))

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS label."""
        return name_is_dns_label(name, prefix)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the changes of an update and the whole service; for a status update only the load balancer."""
        errors, service = super().validate(operation, new, old), _as_service(new)
        if old is not ABSENT:
            from kapivara.apis.groups.core.services.update_rules import validate_service_change, validate_service_status

            if operation.subresource == "status":
                return errors + validate_service_status(service, _as_service(old))
            errors += validate_service_change(service["spec"], _as_service(old)["spec"])
        from kapivara.apis.groups.core.services.rules import validate_service  # status updates do not need it

        return errors + validate_service(service, None if old is ABSENT else _as_service(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of ignored and deprecated fields, and of addresses that are not in canonical form."""
        service = _as_service(new)
        return ingress_warnings(service) if operation.subresource == "status" else service_warnings(service)

    def canonicalize(self, obj: JsonObject) -> None:
        """Removes a field that has no meaning for ExternalName."""
        spec = _as_service(obj)["spec"]
        if spec.get("type") == "ExternalName":
            spec.pop("internalTrafficPolicy", None)

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Checks that no other service holds the allocated values; the precondition covers the time until the write."""
        if dry_run:
            return Proposal(obj)
        index, no_other = self.surroundings.index_of(self.gvr, ServiceIndex)
        metadata, spec = _as_service(obj)["metadata"], _as_service(obj)["spec"]
        key = f"{metadata.get('namespace', '')}/{metadata.get('name', '')}"
        if index.held_by_others(key, spec):
            raise OutdatedError
        return Proposal(obj, () if index.holds(key, spec) else (no_other,))

    def after_write(self, name: str) -> None:  # noqa: ARG002  the index has it
        """Creates the IPAddress objects of new addresses."""
        self._match_ip_objects()

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:  # noqa: ARG002  the index has it
        """Deletes the IPAddress objects of released addresses."""
        self._match_ip_objects()

    def _match_ip_objects(self) -> None:
        from kapivara.apis.groups.core.services.ip_objects import match_ip_objects  # validation alone does not need it

        match_ip_objects(self.surroundings, self._index())

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, the address and the type."""
        spec = obj.get("spec") or {}
        own = {"spec.clusterIP": spec.get("clusterIP", ""), "spec.type": spec.get("type", "")}
        return {**super().selectable_fields(obj), **own}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, type, cluster and external addresses, ports, age and selector."""
        from kapivara.apis.groups.core.services.table import service_layout

        return service_layout(self.surroundings)


KIND = ServiceKind


def _as_service(obj: JsonObject) -> Service:
    """Casts a decoded object to Service, so that mypy checks its fields."""
    return cast("Service", obj)
