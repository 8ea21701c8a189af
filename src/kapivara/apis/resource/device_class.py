"""DeviceClass as a built-in kind: devices that claims ask for by a name.

Upstream: pkg/registry/resource/deviceclass/strategy.go, pkg/printers/internalversion/printers.go printDeviceClass
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.kind import Kind

if TYPE_CHECKING:
    from kapivara.apis.table import TableLayout


class DeviceClassKind(Kind):
    """The kind that names devices."""

    counted = ("spec",)

    def make_table(self) -> TableLayout:
        """Makes the columns: the name and the age."""
        from kapivara.apis.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = DeviceClassKind
