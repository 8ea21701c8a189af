"""ConfigMap as a built-in kind.

Upstream: pkg/registry/core/configmap/strategy.go (1.37); the rules are in `config_map_rules.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ConfigMap
    from kapivara.apis.machinery.tables.table import TableLayout


class ConfigMapKind(Kind):
    """Configuration data by key."""

    keeps_empties = True  # an immutable ConfigMap may not get an empty map where it had none

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the data; for an update, reports errors of its changes first."""
        from kapivara.apis.groups.core.configuration.config_map_rules import (
            validate_config_map,
            validate_config_map_change,
        )

        errors = super().validate(operation, new, old)
        if old is not ABSENT:
            errors += validate_config_map_change(_as_config_map(new), _as_config_map(old))
            errors += self.validate_new_metadata(new)
        return errors + validate_config_map(_as_config_map(new))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, number of keys and age."""
        from kapivara.apis.groups.core.column_texts import CONFIG_MAP
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        data = Column("Data", "string", _count, description=CONFIG_MAP["Data"])
        return TableLayout((name_column(), data, age_column(self.surroundings)))


KIND = ConfigMapKind


def _as_config_map(obj: JsonObject) -> ConfigMap:
    return cast("ConfigMap", obj)


def _count(obj: JsonObject) -> int:
    settings = _as_config_map(obj)
    return len(settings.get("data", ())) + len(settings.get("binaryData", ()))
