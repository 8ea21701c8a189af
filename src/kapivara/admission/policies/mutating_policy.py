"""What a MutatingAdmissionPolicy does to the object of a write: its mutations, one after the other.

Upstream: apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go dispatchInvocations (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.admission.policies.authorizer import authorizers_of
from kapivara.admission.policies.built_values import build
from kapivara.admission.policies.evaluation import Evaluation, EvaluationError, OutOfBudgetError
from kapivara.admission.policies.mutations import make_mutation
from kapivara.admission.policies.policy import Policy, values_of
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.admission.policies.facts import Facts, Versioned
    from kapivara.apis.kind import Kind
    from kapivara.values import JsonObject


class MutatingPolicy(Policy):
    """A policy that changes objects."""

    def __init__(self, policy: JsonObject, *, has_libraries: bool = False):
        super().__init__(policy, build=build, has_libraries=has_libraries)
        self._mutations = [make_mutation(each, self.programs) for each in self.spec.get("mutations") or ()]
        self.is_asked_again = self.spec.get("reinvocationPolicy") == "IfNeeded"

    def is_met(self, facts: Facts, versioned: Versioned, parameter: JsonObject | None) -> bool:
        """Tells whether the conditions hold; raises EvaluationError, OutOfBudgetError."""
        if not self.has_conditions:
            return True
        values = {**values_of(facts, versioned, parameter), **authorizers_of(facts)}
        return self.meets_conditions(self.conditions_evaluation(facts, values, versioned))

    def change(
        self, facts: Facts, versioned: Versioned, parameter: JsonObject | None, kind: Kind
    ) -> tuple[JsonObject, list[str]]:
        """Returns the object as the mutations leave it, and what failed; those after a failure are done all the same.

        Raises ApiError where an object was made that cannot be read.
        """
        obj, failures = cast("JsonObject", versioned.obj), []
        for mutation in self._mutations:
            values = {**values_of(facts, replace(versioned, obj=obj), parameter), **authorizers_of(facts)}
            evaluation = Evaluation(values, self.programs.variables, deadline=facts.write.deadline)
            try:
                obj = mutation.apply(obj, kind, evaluation)
            except (EvaluationError, OutOfBudgetError) as error:
                failures.append(str(error))
        return obj, failures
