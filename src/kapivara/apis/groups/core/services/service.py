"""Service as a built-in kind: allocation of addresses and ports, changes of type, validation and warnings.

Upstream: pkg/registry/core/service/{strategy.go,storage/storage.go} (1.37).
Upstream: pkg/registry/core/service/storage/{storage,alloc}.go beginCreate, beginUpdate, allocateCreate, allocateUpdate
(1.37).
Upstream: pkg/api/service/warnings.go, pkg/registry/core/service/strategy.go serviceStatusStrategy (1.37).

The server creates one for each address of a service, and deletes it with the service.
Upstream: pkg/registry/core/service/ipallocator/ipallocator.go createIPAddress, release (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.nodes.kubelet import ServiceProxy
from kapivara.apis.groups.core.services.changes import drop_type_dependent, keep_allocated, match_addresses
from kapivara.apis.groups.core.services.cluster_addresses import AllocationError, ClusterAddresses, FullError
from kapivara.apis.groups.core.services.families import fill_families, is_headless, needs_address, prefers_the_same
from kapivara.apis.groups.core.services.index import ServiceIndex
from kapivara.apis.groups.core.services.node_ports import NodePorts, fill_node_ports
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.proposal import OutdatedError, Proposal
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.apis.shared.address_warnings import cidr_warnings, ip_warnings
from kapivara.content.names import name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta import ApiError, GroupKind, GroupVersionResource, internal_error_status, invalid_status
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import Deadline
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Service, ServiceSpec
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout


_ADDRESSES_of_ip_objects: Final = GroupVersionResource("networking.k8s.io", "v1", "ipaddresses")
_FAMILY: Final = "ipaddress.kubernetes.io/ip-family"
_MANAGED_BY: Final = "ipaddress.kubernetes.io/managed-by"
_ALLOCATOR: Final = "ipallocator.k8s.io"


def match_ip_objects(surroundings: Surroundings, index: ServiceIndex) -> None:
    """Creates and deletes the objects of addresses whose holders have changed, here or on another server."""
    for address in index.take_touched():
        holder = index.addresses.get(address)
        exists = surroundings.stored(_ADDRESSES_of_ip_objects.group_resource, address) is not None
        with suppress(ApiError):  # another server or a user was faster
            if holder is not None and not exists:
                surroundings.create(_ADDRESSES_of_ip_objects, _ip_object(address, holder))
            elif holder is None and exists and _is_ours(surroundings.get(_ADDRESSES_of_ip_objects, address)):
                surroundings.delete(_ADDRESSES_of_ip_objects, address)


def _ip_object(address: str, holder: str) -> JsonObject:
    namespace, _, name = holder.partition("/")
    labels = {_FAMILY: "IPv6" if ":" in address else "IPv4", _MANAGED_BY: _ALLOCATOR}
    parent = {"group": "", "resource": "services", "namespace": namespace, "name": name}
    return {
        "apiVersion": _ADDRESSES_of_ip_objects.api_version,
        "kind": "IPAddress",
        "metadata": {"name": address, "labels": labels},
        "spec": {"parentRef": parent},
    }


def _is_ours(obj: JsonObject) -> bool:
    return bool(obj["metadata"].get("labels", {}).get(_MANAGED_BY) == _ALLOCATOR)


_HINTS: Final = "service.kubernetes.io/topology-aware-hints"
_MODE: Final = "service.kubernetes.io/topology-mode"
_SPEC: Final = FieldPath.of("spec")


def service_warnings(service: Service) -> list[str]:
    """Warns of ignored and deprecated fields, and of addresses that are not in canonical form."""
    spec = service["spec"]
    hints = _HINTS in service["metadata"].get("annotations", {})
    return [
        *([f"annotation {_HINTS} is deprecated, please use {_MODE} instead"] if hints else ()),
        *_address_warnings(spec),
        *_type_warnings(spec),
    ]


def _is_headless(spec: ServiceSpec) -> bool:
    return spec.get("type") == "ClusterIP" and spec.get("clusterIP") == "None"


def _address_warnings(spec: ServiceSpec) -> Iterator[str]:
    if spec.get("clusterIP") and spec["clusterIP"] != "None":
        for position, address in enumerate(spec.get("clusterIPs", ())):
            yield from ip_warnings(_SPEC.child("clusterIPs").index(position), address)
    if _is_headless(spec):
        yield from _ignored_by_headless(spec)
    outside = spec.get("externalIPs", ())
    for position, address in enumerate(outside):
        yield from ip_warnings(_SPEC.child("externalIPs").index(position), address)
    if outside and not _is_headless(spec) and spec.get("type") != "ExternalName":
        yield "spec.externalIPs is deprecated and may no longer be implemented in some clusters"
    if spec.get("loadBalancerIP"):
        yield from ip_warnings(_SPEC.child("loadBalancerIP"), spec["loadBalancerIP"])
    for position, block in enumerate(spec.get("loadBalancerSourceRanges", ())):
        yield from cidr_warnings(_SPEC.child("loadBalancerSourceRanges").index(position), block)


def _ignored_by_headless(spec: ServiceSpec) -> Iterator[str]:
    if spec.get("loadBalancerIP"):
        yield "spec.loadBalancerIP is ignored for headless services"
    if spec.get("externalIPs"):
        yield "spec.externalIPs is ignored for headless services"
    if spec.get("sessionAffinity") != "None":
        yield "spec.SessionAffinity is ignored for headless services"


def _type_warnings(spec: ServiceSpec) -> Iterator[str]:
    is_name = spec.get("type") == "ExternalName"
    if is_name and spec.get("externalIPs"):
        yield 'spec.externalIPs is ignored when spec.type is "ExternalName"'
    if not is_name and spec.get("externalName"):
        yield 'spec.externalName is ignored when spec.type is not "ExternalName"'
    if spec.get("trafficDistribution") == "PreferClose":
        yield 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'


def ingress_warnings(service: Service) -> list[str]:
    """Warns of load balancer addresses that are not in canonical form."""
    path = FieldPath.of("status", "loadBalancer", "ingress")
    warnings = []
    for position, ingress in enumerate(service["status"]["loadBalancer"].get("ingress", ())):
        warnings += ip_warnings(path.index(position), ingress["ip"]) if ingress.get("ip") else []
    return warnings


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

    def allocate(self, new: JsonObject, old: JsonObject | Absent, *, dry_run: bool) -> None:
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
