"""FlowSchema as a built-in kind, which assigns requests to priority levels.

Upstream: pkg/registry/flowcontrol/flowschema/strategy.go, pkg/printers/internalversion/printers.go printFlowSchema
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import WHOLE_METADATA, Kind
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.flowcontrol.v1.zz_generated_types import FlowSchema
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout

_MISSING = "references a broken or non-existent PriorityLevelConfiguration"

MANDATORY = frozenset(("catch-all", "exempt"))


class FlowSchemaKind(Kind):
    """A classification of requests."""

    counted = ("spec",)
    kept_by_status = WHOLE_METADATA
    has_initial_objects = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole schema on create and update; the mandatory schemas must equal the server's own."""
        from kapivara.apis.groups.flowcontrol.conditions import validate_conditions
        from kapivara.apis.groups.flowcontrol.flow_schema_rules import validate_flow_schema

        schema, conditions = _as_schema(new), _as_schema(new)["status"].get("conditions") or ()
        if operation.subresource == "status":
            return validate_conditions(conditions)
        name = new["metadata"].get("name", "")
        errors = self.validate_new_metadata(new)
        errors += validate_flow_schema(schema["spec"], name)
        if name in MANDATORY:
            fixed = next(each.obj for each in self.initial_objects() if each.obj["metadata"]["name"] == name)
            if self.changes(new, fixed, ("spec",)):
                shown = internal_form(new["spec"], "flowcontrol.FlowSchemaSpec")
                errors.append(invalid(FieldPath.of("spec"), shown, f"spec of '{name}' must equal the fixed value"))
        return errors + validate_conditions(conditions)

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the schemas of every server."""
        from kapivara.apis.groups.flowcontrol.bootstrap import flow_schemas

        return flow_schemas(self.surroundings.now())

    def make_table(self) -> TableLayout:
        """Returns the columns: name, priority level, precedence, distinguisher, age and missing level."""
        from kapivara.apis.groups.flowcontrol.column_texts import DISTINGUISHER, PRECEDENCE, PRIORITY_LEVEL
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("PriorityLevel", "string", _level, description=PRIORITY_LEVEL),
                Column("MatchingPrecedence", "string", _precedence, description=PRECEDENCE),
                Column("DistinguisherMethod", "string", _distinguisher, description=DISTINGUISHER),
                age_column(self.surroundings),
                Column("MissingPL", "string", _dangling, description=_MISSING),
            ),
            place=_place,
        )


KIND = FlowSchemaKind


def _as_schema(obj: JsonObject) -> FlowSchema:
    """Casts a decoded object to FlowSchema, so that mypy checks its fields."""
    return cast("FlowSchema", obj)


def _level(obj: JsonObject) -> str:
    return _as_schema(obj)["spec"]["priorityLevelConfiguration"]["name"]


def _precedence(obj: JsonObject) -> int:
    return _as_schema(obj)["spec"]["matchingPrecedence"]


def _place(obj: JsonObject) -> tuple[int, str]:
    return _precedence(obj), obj["metadata"].get("name", "")


def _distinguisher(obj: JsonObject) -> str:
    method = _as_schema(obj)["spec"].get("distinguisherMethod")
    return "<none>" if method is None else method["type"]


def _dangling(obj: JsonObject) -> str:
    conditions = _as_schema(obj)["status"].get("conditions", [])
    return next((each.get("status", "") for each in conditions if each.get("type") == "Dangling"), "?")
