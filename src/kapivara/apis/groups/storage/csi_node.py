"""CSINode as a built-in kind. Upstream: pkg/registry/storage/csinode/{strategy.go,storage/storage.go} (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import CSINode
    from kapivara.apis.machinery.tables.table import TableLayout


class CSINodeKind(Kind):
    """The CSI drivers of a node."""

    unconditional_update = False
    kept_by_status = METADATA
    keeps_empties = True  # messages print drivers, in which empty lists differ from absent ones

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the drivers, whose fields are immutable."""
        from kapivara.apis.groups.storage.driver_rules import validate_node_drivers, validate_same_drivers

        if operation.subresource == "status" and old is not ABSENT:
            return self.validate_changed_metadata(new, old)
        drivers = cast("CSINode", new)["spec"].get("drivers") or ()
        errors = self.validate_new_metadata(new)
        errors += validate_node_drivers(drivers)
        if old is ABSENT:
            return errors
        return errors + validate_same_drivers(drivers, cast("CSINode", old)["spec"].get("drivers") or ())

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps all except the status, and drops the fields of a disabled feature."""
        super().prepare_for_status_update(new, old)
        drop_disabled(new, old, (("status", "storageHealth"),))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, number of drivers and age.

        Upstream: pkg/printers/internalversion/printers.go printCSINode.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        text = "Drivers indicates the number of CSI drivers registered on the node"
        drivers = Column("Drivers", "integer", _count_drivers, description=text)
        return TableLayout((name_column(), drivers, age_column(self.surroundings)))


KIND = CSINodeKind


def _count_drivers(obj: JsonObject) -> int:
    return len(cast("CSINode", obj)["spec"]["drivers"] or ())
