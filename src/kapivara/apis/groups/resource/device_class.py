"""DeviceClass as a built-in kind.

Upstream: pkg/registry/resource/deviceclass/strategy.go, pkg/printers/internalversion/printers.go printDeviceClass
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1.zz_generated_types import DeviceClass
    from kapivara.apis.machinery.tables.table import TableLayout


class DeviceClassKind(Kind):
    """A named class of devices, to which claims refer."""

    declared_name_format = "format=k8s-long-name"
    counted = ("spec",)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the name, which declarative rules repeat, the selectors and the configuration."""
        from kapivara.apis.groups.resource.class_rules import validate_class

        errors = self.validate_new_metadata(new)
        if old is not ABSENT:
            errors += super().validate(operation, new, old)
        stored = None if old is ABSENT else cast("DeviceClass", old)["spec"]
        errors += validate_class(cast("DeviceClass", new)["spec"], stored, operation.deadline)
        return errors or (self.validate_new_metadata(new, name_is_path_segment) if old is ABSENT else errors)

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS subdomain. Kept: a prefix is checked only without other errors, as a path segment."""
        return [] if prefix else super().check_name(name, prefix)

    def make_table(self) -> TableLayout:
        """Returns the columns: name and age."""
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = DeviceClassKind
