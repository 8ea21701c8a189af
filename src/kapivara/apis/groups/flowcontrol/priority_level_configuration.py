"""PriorityLevelConfiguration as a built-in kind, which limits concurrent and queued requests.

Upstream: pkg/registry/flowcontrol/prioritylevelconfiguration/strategy.go, pkg/printers/internalversion/printers.go
printPriorityLevelConfiguration (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from kapivara.apis.groups.flowcontrol.flow_schema import MANDATORY
from kapivara.apis.machinery.kinds.kind import WHOLE_METADATA, Kind
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.field import ErrorList, FieldPath, Operation, forbidden, invalid
from kapivara.values import Absent, JsonObject, JsonValue

if TYPE_CHECKING:
    from kapivara.apis.groups.flowcontrol.v1.zz_generated_types import PriorityLevelConfiguration
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import Column, TableLayout

_Queuing: TypeAlias = Literal["queues", "handSize", "queueLengthLimit"]
_NONE = "<none>"
_PRESERVED = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares"


class PriorityLevelConfigurationKind(Kind):
    """A limit for the requests of a priority level."""

    counted = ("spec",)
    kept_by_status = WHOLE_METADATA
    has_initial_objects = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole level on create and update; the mandatory levels must equal the server's own."""
        from kapivara.apis.groups.flowcontrol.conditions import validate_conditions
        from kapivara.apis.groups.flowcontrol.priority_level_rules import validate_priority_level

        conditions = _as_level(new)["status"].get("conditions") or ()
        if operation.subresource == "status":
            return validate_conditions(conditions)
        name = new["metadata"].get("name", "")
        errors = self.validate_new_metadata(new)
        if _PRESERVED in new["metadata"].get("annotations", {}):
            path = FieldPath.of("metadata", "annotations")
            errors.append(forbidden(path, f"annotation '{_PRESERVED}' is forbidden"))
        errors += validate_priority_level(_as_level(new)["spec"], name)
        if name in MANDATORY:
            errors += self._validate_fixed(new, name)
        return errors + validate_conditions(conditions)

    def _validate_fixed(self, new: JsonObject, name: str) -> ErrorList:
        """Requires the server's own spec; the level for exempt requests may change its `exempt` field."""
        fixed = next(each.obj["spec"] for each in self.initial_objects() if each.obj["metadata"]["name"] == name)
        spec, but = new["spec"], ""
        if name == "exempt":
            spec, but = {**spec, "exempt": fixed["exempt"]}, " except the 'spec.exempt' field"
        if not self.changes({"spec": spec}, {"spec": fixed}, ("spec",)):
            return []
        shown = internal_form(new["spec"], "flowcontrol.PriorityLevelConfigurationSpec")
        return [invalid(FieldPath.of("spec"), shown, f"spec of '{name}'{but} must equal the fixed value")]

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the priority levels of every server."""
        from kapivara.apis.groups.flowcontrol.bootstrap import priority_levels

        return priority_levels()

    def make_table(self) -> TableLayout:
        """Returns the columns: name, type, shares, queuing parameters and age."""
        from kapivara.apis.groups.flowcontrol.column_texts import HAND_SIZE, QUEUE_LENGTH, QUEUES, SHARES, TYPE
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("Type", "string", lambda obj: _as_level(obj)["spec"]["type"], description=TYPE),
                Column("NominalConcurrencyShares", "string", _shares, description=SHARES),
                _queuing_column("Queues", "queues", QUEUES),
                _queuing_column("HandSize", "handSize", HAND_SIZE),
                _queuing_column("QueueLengthLimit", "queueLengthLimit", QUEUE_LENGTH),
                age_column(self.surroundings),
            )
        )


KIND = PriorityLevelConfigurationKind


def _as_level(obj: JsonObject) -> PriorityLevelConfiguration:
    """Casts a decoded object to PriorityLevelConfiguration, so that mypy checks its fields."""
    return cast("PriorityLevelConfiguration", obj)


def _shares(obj: JsonObject) -> JsonValue:
    limited = _as_level(obj)["spec"].get("limited")
    return _NONE if limited is None else limited["nominalConcurrencyShares"]


def _queuing_column(name: str, field: _Queuing, description: str) -> Column:
    from kapivara.apis.machinery.tables.table import Column

    def cell(obj: JsonObject) -> JsonValue:
        limited = _as_level(obj)["spec"].get("limited")
        queuing = None if limited is None else limited["limitResponse"].get("queuing")
        return _NONE if queuing is None else queuing[field]

    return Column(name, "string", cell, description=description)
