"""VolumeAttributesClass as a built-in kind.

Upstream: pkg/registry/storage/volumeattributesclass/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.storage.v1.zz_generated_types import VolumeAttributesClass
    from kapivara.apis.table import TableLayout


class VolumeAttributesClassKind(Kind):
    """What can be changed about volumes while they are in use."""

    def make_table(self) -> TableLayout:
        """Makes the columns: the name, the driver and the age.

        Upstream: pkg/printers/internalversion/printers.go printVolumeAttributesClass.
        """
        from kapivara.apis.table import Column, TableLayout, age_column, name_column

        text = "driverName is the name of the CSI driver This field is immutable."
        driver = Column("DriverName", "string", _driver, description=text)
        return TableLayout((name_column(), driver, age_column(self.surroundings)))


KIND = VolumeAttributesClassKind


def _driver(obj: JsonObject) -> str:
    return cast("VolumeAttributesClass", obj)["driverName"]
