"""DeviceTaintRule as a built-in kind.

Upstream: pkg/registry/resource/devicetaintrule/strategy.go, pkg/printers/internalversion/printers.go printDeviceTaint
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.kinds.subresource import StatusSubresource
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1.zz_generated_types import DeviceTaint, DeviceTaintRule
    from kapivara.apis.machinery.tables.table import TableLayout


class TaintRuleStatus(StatusSubresource):
    """The status subresource of a rule."""

    __slots__ = ()

    has_table = False


class DeviceTaintRuleKind(Kind):
    """A taint that an administrator adds to devices."""

    unconditional_update = False
    counted = ("spec",)
    kept_by_status = METADATA
    subresource_types: ClassVar = {"status": TaintRuleStatus}

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Sets the time of a taint whose effect changes, unless the client sets it."""
        taint, stored = _taint(new), _taint(old)
        if taint["effect"] != stored["effect"] and taint.get("timeAdded") == stored.get("timeAdded"):
            taint["timeAdded"] = self.surroundings.now()
        super().prepare_for_update(new, old)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the taint and its selector, or the status on a status update."""
        from kapivara.apis.groups.resource.taint_rules import validate_taint_rule, validate_taint_rule_status

        errors, rule = super().validate(operation, new, old), cast("DeviceTaintRule", new)
        if operation.subresource == "status":
            return errors + validate_taint_rule_status(rule["status"].get("conditions", ()))
        stored = None if old is ABSENT else cast("DeviceTaintRule", old)["spec"]
        return errors + validate_taint_rule(rule["spec"], stored)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, taint, time of the taint and age."""
        from kapivara.apis.groups.resource.column_texts import TAINT_EFFECT, TAINT_KEY, TAINT_TIME, TAINT_VALUE
        from kapivara.apis.machinery.tables.ages import age_of
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        def time_added(obj: JsonObject) -> str:
            added = _taint(obj).get("timeAdded")
            return "" if added is None else age_of(added, self.surroundings.now())

        return TableLayout(
            (
                name_column(),
                Column("Key", "string", lambda obj: _taint(obj)["key"], description=TAINT_KEY),
                Column("Value", "string", lambda obj: _taint(obj).get("value", ""), description=TAINT_VALUE),
                Column("Effect", "string", lambda obj: _taint(obj)["effect"], description=TAINT_EFFECT),
                Column("TimeAdded", "string", time_added, description=TAINT_TIME),
                age_column(self.surroundings),
            )
        )


KIND = DeviceTaintRuleKind


def _taint(obj: JsonObject) -> DeviceTaint:
    return cast("DeviceTaintRule", obj)["spec"]["taint"]
