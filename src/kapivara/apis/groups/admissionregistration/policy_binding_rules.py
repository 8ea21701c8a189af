"""Validation rules of ValidatingAdmissionPolicyBinding and MutatingAdmissionPolicyBinding.

Upstream: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicyBindingSpec,
validateMutatingAdmissionPolicyBindingSpec (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kapivara.apis.groups.admissionregistration.policy_match import (
    validate_changing_operations,
    validate_match_resources,
    validate_parameter_reference,
)
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1

_SPEC = FieldPath.of("spec")
_ACTIONS = ("Audit", "Deny", "Warn")
_REPEATED = (
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and "
    "headers serves no purpose)"
)


def validate_validating_binding(spec: v1.ValidatingAdmissionPolicyBindingSpec) -> ErrorList:
    """Requires a policy and valid actions."""
    errors = _validate_shared(spec, is_covered=True)
    return errors + _validate_actions(spec.get("validationActions") or [], _SPEC.child("validationActions"))


def validate_mutating_binding(spec: v1.MutatingAdmissionPolicyBindingSpec) -> ErrorList:
    """Requires a policy, and operations that can change objects."""
    errors = _validate_shared(spec)
    match = spec.get("matchResources")
    return errors if match is None else errors + validate_changing_operations(match, _SPEC.child("matchResources"))


def _validate_shared(spec: Any, *, is_covered: bool = False) -> ErrorList:
    name, path = spec.get("policyName", ""), _SPEC.child("policyName")
    if not name:
        errors = [required(path).marked(covered_by_declarative=is_covered)]
    else:
        errors = [invalid(path, name, problem) for problem in subdomain_problems(name)]
    if "paramRef" in spec:
        errors += validate_parameter_reference(spec["paramRef"], _SPEC.child("paramRef"))
    if "matchResources" in spec:
        errors += validate_match_resources(spec["matchResources"], _SPEC.child("matchResources"))
    return errors


def _validate_actions(actions: Sequence[str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    seen: set[str] = set()
    for position, action in enumerate(actions):
        if action not in _ACTIONS:
            errors.append(not_supported(path.index(position), NamedString(action), _ACTIONS))
        if action in seen:
            errors.append(duplicate(path.index(position), NamedString(action)))
        seen.add(action)
    if {"Deny", "Warn"} <= seen:
        errors.append(invalid(path, actions, _REPEATED))
    if not actions:
        missing = required(path, "at least one validation action is required")
        errors.append(missing.marked(covered_by_declarative=True))
    return errors
