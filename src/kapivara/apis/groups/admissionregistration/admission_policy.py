"""The base class of ValidatingAdmissionPolicy and MutatingAdmissionPolicy.

Upstream: pkg/registry/admissionregistration/{validating,mutating}admissionpolicy/strategy.go,
pkg/printers/internalversion/printers.go printValidatingAdmissionPolicy, printMutatingAdmissionPolicy (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.groups.admissionregistration.static_names import validate_static_name
from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.field import ErrorList, Operation
from kapivara.meta.object_meta import validate_object_meta
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import ParamKind
    from kapivara.apis.machinery.tables.table import TableLayout

_PARAMETERS = "ParamKind specifies the kind of resources used to parameterize this policy"


class AdmissionPolicyKind(Kind):
    """A kind of policies that validate or change the objects of requests with CEL expressions.

    `rules` is the field of the spec that holds the expressions; `rules_text` describes its column.
    """

    qualified_finalizers = False
    unconditional_update = False
    counted = ("spec",)
    kept_by_status = METADATA
    rules: ClassVar[str]
    rules_text: ClassVar[str]

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole policy on create and update; for a status update only the status.

        Checks the user's rights to the parameters last, if there are no other errors.
        """
        if operation.subresource == "status":
            return self.validate_status(new)
        errors = validate_object_meta(new["metadata"], namespaced=False, name_check=self.check_name)
        before = None if old is ABSENT else old["spec"]
        errors += self.validate_spec(new, before)
        errors += validate_static_name(new, old)
        if errors or self.surroundings.is_unbound or "paramKind" not in new["spec"]:
            return errors
        from kapivara.apis.groups.admissionregistration.parameter_rights import (
            check_parameter_kind,
        )  # rarely needed

        return check_parameter_kind(self, new["spec"], before)

    def validate_spec(self, new: JsonObject, old: JsonObject | None) -> ErrorList:  # noqa: ARG002  overridden
        """Validates the spec of a policy, given the old spec, if any."""
        return []

    def validate_status(self, new: JsonObject) -> ErrorList:  # noqa: ARG002  not all kinds have rules
        """Validates the status of a policy."""
        return []

    def make_table(self) -> TableLayout:
        """Returns the columns: name, number of rules, kind of parameters and age."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        rules = Column(
            self.rules.capitalize(),
            "integer",
            lambda obj: len(obj["spec"].get(self.rules, [])),
            description=self.rules_text,
        )
        parameters = Column("ParamKind", "string", _parameter_kind, description=_PARAMETERS)
        return TableLayout((name_column(), rules, parameters, age_column(self.surroundings)))


def _parameter_kind(obj: JsonObject) -> str:
    kind = cast("ParamKind | None", obj["spec"].get("paramKind"))
    return "<unset>" if kind is None else f"{kind.get('apiVersion', '')}/{kind.get('kind', '')}"
