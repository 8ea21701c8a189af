"""MutatingAdmissionPolicy as a built-in kind."""

from __future__ import annotations

from kapivara.apis.admissionregistration.admission_policy import AdmissionPolicyKind


class MutatingAdmissionPolicyKind(AdmissionPolicyKind):
    """The kind whose objects say how objects of requests change."""

    rules = "mutations"
    rules_text = "Mutation indicates the number of mutations rules defined in this configuration"


KIND = MutatingAdmissionPolicyKind
