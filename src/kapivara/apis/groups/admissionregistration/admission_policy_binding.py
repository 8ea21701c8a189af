"""ValidatingAdmissionPolicyBinding and MutatingAdmissionPolicyBinding as built-in kinds.

Upstream: pkg/registry/admissionregistration/{validating,mutating}admissionpolicybinding/strategy.go,
pkg/printers/internalversion/printers.go printValidatingAdmissionPolicyBinding,
apimachinery/pkg/apis/meta/v1/generated.pb.go LabelSelector.String (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.admissionregistration.static_names import validate_static_name
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.meta.object_meta import validate_object_meta
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import MutatingAdmissionPolicyBinding
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.meta.v1.zz_generated_types import LabelSelector

_POLICY = "PolicyName indicates the policy definition which the policy binding binded to"
_PARAMETERS = "ParamRef indicates the param resource which sets the configuration param"


class AdmissionPolicyBindingKind(Kind):
    """A kind whose objects bind a policy to resources and parameters."""

    qualified_finalizers = False
    unconditional_update = False
    counted = ("spec",)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole binding on create and update; checks the user's rights to the parameters last."""
        from kapivara.apis.groups.admissionregistration import policy_binding_rules as rules

        errors = validate_object_meta(new["metadata"], namespaced=False, name_check=self.check_name)
        if self.gvk.kind == "MutatingAdmissionPolicyBinding":
            errors += rules.validate_mutating_binding(new["spec"])
        else:
            errors += rules.validate_validating_binding(new["spec"])
        errors += validate_static_name(new, old)
        if errors or self.surroundings.is_unbound or "paramRef" not in new["spec"]:
            return errors
        from kapivara.apis.groups.admissionregistration.parameter_rights import (
            check_parameter_reference,
        )  # rarely needed

        return check_parameter_reference(self, new["spec"], None if old is ABSENT else old["spec"])

    def make_table(self) -> TableLayout:
        """Returns the columns: name, policy, parameters and age."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        policy = Column("PolicyName", "string", _policy, description=_POLICY)
        parameters = Column("ParamRef", "string", _parameters, description=_PARAMETERS)
        return TableLayout((name_column(), policy, parameters, age_column(self.surroundings)))


KIND = AdmissionPolicyBindingKind


def _as_binding(obj: JsonObject) -> MutatingAdmissionPolicyBinding:
    """Casts a decoded object to a binding; the fields that are read are the same in both kinds."""
    return cast("MutatingAdmissionPolicyBinding", obj)


def _policy(obj: JsonObject) -> str:
    return _as_binding(obj)["spec"].get("policyName", "")


def _parameters(obj: JsonObject) -> str:
    """Returns the parameters' name or selector.

    An unset namespace is shown as `*`, since the parameters' scope is unknown.
    """
    reference = _as_binding(obj)["spec"].get("paramRef", {})
    if name := reference.get("name"):
        return f"{reference.get('namespace') or '*'}/{name}"
    return _selector_text(reference["selector"]) if "selector" in reference else "<unset>"


def _selector_text(selector: LabelSelector) -> str:
    """Returns a selector as Go prints its type."""
    labels = "".join(f"{key}: {value}," for key, value in sorted(selector.get("matchLabels", {}).items()))
    requirements = "".join(
        f"LabelSelectorRequirement{{Key:{each['key']},Operator:{each['operator']},"
        f"Values:[{' '.join(each.get('values', []))}],}},"
        for each in selector.get("matchExpressions", [])
    )
    return (
        f"&LabelSelector{{MatchLabels:map[string]string{{{labels}}},"
        f"MatchExpressions:[]LabelSelectorRequirement{{{requirements}}},}}"
    )
