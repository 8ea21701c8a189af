"""The common part of both kinds of policies: match criteria, conditions, and parameters.

A policy is parsed once per version; its expressions are compiled on first evaluation. Upstream:
apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, plugin/webhook/matchconditions/matcher.go
(1.37).

Upstream: apiserver/pkg/admission/plugin/policy/matching/matching.go, plugin/webhook/predicates/{namespace,object,rules}
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kapivara.admission.policies.evaluation import PER_CONDITIONS, Evaluation, EvaluationError, OutOfBudgetError
from kapivara.admission.policies.facts import Facts, Versioned
from kapivara.admission.policies.programs import Programs
from kapivara.cel.budget import Budget
from kapivara.meta.selector_objects import selector_of
from kapivara.meta.status import aggregate_text

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1
    from kapivara.apis.groups.admissionregistration.expressions import Build
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.meta import GroupVersionResource
    from kapivara.values import JsonObject


class Matcher:
    """The parsed match criteria of a policy or a binding."""

    def __init__(self, match: v1.MatchResources):
        self._namespaces = selector_of(match.get("namespaceSelector", {}))
        self._objects = selector_of(match.get("objectSelector", {}))
        self._rules = match.get("resourceRules") or ()
        self._excluded = match.get("excludeResourceRules") or ()
        self._exact = match.get("matchPolicy") == "Exact"

    def match(self, facts: Facts) -> Kind | None:
        """Returns the kind at the matching version; None if a write does not match.

        Raises ApiError if the match depends on a namespace that does not exist.
        """
        if not self._selects_object(facts) or self._find(self._excluded, facts) is not None:
            return None
        found = self._find(self._rules, facts) if self._rules else facts.write.kind
        return found if found is not None and self._selects_namespace(facts) else None

    def _selects_namespace(self, facts: Facts) -> bool:
        """Returns True if the namespace is selected; always for cluster-scoped objects."""
        if not self._namespaces.requirements or not (facts.namespace or facts.is_namespace):
            return True
        return self._namespaces.matches(facts.namespace_labels)

    def _selects_object(self, facts: Facts) -> bool:
        return not self._objects.requirements or any(map(self._objects.matches, facts.labels()))

    def _find(self, rules: Iterable[v1.NamedRuleWithOperations], facts: Facts) -> Kind | None:
        """Returns the kind at the version that a rule matches: that of the request, or else an equivalent one."""
        kind = facts.write.kind
        if any(_holds(rule, facts, kind.gvr) for rule in rules):
            return kind
        if self._exact or not rules:
            return None
        others = facts.other_versions
        return next((each for rule in rules for each in others if _holds(rule, facts, each.gvr)), None)


def _holds(rule: v1.NamedRuleWithOperations, facts: Facts, resource: GroupVersionResource) -> bool:
    write = facts.write
    names = rule.get("resourceNames")
    return (
        _is_of(rule.get("operations"), str(write.action))
        and _is_of(rule.get("apiGroups"), resource.group)
        and _is_of(rule.get("apiVersions"), resource.version)
        and any(_names(each, resource.resource, write.subresource) for each in rule.get("resources") or ())
        and _is_in_scope(rule.get("scope"), facts)
        and (not names or write.name in names)
    )


def _is_of(items: Iterable[str] | None, item: str) -> bool:
    return any(each in ("*", item) for each in items or ())


def _names(pattern: str, resource: str, subresource: str) -> bool:
    wanted, _, part = pattern.partition("/")
    return wanted in ("*", resource) and part in ("*", subresource)


def _is_in_scope(scope: str | None, facts: Facts) -> bool:
    if scope in (None, "*"):
        return True
    return (scope == "Namespaced") == (bool(facts.namespace) and not facts.is_namespace)


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
