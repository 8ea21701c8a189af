"""ResourceClaimTemplate as a built-in kind.

Upstream: pkg/registry/resource/resourceclaimtemplate/strategy.go, pkg/printers/internalversion/printers.go
printResourceClaimTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.resource.admin_access import validate_admin_access
from kapivara.apis.groups.resource.claim_features import drop_disabled_claim_fields
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.rules.changes import validate_immutable_value
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1.zz_generated_types import ResourceClaimSpec, ResourceClaimTemplate
    from kapivara.apis.machinery.tables.table import TableLayout

_SPEC = FieldPath.of("spec")


class ResourceClaimTemplateKind(Kind):
    """A template for the claims of pods."""

    keeps_empties = True  # messages print changes, in which empty differs from absent

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops the fields of disabled features."""
        super().prepare_for_create(obj)
        drop_disabled_claim_fields(_claim(obj), None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops the fields of disabled features."""
        super().prepare_for_update(new, old)
        drop_disabled_claim_fields(_claim(new), _claim(old))

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the metadata and the spec of the template, which are immutable."""
        from kapivara.apis.groups.resource.claim_rules import validate_claim_spec
        from kapivara.apis.shared.volumes.claim_spec import validate_template_metadata

        spec, errors = cast("ResourceClaimTemplate", new)["spec"], super().validate(operation, new, old)
        judged = validate_template_metadata(spec["metadata"], _SPEC.child("metadata"))
        judged += validate_claim_spec(spec["spec"], _SPEC.child("spec"), operation.deadline)
        if old is ABSENT:
            return validate_admin_access(spec["spec"], new["metadata"], self.surroundings) + errors + judged
        named = self.validate_new_metadata(new)
        shape = self.shape.tables.by_name["spec"].shape
        changed = validate_immutable_value(spec, old["spec"], _SPEC, shape, "resource.ResourceClaimTemplateSpec")
        return named + judged + errors + changed

    def make_table(self) -> TableLayout:
        """Returns the columns: name and age."""
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = ResourceClaimTemplateKind


def _claim(obj: JsonObject) -> ResourceClaimSpec:
    return cast("ResourceClaimTemplate", obj)["spec"]["spec"]
