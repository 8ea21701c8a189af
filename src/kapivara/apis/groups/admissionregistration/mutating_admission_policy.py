"""MutatingAdmissionPolicy as a built-in kind.

Upstream: pkg/registry/admissionregistration/mutatingadmissionpolicy/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.admissionregistration.admission_policy import AdmissionPolicyKind
from kapivara.field import ErrorList
from kapivara.values import JsonObject

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1


class MutatingAdmissionPolicyKind(AdmissionPolicyKind):
    """A policy that changes the objects of requests."""

    rules = "mutations"
    rules_text = "Mutation indicates the number of mutations rules defined in this configuration"

    def validate_spec(self, new: JsonObject, old: JsonObject | None) -> ErrorList:
        """Validates the spec."""
        from kapivara.apis.groups.admissionregistration.policy_rules import validate_mutating_policy

        libraries = self.surroundings.server_version.has_libraries
        before = cast("v1.MutatingAdmissionPolicySpec | None", old)
        return validate_mutating_policy(new["spec"], before, has_libraries=libraries)


KIND = MutatingAdmissionPolicyKind
