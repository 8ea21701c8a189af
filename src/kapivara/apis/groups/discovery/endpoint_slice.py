"""EndpointSlice as a built-in kind; it has no spec, so its generation counts changes outside the metadata.

Upstream: pkg/registry/discovery/endpointslice/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.discovery.v1.zz_generated_types import Endpoint, EndpointSlice
    from kapivara.apis.machinery.tables.table import TableLayout

MANAGED_BY = "endpointslice.kubernetes.io/managed-by"
_OWN_CONTROLLERS = ("endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io")
_HOST_NAME = "kubernetes.io/hostname"
_OLD_TYPE = "spec.addressType: FQDN endpoints are deprecated"  # kept: there is no spec
_SHOWN = 3


class EndpointSliceKind(Kind):
    """A part of a service's endpoints."""

    counted = ("addressType", "endpoints", "ports")

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole slice on create and update.

        Unchanged endpoints may be invalid, and the type is immutable.
        """
        from kapivara.apis.groups.discovery import endpoint_slice_rules as rules

        endpoints = _as_slice(new)
        kind = endpoints["addressType"]
        errors = self.validate_new_metadata(new)
        errors += rules.validate_address_type(kind)
        errors += rules.validate_ports(endpoints.get("ports") or ())
        found = rules.validate_endpoints(endpoints.get("endpoints") or (), kind)
        if found and (old is ABSENT or self.changes(new, old, ("endpoints",))):
            errors += found
        if old is not ABSENT and kind != _as_slice(old)["addressType"]:
            changed = invalid(FieldPath.of("addressType"), NamedString(kind), IMMUTABLE).with_origin("immutable")
            errors.append(changed.marked(covered_by_declarative=True))
        return errors

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Starts the generation, and drops the deprecated topology."""
        super().prepare_for_create(obj)
        _drop_topology(_as_slice(obj), frozenset())

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Increases the generation, also for changed labels; drops the deprecated topology of changed endpoints."""
        super().prepare_for_update(new, old)
        if (new["metadata"].get("labels") or {}) != (old["metadata"].get("labels") or {}):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1
        if self.changes(new, old, ("endpoints",)):
            known = (_topology_node(each) for each in _as_slice(old)["endpoints"] or ())
            _drop_topology(_as_slice(new), frozenset(known) - {""})

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of the deprecated type FQDN on create, and of addresses that are not in canonical form."""
        endpoints = _as_slice(new)
        by_name = old is ABSENT and endpoints["addressType"] == "FQDN"
        return [_OLD_TYPE] * by_name + _address_warnings(endpoints)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, address type, ports, endpoints and age.

        Upstream: pkg/printers/internalversion/printers.go printEndpointSlice.
        """
        from kapivara.apis.groups.discovery import column_texts as texts
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("AddressType", "string", lambda obj: _as_slice(obj)["addressType"], description=texts.TYPE),
                Column("Ports", "string", _ports, description=texts.PORTS),
                Column("Endpoints", "string", _addresses, description=texts.ENDPOINTS),
                age_column(self.surroundings),
            )
        )


KIND = EndpointSliceKind


def _as_slice(obj: JsonObject) -> EndpointSlice:
    return cast("EndpointSlice", obj)


def _topology_node(endpoint: Endpoint) -> str:
    """Returns the node that an endpoint's topology names."""
    return endpoint.get("deprecatedTopology", {}).get(_HOST_NAME, "")


def _drop_topology(endpoints: EndpointSlice, known: frozenset[str]) -> None:
    """Drops the topology of endpoints; copies a node that the old object named to `nodeName`."""
    for endpoint in endpoints["endpoints"] or ():
        node = _topology_node(endpoint)
        if "nodeName" not in endpoint and node in known and not name_is_dns_subdomain(node):
            endpoint["nodeName"] = node
        endpoint.pop("deprecatedTopology", None)


def _address_warnings(endpoints: EndpointSlice) -> list[str]:
    if endpoints["metadata"].get("labels", {}).get(MANAGED_BY) in _OWN_CONTROLLERS:
        return []  # controllers write canonical addresses
    from kapivara.apis.shared.address_warnings import ip_warnings

    return [
        text
        for position, endpoint in enumerate(endpoints["endpoints"] or ())
        for number, address in enumerate(endpoint["addresses"] or ())
        for text in ip_warnings(_ENDPOINTS.index(position).child("addresses").index(number), address)
    ]


_ENDPOINTS = FieldPath.of("endpoints")


def _ports(obj: JsonObject) -> str:
    ports = _as_slice(obj)["ports"] or ()
    return _some([str(each["port"]) if "port" in each else each["name"] for each in ports])


def _addresses(obj: JsonObject) -> str:
    endpoints = _as_slice(obj)["endpoints"] or ()
    return _some([address for each in endpoints for address in each["addresses"] or ()])


def _some(texts: Sequence[str]) -> str:
    """Returns the first texts and the number of the others."""
    more = len(texts) - _SHOWN
    return ",".join(texts[:_SHOWN]) + (f" + {more} more..." if more > 0 else "") or "<unset>"
