"""Endpoints as a built-in kind, deprecated in favor of EndpointSlice.

Upstream: pkg/registry/core/endpoint/strategy.go, staging/src/k8s.io/api/core/v1/zz_generated.prerelease-lifecycle.go,
pkg/printers/internalversion/printers.go formatEndpoints (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.address_warnings import ip_warnings
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.tables.table import TableLayout

_MANAGED_BY: Final = "endpoints.kubernetes.io/managed-by"
_CONTROLLER: Final = "endpoint-controller"
_MOST_SHOWN: Final = 3


class EndpointsKind(Kind):
    """The addresses of a service's endpoints."""

    create_on_update = True
    deprecation_warning = "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the changes of an update and the whole object."""
        from kapivara.apis.groups.core.services.endpoints_rules import validate_endpoints

        errors = super().validate(operation, new, old)
        if old is not ABSENT:
            errors += self.validate_new_metadata(new)
        return errors + validate_endpoints(_as_endpoints(new), None if old is ABSENT else _as_endpoints(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of addresses that are not in canonical form, unless a controller manages the object."""
        endpoints = _as_endpoints(new)
        if endpoints["metadata"].get("labels", {}).get(_MANAGED_BY) == _CONTROLLER:
            return []
        warnings = []
        for position, subset in enumerate(endpoints.get("subsets", ())):
            place = FieldPath.of("subsets").index(position)
            ready, others = subset.get("addresses", ()), subset.get("notReadyAddresses", ())
            for name, addresses in (("addresses", ready), ("notReadyAddresses", others)):
                for number, address in enumerate(addresses):
                    warnings += ip_warnings(place.child(name).index(number).child("ip"), address["ip"])
        return warnings

    def make_table(self) -> TableLayout:
        """Returns the columns: name, the first addresses and age."""
        from kapivara.apis.groups.core.column_texts import ENDPOINTS
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        addresses = Column("Endpoints", "string", _addresses_text, description=ENDPOINTS["Endpoints"])
        return TableLayout((name_column(), addresses, age_column(self.surroundings)))


KIND = EndpointsKind


def _as_endpoints(obj: JsonObject) -> v1.Endpoints:
    return cast("v1.Endpoints", obj)


def _addresses_text(obj: JsonObject) -> str:
    endpoints = _as_endpoints(obj)
    if not endpoints.get("subsets"):
        return "<none>"
    found = list(_addresses(endpoints))
    shown = ",".join(found[:_MOST_SHOWN])
    return f"{shown} + {len(found) - _MOST_SHOWN} more..." if len(found) > _MOST_SHOWN else shown


def _addresses(endpoints: v1.Endpoints) -> Iterator[str]:
    """Yields all addresses, each once per port."""
    for subset in endpoints.get("subsets", ()):
        hosts = [each["ip"] for each in subset.get("addresses", ())]
        if not subset.get("ports"):
            yield from hosts
        for port in subset.get("ports", ()):
            yield from (f"[{host}]:{port['port']}" if ":" in host else f"{host}:{port['port']}" for host in hosts)
