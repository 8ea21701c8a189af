"""Service as a built-in kind: what is allocated for it, kept and dropped as its type changes, and what is shown.

Upstream: pkg/registry/core/service/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.core.kubelet import ServiceProxy
from kapivara.apis.core.service_allocation import Allocation
from kapivara.apis.core.service_changes import drop_type_dependent
from kapivara.apis.core.service_index import ServiceIndex
from kapivara.apis.core.service_warnings import ingress_warnings, service_warnings
from kapivara.apis.kind import Kind
from kapivara.apis.proposal import OutdatedError, Proposal
from kapivara.content.names import name_is_dns_label
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import Deadline

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import Service
    from kapivara.apis.initial_object import InitialObject
    from kapivara.apis.table import TableLayout

_SECURE_PORT: Final = 6443
"""Where a server is reached that is told no other port."""


class ServiceKind(Kind):
    """An address behind which pods stand."""

    claims = True
    costly = True  # its addresses are written down as objects of their own
    create_on_update = True
    has_initial_objects = True
    subresource_types: ClassVar = {**Kind.subresource_types, "proxy": ServiceProxy}

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the server's own service."""
        from kapivara.apis.initial_object import InitialObject  # made once

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
        """Gives a service its addresses and ports."""
        service = _as_service(new)
        allocation = Allocation(self.surroundings, self._index(), service["metadata"].get("name", ""), dry_run=dry_run)
        allocation.fill(service["spec"], None if old is ABSENT else _as_service(old)["spec"])

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and drops what a service of another type cannot have."""
        super().prepare_for_update(new, old)
        drop_type_dependent(_as_service(new), _as_service(old))

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Takes labels of DNS, without dots."""
        return name_is_dns_label(name, prefix)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges what an update changes, and the whole service; of a status, only what it tells of load balancers."""
        errors, service = super().validate(operation, new, old), _as_service(new)
        if old is not ABSENT:
            from kapivara.apis.core.service_update_rules import validate_service_change, validate_service_status

            if operation.subresource == "status":
                return errors + validate_service_status(service, _as_service(old))
            errors += validate_service_change(service["spec"], _as_service(old)["spec"])
        from kapivara.apis.core.service_rules import validate_service  # a status needs none of it

        return errors + validate_service(service, None if old is ABSENT else _as_service(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of what is ignored, on its way out, or not written as it should be."""
        service = _as_service(new)
        return ingress_warnings(service) if operation.subresource == "status" else service_warnings(service)

    def canonicalize(self, obj: JsonObject) -> None:
        """Leaves out what has no meaning for a name of somewhere else."""
        spec = _as_service(obj)["spec"]
        if spec.get("type") == "ExternalName":
            spec.pop("internalTrafficPolicy", None)

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Makes sure that nobody else has what was given to a service, and that this stays so until it is stored."""
        if dry_run:
            return Proposal(obj)
        index, no_other = self.surroundings.index_of(self.gvr, ServiceIndex)
        metadata, spec = _as_service(obj)["metadata"], _as_service(obj)["spec"]
        key = f"{metadata.get('namespace', '')}/{metadata.get('name', '')}"
        if index.held_by_others(key, spec):
            raise OutdatedError
        return Proposal(obj, () if index.holds(key, spec) else (no_other,))

    def after_write(self, name: str) -> None:  # noqa: ARG002  the index knows
        """Writes down who holds which address."""
        self._match_ip_objects()

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:  # noqa: ARG002  the index knows
        """Writes down that addresses are free."""
        self._match_ip_objects()

    def _match_ip_objects(self) -> None:
        from kapivara.apis.core.service_ip_objects import match_ip_objects  # what only judges objects writes none

        match_ip_objects(self.surroundings, self._index())

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the address and the type, too."""
        spec = obj.get("spec") or {}
        own = {"spec.clusterIP": spec.get("clusterIP", ""), "spec.type": spec.get("type", "")}
        return {**super().selectable_fields(obj), **own}

    def make_table(self) -> TableLayout:
        """Makes the columns: where a service is reached, from within and from outside."""
        from kapivara.apis.core.service_table import service_layout

        return service_layout(self.surroundings)


KIND = ServiceKind


def _as_service(obj: JsonObject) -> Service:
    """Takes an object that was decoded as a service for one, so that mypy checks rules field by field."""
    return cast("Service", obj)
