"""ServiceCIDR as a built-in kind; every server has one for its default block.

Upstream: pkg/registry/networking/servicecidr/{strategy.go,storage/storage.go},
pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.server.cluster_block import CLUSTER_BLOCK
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import ServiceCIDR
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout

_CIDRS = (
    'cidrs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign '
    "service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable."
)


DEFAULT_NAME = "kubernetes"


class ServiceCIDRKind(Kind):
    """CIDR blocks from which services get their addresses."""

    kept_by_status = METADATA
    has_initial_objects = True
    keeps_empties = True  # messages print blocks, of which empty differs from absent

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the default block, which is ready."""
        from kapivara.apis.machinery.kinds.initial_object import InitialObject

        ready = {
            "type": "Ready",
            "status": "True",
            "lastTransitionTime": self.surroundings.now(),
            "message": "Kubernetes default Service CIDR is ready",
        }
        block = {"metadata": {"name": DEFAULT_NAME}, "spec": {"cidrs": [CLUSTER_BLOCK]}}
        yield InitialObject(
            {**block, "status": {"conditions": [ready]}}, status_manager="kubernetes-service-cidr-controller"
        )

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the blocks; an update may only add one."""
        from kapivara.apis.groups.networking.service_cidr_rules import validate_blocks, validate_changed_blocks

        errors, blocks = super().validate(operation, new, old), cast("ServiceCIDR", new)["spec"].get("cidrs")
        if old is ABSENT:
            return errors + validate_blocks(blocks or [])
        if operation.subresource == "status":
            return errors
        return errors + validate_changed_blocks(blocks, cast("ServiceCIDR", old)["spec"].get("cidrs") or [])

    def make_table(self) -> TableLayout:
        """Returns the columns: name, blocks and age.

        Upstream: pkg/printers/internalversion/printers.go printServiceCIDR.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        blocks = Column("CIDRs", "string", _blocks, description=_CIDRS)
        return TableLayout((name_column(), blocks, age_column(self.surroundings)))


KIND = ServiceCIDRKind


def _blocks(obj: JsonObject) -> str:
    return ",".join(cast("ServiceCIDR", obj)["spec"].get("cidrs", ()))
