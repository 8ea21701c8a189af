"""MutatingAdmissionPolicy: the active policies change the object of a write.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, mutating/dispatcher.go (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.admission.policies.exempt import is_exempt
from kapivara.meta import ApiError, Cause, GroupVersionResource
from kapivara.values import ABSENT
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.admission.policies.bound_policies import BoundPolicies
    from kapivara.admission.policies.mutating_policy import MutatingPolicy
    from kapivara.apis.machinery.kinds.kind import Kind

_GROUP: Final = "admissionregistration.k8s.io"
_POLICIES: Final = GroupVersionResource(_GROUP, "v1", "mutatingadmissionpolicies")
_BINDINGS: Final = GroupVersionResource(_GROUP, "v1", "mutatingadmissionpolicybindings")


class MutatingAdmissionPolicy(Plugin):
    """Applies mutating policies to objects."""

    def __init__(self) -> None:
        self._bound: BoundPolicies[MutatingPolicy] | None = None

    def concerns(self, kind: Kind, namespace: str) -> bool:  # noqa: ARG002  policies hold everywhere
        """Returns True if there is a binding, which is rare; only then the policies' modules are imported."""
        return bool(kind.surroundings.objects_of(_BINDINGS)) and not is_exempt(kind)

    def admit(self, write: Attributes) -> None:
        """Applies all matching policies to the object of a write; rejects the write if one fails."""
        if write.action is Action.DELETE or write.obj is ABSENT:
            return
        bindings = write.surroundings.objects_of(_BINDINGS)
        from kapivara.admission.policies.mutating_round import MutatingRound

        bound = self._policies(write).read(write.surroundings.objects_of(_POLICIES), bindings, write.deadline)
        failures = MutatingRound(write).run(bound)
        if failures:
            raise _refusal(write, failures)

    def _policies(self, write: Attributes) -> BoundPolicies[MutatingPolicy]:
        if self._bound is None:
            from kapivara.admission.policies.bound_policies import BoundPolicies
            from kapivara.admission.policies.mutating_policy import MutatingPolicy

            libraries = write.surroundings.server_version.has_libraries
            self._bound = BoundPolicies(partial(MutatingPolicy, has_libraries=libraries))
        return self._bound


def _refusal(write: Attributes, failures: list[tuple[str, str]]) -> ApiError:
    """Returns the error of a write with a failed policy; kept: the text does not call it forbidden."""
    message, reason = failures[0]
    causes = [Cause("", text) for text, _ in failures]
    status = write.forbidden("").status.with_causes(*causes)
    return ApiError(replace(status, message=message, reason=reason))


PLUGIN = MutatingAdmissionPolicy
