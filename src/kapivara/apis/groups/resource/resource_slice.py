"""ResourceSlice as a built-in kind.

Upstream: pkg/registry/resource/resourceslice/strategy.go, pkg/apis/resource/v1/conversion.go,
pkg/printers/internalversion/printers.go printResourceSlice; pkg/features/kube_features.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1.zz_generated_types import ResourceSlice, ResourceSliceSpec
    from kapivara.apis.machinery.tables.table import TableLayout

_OFF: Final = (
    (("devices", "consumesCounters", "compatibilityGroups"),),
    (("devices", "nodeAllocatableResources"),),
    tuple(("devices", "attributes", "*", field) for field in ("bools", "ints", "strings", "versions")),
    (("partitionTypeAttribute",),),
    (("skipNodeOperations",),),
)
"""The fields of features that are off by default.

The features are DRADeviceCompatibilityGroups, DRANodeAllocatableResources, DRAListTypeAttributes,
DRAPartitionableDevicesType and DRAOptionalNodeOperations.
"""


class ResourceSliceKind(Kind):
    """The devices that a driver offers."""

    counted = ("spec",)
    keeps_empties = True  # shared counters exclude a list of devices, even an empty one

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops the fields of disabled features."""
        super().prepare_for_create(obj)
        drop_disabled(_spec(obj), None, *_OFF)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops the fields of disabled features. Kept: after the generation was computed."""
        super().prepare_for_update(new, old)
        drop_disabled(_spec(new), _spec(old), *_OFF)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the devices and their nodes."""
        from kapivara.apis.groups.resource.slice_rules import validate_slice

        stored = None if old is ABSENT else _spec(old)
        return super().validate(operation, new, old) + validate_slice(_spec(new), stored)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of upper case letters in driver names."""
        found, driver = super().warnings(operation, new, old), _spec(new)["driver"]
        if driver != driver.lower():
            problem = f"driver names should be lowercase; {quote(driver)} contains uppercase characters"
            found.append(f"spec.driver: {problem}")
        return found

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, the node, the driver and the pool."""
        spec = _spec(obj)
        return {
            **super().selectable_fields(obj),
            "spec.nodeName": spec.get("nodeName", ""),
            "spec.driver": spec["driver"],
            "spec.pool.name": spec["pool"]["name"],
        }

    @property
    def unsupported_field(self) -> str:
        """The error text, which also names the kind."""
        return f"field label not supported for {self.gvk}: {{field}}"

    def make_table(self) -> TableLayout:
        """Returns the columns: name, node, driver, pool and age."""
        from kapivara.apis.groups.resource.column_texts import DRIVER, NODE, POOL
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("Node", "string", lambda obj: _spec(obj).get("nodeName", ""), description=NODE),
                Column("Driver", "string", lambda obj: _spec(obj)["driver"], description=DRIVER),
                Column("Pool", "string", lambda obj: _spec(obj)["pool"]["name"], description=POOL),
                age_column(self.surroundings),
            )
        )


KIND = ResourceSliceKind


def _spec(obj: JsonObject) -> ResourceSliceSpec:
    return cast("ResourceSlice", obj)["spec"]
