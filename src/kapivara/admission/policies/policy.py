"""The common part of both kinds of policies: match criteria, conditions, and parameters.

A policy is parsed once per version; its expressions are compiled on first evaluation. Upstream:
apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, plugin/webhook/matchconditions/matcher.go
(1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kapivara.admission.policies.evaluation import PER_CONDITIONS, Evaluation, EvaluationError, OutOfBudgetError
from kapivara.admission.policies.facts import Facts, Versioned
from kapivara.admission.policies.matching import Matcher
from kapivara.admission.policies.programs import Programs
from kapivara.cel.budget import Budget
from kapivara.meta.status import aggregate_text

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.expressions import Build
    from kapivara.values import JsonObject


class Policy:
    """A parsed policy; `has_libraries` enables the CEL functions of KEP-4153."""

    def __init__(self, policy: JsonObject, *, build: Build | None = None, has_libraries: bool = False):
        self.spec: Mapping[str, Any] = policy["spec"]
        self.name: str = policy["metadata"]["name"]
        self.matcher = Matcher(self.spec.get("matchConstraints", {}))
        self.parameters = self.spec.get("paramKind")
        variables = self.spec.get("variables") or ()
        self.programs = Programs(
            variables, parameters=self.parameters is not None, build=build, has_libraries=has_libraries
        )
        self.fails = self.spec.get("failurePolicy") != "Ignore"
        conditions = self.spec.get("matchConditions") or ()
        self._conditions = [self.programs.expression(each["expression"]) for each in conditions]

    def meets_conditions(self, evaluation: Evaluation) -> bool:
        """Returns True if all conditions hold; one that is false has precedence over failed ones.

        Raises EvaluationError and OutOfBudgetError, unless the policy ignores failures.
        """
        failures: list[str] = []
        results: list[object] = []
        try:
            for condition in self._conditions:
                try:
                    results.append(evaluation.evaluate(condition))
                except EvaluationError as error:
                    failures.append(str(error))
        except OutOfBudgetError:
            if self.fails:
                raise
            return False
        if False in results:
            return False
        if failures and self.fails:
            raise EvaluationError(aggregate_text(failures))
        return not failures

    def conditions_evaluation(
        self, facts: Facts, values: Mapping[str, Any], versioned: Versioned, budget: Budget
    ) -> Evaluation:
        """Returns the evaluation of the conditions, which have no namespace, and the resource of the sent request."""
        request = {**facts.request(versioned), "resource": facts.request(facts.as_sent)["resource"]}
        given = {**values, "namespaceObject": None, "request": request}
        return Evaluation(given, self.programs.variables, budget=budget, left=PER_CONDITIONS)

    @property
    def has_conditions(self) -> bool:
        """Whether there are conditions."""
        return bool(self._conditions)


class Binding:
    """A parsed binding."""

    def __init__(self, binding: JsonObject):
        self.spec: Mapping[str, Any] = binding["spec"]
        self.name: str = binding["metadata"]["name"]
        self.policy: str = self.spec["policyName"]
        match = self.spec.get("matchResources")
        self._matcher = None if match is None else Matcher(match)

    def holds(self, facts: Facts) -> bool:
        """Returns True if the binding matches a write; one without criteria matches all. Raises ApiError."""
        return self._matcher is None or self._matcher.match(facts) is not None


def values_of(facts: Facts, versioned: Versioned, parameter: JsonObject | None) -> dict[str, Any]:
    """Returns the common variables of all expressions of a policy."""
    return {
        "object": versioned.obj,
        "oldObject": versioned.old,
        "request": facts.request(versioned),
        "namespaceObject": facts.namespace_object,
        "params": parameter,
    }
