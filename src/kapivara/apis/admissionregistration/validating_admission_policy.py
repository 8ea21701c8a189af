"""ValidatingAdmissionPolicy as a built-in kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.admissionregistration.admission_policy import AdmissionPolicyKind
from kapivara.field import ErrorList
from kapivara.values import JsonObject

if TYPE_CHECKING:
    import kapivara.apis.admissionregistration.v1.zz_generated_types as v1


class ValidatingAdmissionPolicyKind(AdmissionPolicyKind):
    """The kind whose objects say what requests may do."""

    rules = "validations"
    rules_text = "Validations indicates the number of validation rules defined in this configuration"

    def validate_spec(self, new: JsonObject, old: JsonObject | None) -> ErrorList:
        """Judges what requests may do."""
        from kapivara.apis.admissionregistration.policy_rules import validate_validating_policy

        name = new["metadata"].get("name", "")
        return validate_validating_policy(new["spec"], cast("v1.ValidatingAdmissionPolicySpec | None", old), name)


KIND = ValidatingAdmissionPolicyKind
