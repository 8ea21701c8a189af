"""A ValidatingAdmissionPolicy: evaluates its rules and audit annotations for a write.

Upstream: apiserver/pkg/admission/plugin/policy/validating/validator.go Validate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.admission.policies.authorizer import authorizers_of
from kapivara.admission.policies.evaluation import PER_POLICY, Evaluation, EvaluationError, OutOfBudgetError
from kapivara.admission.policies.policy import Policy, values_of
from kapivara.cel.budget import Budget
from kapivara.cel.errors import kept
from kapivara.content.messages import byte_length
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.admission.policies.facts import Facts, Versioned
    from kapivara.admission.policies.programs import Expression
    from kapivara.values import JsonObject

_LONGEST_MESSAGE: Final = 5 * 1024


@record
class Denial:
    """A rule that is false or failed: the message, and the reason of the response.

    A `certain` denial applies whatever actions the binding has.
    """

    message: str
    reason: str = "Invalid"
    certain: bool = False


class _Rule:
    """A rule of a policy."""

    def __init__(self, validation: Any, policy: Policy):
        self.expression: Expression = policy.programs.expression(validation["expression"])
        text = validation.get("messageExpression", "")
        self.message: Expression | None = policy.programs.message(text) if text else None
        self.reason: str = validation.get("reason") or "Invalid"
        self._plain: str = validation.get("message", "").strip()

    def message_text(self, made: object) -> str:
        """Returns the message of a failed rule; `made` is the result of its messageExpression."""
        text = made.strip() if isinstance(made, str) else ""
        if byte_length(text) > _LONGEST_MESSAGE or "\n" in text:
            text = ""
        return text or self._plain or f"failed expression: {self.expression.text.strip()}"


class ValidatingPolicy(Policy):
    """A policy that allows or denies."""

    def __init__(self, policy: JsonObject, *, has_libraries: bool = False):
        super().__init__(policy, has_libraries=has_libraries)
        self._rules = [_Rule(each, self) for each in self.spec.get("validations") or ()]
        annotations = self.spec.get("auditAnnotations") or ()
        self._annotations = [self.programs.expression(each["valueExpression"]) for each in annotations]

    def judge(self, facts: Facts, versioned: Versioned, parameter: JsonObject | None) -> list[Denial]:
        """Returns the denials of a write, with one parameter."""
        values = values_of(facts, versioned, parameter)
        asking = {**values, **authorizers_of(facts)}
        budget = Budget(deadline=facts.write.deadline)
        try:
            if self.has_conditions and not self.meets_conditions(
                self.conditions_evaluation(facts, asking, versioned, budget)
            ):
                return []
            denials = self._judge_rules(asking, values, budget)
            return denials + self._judge_annotations(self._evaluation(values, budget))
        except (EvaluationError, OutOfBudgetError) as error:
            return [Denial(str(error))] if self.fails else []

    def _evaluation(self, values: dict[str, Any], budget: Budget, left: int = PER_POLICY) -> Evaluation:
        return Evaluation(values, self.programs.variables, budget=budget, left=left)

    def _judge_rules(self, asking: dict[str, Any], values: dict[str, Any], budget: Budget) -> list[Denial]:
        """Evaluates all rules, then all messages, with the cost that the rules have left."""
        evaluation = self._evaluation(asking, budget)
        results = [self._outcome(evaluation, rule.expression) for rule in self._rules]
        messages = self._evaluation(values, budget, evaluation.left)
        made: list[object] = []
        exhausted = ""
        try:
            made = [None if rule.message is None else self._outcome(messages, rule.message) for rule in self._rules]
        except OutOfBudgetError as error:
            exhausted = f"failed messageExpression: {error}"
        denials = []
        for place, (rule, result) in enumerate(zip(self._rules, results, strict=True)):
            if isinstance(result, EvaluationError) or exhausted:
                if self.fails:
                    denials.append(Denial(str(result) if isinstance(result, EvaluationError) else exhausted))
            elif result is not True:
                denials.append(Denial(rule.message_text(made[place]), rule.reason))
        return denials

    def _outcome(self, evaluation: Evaluation, expression: Expression) -> object:
        """Returns the result of an expression, or its error."""
        try:
            return evaluation.evaluate(expression)
        except EvaluationError as error:
            return kept(error)

    def _judge_annotations(self, evaluation: Evaluation) -> list[Denial]:
        """Evaluates the audit annotations, which are not stored; only their errors count."""
        results = [self._outcome(evaluation, each) for each in self._annotations]
        failures = [each for each in results if isinstance(each, EvaluationError)]
        return [Denial(str(each), certain=True) for each in failures] if self.fails else []
