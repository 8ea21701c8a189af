"""ValidatingAdmissionPolicy as a built-in kind."""

from __future__ import annotations

from kapivara.apis.admissionregistration.admission_policy import AdmissionPolicyKind


class ValidatingAdmissionPolicyKind(AdmissionPolicyKind):
    """The kind whose objects say what requests may do."""

    rules = "validations"
    rules_text = "Validations indicates the number of validation rules defined in this configuration"


KIND = ValidatingAdmissionPolicyKind
