"""ValidatingAdmissionPolicy as a built-in kind.

Upstream: pkg/registry/admissionregistration/validatingadmissionpolicy/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.groups.admissionregistration.admission_policy import AdmissionPolicyKind
from kapivara.apis.machinery.kinds.subresource import StatusSubresource
from kapivara.field import ErrorList
from kapivara.values import JsonObject

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1


class PolicyStatus(StatusSubresource):
    """The status subresource: type checking and conditions."""

    __slots__ = ()

    @property
    def creates_on_apply(self) -> bool:
        """Kept: this is the only kind whose status apply creates the object."""
        return True


class ValidatingAdmissionPolicyKind(AdmissionPolicyKind):
    """A policy that validates requests."""

    subresource_types: ClassVar = {"status": PolicyStatus}
    rules = "validations"
    rules_text = "Validations indicates the number of validation rules defined in this configuration"

    def validate_spec(self, new: JsonObject, old: JsonObject | None) -> ErrorList:
        """Validates the spec."""
        from kapivara.apis.groups.admissionregistration.policy_rules import validate_validating_policy

        name, libraries = new["metadata"].get("name", ""), self.surroundings.server_version.has_libraries
        before = cast("v1.ValidatingAdmissionPolicySpec | None", old)
        return validate_validating_policy(new["spec"], before, name, has_libraries=libraries)

    def validate_status(self, new: JsonObject) -> ErrorList:
        """Validates the status. Kept: nothing else is validated."""
        from kapivara.apis.groups.admissionregistration.policy_status_rules import validate_policy_status

        return validate_policy_status(new["status"])


KIND = ValidatingAdmissionPolicyKind
