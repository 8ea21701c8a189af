"""ValidatingAdmissionPolicy: validates writes with the active policies.

Upstream: apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from kapivara.admission.plugin import Attributes, Plugin
from kapivara.admission.policies.exempt import is_exempt
from kapivara.meta import ApiError, Cause, GroupVersionResource
from kapivara.values.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kapivara.admission.policies.bound_policies import Bound, BoundPolicies
    from kapivara.admission.policies.facts import Facts
    from kapivara.admission.policies.policy import Binding
    from kapivara.admission.policies.validating_policy import Denial, ValidatingPolicy
    from kapivara.apis.machinery.kinds.kind import Kind

_GROUP: Final = "admissionregistration.k8s.io"
_POLICIES: Final = GroupVersionResource(_GROUP, "v1", "validatingadmissionpolicies")
_BINDINGS: Final = GroupVersionResource(_GROUP, "v1", "validatingadmissionpolicybindings")
_CODES: Final = {"Unauthorized": 401, "Forbidden": 403, "RequestEntityTooLarge": 413}


class ValidatingAdmissionPolicy(Plugin):
    """Rejects writes that policies deny."""

    def __init__(self) -> None:
        self._bound: BoundPolicies[ValidatingPolicy] | None = None

    def concerns(self, kind: Kind, namespace: str) -> bool:  # noqa: ARG002  policies hold everywhere
        """Returns True if there is a binding, which is rare; only then the policies' modules are imported."""
        return bool(kind.surroundings.objects_of(_BINDINGS)) and not is_exempt(kind)

    def validate(self, write: Attributes) -> None:
        """Evaluates all matching policies; reports the first denial, and all warnings."""
        from kapivara.admission.policies.facts import Facts

        facts, bindings = Facts(write), write.surroundings.objects_of(_BINDINGS)
        policies = self._policies(write).read(write.surroundings.objects_of(_POLICIES), bindings, write.deadline)
        denials = [denial for bound in policies for denial in _ask(bound, facts)]
        if denials:
            raise _refusal(write, *denials[0])

    def _policies(self, write: Attributes) -> BoundPolicies[ValidatingPolicy]:
        if self._bound is None:
            from kapivara.admission.policies.bound_policies import BoundPolicies
            from kapivara.admission.policies.validating_policy import ValidatingPolicy

            libraries = write.surroundings.server_version.has_libraries
            self._bound = BoundPolicies(partial(ValidatingPolicy, has_libraries=libraries))
        return self._bound


def _ask(bound: Bound[ValidatingPolicy], facts: Facts) -> Iterator[tuple[str, Denial]]:
    """Evaluates a policy for a write; yields its denials with the name of the policy and binding."""
    from kapivara.admission.policies.invocations import Misconfiguration, invocations_of
    from kapivara.admission.policies.validating_policy import Denial

    policy, versioned = bound.policy, None
    for found in invocations_of(bound, facts):
        by = f"ValidatingAdmissionPolicy '{policy.name}'"
        if found.binding is not None:
            by += f" with binding '{found.binding.name}'"
        if isinstance(found, Misconfiguration):
            if policy.fails:
                yield by, Denial(found.problem, certain=True)
            continue
        if versioned is None:
            versioned = facts.at(found.kind)
        for denial in policy.judge(facts, versioned, found.parameter):
            yield from _act(denial, by, found.binding, facts.write)


def _act(denial: Denial, by: str, binding: Binding, write: Attributes) -> Iterator[tuple[str, Denial]]:
    """Applies the actions of a binding to a denial: adds a warning, or denies the write."""
    actions = binding.spec.get("validationActions") or ()
    if "Warn" in actions and not denial.certain and "\n" not in denial.message:
        write.warn(f"Validation failed for {by}: {denial.message}")
    if "Deny" in actions or denial.certain:
        yield by, denial


def _refusal(write: Attributes, by: str, denial: Denial) -> ApiError:
    """Returns the error of a denied write. Kept: the text calls it forbidden, whatever the code is."""
    message = f"{by} denied request: {denial.message}"
    status = write.forbidden(message).status.with_causes(Cause("", message))
    code = _CODES.get(denial.reason, 422)
    return ApiError(replace(status, reason=denial.reason, code=code))


PLUGIN = ValidatingAdmissionPolicy
