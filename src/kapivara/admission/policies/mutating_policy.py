"""A MutatingAdmissionPolicy: applies its mutations to the object of a write, one after the other.

Upstream: apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go dispatchInvocations (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.admission.policies.authorizer import authorizers_of
from kapivara.admission.policies.built_values import build
from kapivara.admission.policies.evaluation import Evaluation, EvaluationError, OutOfBudgetError
from kapivara.admission.policies.mutations import make_mutation
from kapivara.admission.policies.policy import Policy, values_of
from kapivara.cel.budget import Budget
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.admission.policies.facts import Facts, Versioned
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.cel.budget import JsonBudget
    from kapivara.values import JsonObject


class MutatingPolicy(Policy):
    """A policy that changes objects."""

    def __init__(self, policy: JsonObject, *, has_libraries: bool = False):
        super().__init__(policy, build=build, has_libraries=has_libraries)
        self._mutations = [make_mutation(each, self.programs) for each in self.spec.get("mutations") or ()]
        self.is_asked_again = self.spec.get("reinvocationPolicy") == "IfNeeded"

    def is_met(self, facts: Facts, versioned: Versioned, parameter: JsonObject | None) -> bool:
        """Returns True if the conditions hold; raises EvaluationError, OutOfBudgetError."""
        if not self.has_conditions:
            return True
        values = {**values_of(facts, versioned, parameter), **authorizers_of(facts)}
        budget = Budget(deadline=facts.write.deadline)
        return self.meets_conditions(self.conditions_evaluation(facts, values, versioned, budget))

    def change(
        self, facts: Facts, versioned: Versioned, parameter: JsonObject | None, kind: Kind, made: JsonBudget
    ) -> tuple[JsonObject, list[str]]:
        """Returns the object after the mutations, and the errors; continues after a failed mutation.

        `made` pays for the JSON of the mutations. Raises ApiError if a mutation made an invalid object.
        """
        obj, failures = cast("JsonObject", versioned.obj), []
        budget = Budget(deadline=facts.write.deadline)
        for mutation in self._mutations:
            facts.write.deadline.check()
            values = {**values_of(facts, replace(versioned, obj=obj), parameter), **authorizers_of(facts)}
            evaluation = Evaluation(values, self.programs.variables, budget=budget)
            try:
                obj = mutation.apply(obj, kind, evaluation, made)
            except (EvaluationError, OutOfBudgetError) as error:
                failures.append(str(error))
        return obj, failures
