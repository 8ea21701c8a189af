"""Evaluating the expressions of a policy about one write, within what they may cost.

Upstream: apiserver/pkg/admission/plugin/cel/activation.go Evaluate, composition.go variableAccessor;
apiserver/pkg/apis/cel/config.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kapivara.admission.policies.programs import Expression
from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.errors import CelError, CostExceededError
from kapivara.values.deadline import Deadline
from kapivara.values.rendering import quote

PER_EXPRESSION: Final = 1_000_000
"""What one evaluation may cost."""
PER_POLICY: Final = 10_000_000
"""What all evaluations of a policy may cost for one binding and parameter."""
PER_CONDITIONS: Final = 2_500_000
"""What all conditions of a policy may cost."""


class EvaluationError(Exception):
    """An expression that failed; the message is the server's."""


class OutOfBudgetError(Exception):
    """Expressions of a policy that cost too much together; the message is the server's."""

    def __init__(self) -> None:
        super().__init__("validation failed due to running out of cost budget, no further validation rules will be run")


class Evaluation:
    """Evaluates expressions with the same values, and variables that are made when they are first asked for."""

    def __init__(
        self,
        values: Mapping[str, Any],
        variables: Mapping[str, Expression],
        *,
        deadline: Deadline,
        left: int = PER_POLICY,
    ):
        self._budget = Budget(deadline=deadline)
        self._variables = _Variables(variables, self._budget)
        self._bindings: dict[str, Any] = {**values, "variables": self._variables}
        self._variables.bindings = self._bindings
        self.left = left

    def evaluate(self, expression: Expression) -> Any:
        """Returns what an expression results in; raises EvaluationError, and OutOfBudgetError."""
        program = expression.program(self._budget.deadline)
        if program is None:
            raise EvaluationError(f"compilation error: {expression.problem}")
        meter, failure, value = Meter(PER_EXPRESSION, self._budget), "", None
        try:
            value = program.evaluate_by(meter, self._bindings)
        except (CelError, CostExceededError) as error:
            failure = str(error)
        self._pay(self._variables.take_spent())
        self._pay(meter.spent)
        if failure:
            raise EvaluationError(f"expression '{expression.text}' resulted in error: {failure}")
        return value

    def _pay(self, cost: int) -> None:
        if cost > self.left:
            raise OutOfBudgetError
        self.left -= cost


class _Variables(dict[str, Any]):
    """The variables of a policy; each is evaluated when it is first read."""

    def __init__(self, expressions: Mapping[str, Expression], budget: Budget):
        super().__init__()
        self._expressions = expressions
        self._budget = budget
        self._spent = 0
        self.bindings: Mapping[str, Any] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._expressions

    def __missing__(self, name: str) -> Any:
        expression = self._expressions[name]
        program = expression.program(self._budget.deadline)
        if program is None:
            raise CelError(f"composited variable {quote(name)} fails to compile: {expression.problem}")
        meter = Meter(PER_EXPRESSION, self._budget)
        try:
            value = self[name] = program.evaluate_by(meter, self.bindings)
        except (CelError, CostExceededError) as error:
            raise CelError(f"composited variable {quote(name)} fails to evaluate: {error}") from None
        finally:
            self._spent += meter.spent
        return value

    def take_spent(self) -> int:
        """Returns what variables have cost since this was asked last."""
        spent, self._spent = self._spent, 0
        return spent
