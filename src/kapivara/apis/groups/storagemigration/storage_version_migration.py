"""StorageVersionMigration as a built-in kind.

Upstream: pkg/registry/storagemigration/storagemigration/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.meta.kinds import GroupResource
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.storagemigration.v1.zz_generated_types import StorageVersionMigration
    from kapivara.apis.machinery.tables.table import TableLayout

_STATES = frozenset(("Running", "Failed", "Succeeded"))


class StorageVersionMigrationKind(Kind):
    """A request to rewrite all stored objects of a resource."""

    unconditional_update = False
    kept_by_status = METADATA
    keeps_empties = True  # messages print conditions, of which empty differs from absent

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the immutable resource, or the outcome on a status update."""
        from kapivara.apis.groups.storagemigration.migration_rules import validate_migration, validate_migration_status
        from kapivara.apis.shared.rules.changes import validate_immutable_value

        migration = _as_migration(new)
        if old is ABSENT:
            return self.validate_new_metadata(new) + validate_migration(migration["spec"])
        if operation.subresource:
            errors = self.validate_changed_metadata(new, old)
            return errors + validate_migration_status(migration["status"], _as_migration(old)["status"])
        errors = self.validate_new_metadata(new) + validate_migration(migration["spec"])
        errors += self.validate_changed_metadata(new, old)
        shape, path = self.shape.tables.by_name["spec"].shape, FieldPath.of("spec")
        internal = "storagemigration.StorageVersionMigrationSpec"
        return errors + validate_immutable_value(new["spec"], old["spec"], path, shape, internal)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, resource, state and age.

        Upstream: pkg/printers/internalversion/printers.go printStorageVersionMigration.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column

        return TableLayout(
            (
                replace(name_column(), format=""),
                Column("Resource", "string", _resource, description="GroupResource to migrate"),
                Column("Status", "string", _state, description="Status of the migration"),
            )
        )


KIND = StorageVersionMigrationKind


def _as_migration(obj: JsonObject) -> StorageVersionMigration:
    return cast("StorageVersionMigration", obj)


def _resource(obj: JsonObject) -> str:
    resource = _as_migration(obj)["spec"]["resource"]
    return str(GroupResource(resource["group"], resource["resource"]))


def _state(obj: JsonObject) -> str:
    """Returns the last true condition that is a state, or `Unknown`."""
    conditions = _as_migration(obj)["status"].get("conditions", ())
    holding = [each["type"] for each in conditions if each["status"] == "True" and each["type"] in _STATES]
    return holding[-1] if holding else "Unknown"
