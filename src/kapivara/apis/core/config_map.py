"""ConfigMap as a built-in kind.

Upstream: pkg/registry/core/configmap/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import ConfigMap
    from kapivara.apis.table import TableLayout


class ConfigMapKind(Kind):
    """Settings, by name."""

    def make_table(self) -> TableLayout:
        """Makes the columns: the name, how many settings there are, and the age."""
        from kapivara.apis.core.column_texts import CONFIG_MAP
        from kapivara.apis.table import Column, TableLayout, age_column, name_column

        data = Column("Data", "string", _count, description=CONFIG_MAP["Data"])
        return TableLayout((name_column(), data, age_column(self.surroundings)))


KIND = ConfigMapKind


def _count(obj: JsonObject) -> int:
    settings = cast("ConfigMap", obj)
    return len(settings.get("data", ())) + len(settings.get("binaryData", ()))
