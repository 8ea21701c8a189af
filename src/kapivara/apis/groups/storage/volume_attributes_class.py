"""VolumeAttributesClass as a built-in kind.

Upstream: pkg/registry/storage/volumeattributesclass/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import VolumeAttributesClass
    from kapivara.apis.machinery.tables.table import TableLayout


class VolumeAttributesClassKind(Kind):
    """A set of volume attributes that can change during use."""

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole class on create and update; driver and parameters are immutable."""
        from kapivara.apis.groups.storage.class_rules import validate_attributes_class, validate_same_attributes

        errors: ErrorList = []
        if old is not ABSENT:
            errors += self.validate_changed_metadata(new, old)
            errors += validate_same_attributes(_as_class(new), _as_class(old))
        errors += self.validate_new_metadata(new)
        return errors + validate_attributes_class(_as_class(new))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, driver and age.

        Upstream: pkg/printers/internalversion/printers.go printVolumeAttributesClass.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        text = "driverName is the name of the CSI driver This field is immutable."
        driver = Column("DriverName", "string", _driver, description=text)
        return TableLayout((name_column(), driver, age_column(self.surroundings)))


KIND = VolumeAttributesClassKind


def _as_class(obj: JsonObject) -> VolumeAttributesClass:
    """Casts a decoded object to VolumeAttributesClass, so that mypy checks its fields."""
    return cast("VolumeAttributesClass", obj)


def _driver(obj: JsonObject) -> str:
    return _as_class(obj)["driverName"]
