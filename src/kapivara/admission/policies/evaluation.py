"""Evaluates the expressions of a policy for one write, within their cost limits.

Upstream: apiserver/pkg/admission/plugin/cel/activation.go Evaluate, composition.go variableAccessor;
apiserver/pkg/apis/cel/config.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kapivara.admission.policies.programs import Expression
from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.errors import BudgetExceededError, CelError, CostExceededError
from kapivara.values.rendering import quote

PER_EXPRESSION: Final = 1_000_000
"""The cost limit of one evaluation."""
PER_POLICY: Final = 10_000_000
"""The cost limit of all evaluations of a policy for one binding and parameter."""
PER_CONDITIONS: Final = 2_500_000
"""The cost limit of all conditions of a policy."""
_COPIES: Final = 16
"""The factor for the size of error texts, which are copied several times on their way to the response."""
_MOST_LEVELS: Final = 1_000
"""The maximum nesting of variables that evaluate each other: each needs stack space."""


class EvaluationError(Exception):
    """A failed expression; the message is the server's."""


def failed(expression: Expression, problem: object) -> EvaluationError:
    """Returns the error of an expression that fails or has an unusable result."""
    return EvaluationError(f"expression '{expression.text}' resulted in error: {problem}")


class OutOfBudgetError(Exception):
    """The expressions of a policy exceed their total cost limit; the message is the server's."""

    def __init__(self) -> None:
        super().__init__("validation failed due to running out of cost budget, no further validation rules will be run")


class Evaluation:
    """Evaluates expressions with the same values, and variables on first use."""

    def __init__(
        self,
        values: Mapping[str, Any],
        variables: Mapping[str, Expression],
        *,
        budget: Budget,
        left: int = PER_POLICY,
    ):
        self._budget = budget
        self._variables = _Variables(variables, values, budget)
        self._bindings: dict[str, Any] = {**values, "variables": self._variables}
        self.left = left

    def evaluate(self, expression: Expression) -> Any:
        """Returns the result of an expression; raises EvaluationError, and OutOfBudgetError."""
        program = expression.program(self._budget.deadline)
        if program is None:
            raise EvaluationError(f"compilation error: {expression.problem}")
        meter, failure, value = Meter(PER_EXPRESSION, self._budget), "", None
        try:
            value = program.evaluate_by(meter, self._bindings)
        except (CelError, CostExceededError) as error:
            failure = self._error_text(error)
        self._pay(self._variables.take_spent())
        self._pay(meter.spent)
        if failure:
            raise failed(expression, failure)
        return value

    def _error_text(self, error: Exception) -> str:
        """Returns the text of an error, or that texts have exceeded the budget."""
        text = str(error)
        try:
            self._budget.take(_COPIES * len(text))
        except BudgetExceededError as too_much:
            return str(too_much)
        return text

    def _pay(self, cost: int) -> None:
        if cost > self.left:
            raise OutOfBudgetError
        self.left -= cost


class _Variables(dict[str, Any]):
    """The variables of a policy; each is evaluated on first use, and its value or error is cached.

    Has no reference to itself, so that it is freed with its last user: memory left to the garbage collector could be
    tens of megabytes per request.
    """

    def __init__(self, expressions: Mapping[str, Expression], values: Mapping[str, Any], budget: Budget):
        super().__init__()
        self._expressions = expressions
        self._values = values
        self._budget = budget
        self._spent = 0
        self._failures: dict[str, str] = {}
        self._levels = 0

    def __contains__(self, name: object) -> bool:
        return name in self._expressions

    def __missing__(self, name: str) -> Any:
        failure = self._failures.get(name)
        if failure is None:
            try:
                value = self[name] = self._evaluate(name)
            except CelError as error:
                failure = self._failures[name] = str(error)
            else:
                return value
        raise CelError(failure)

    def _evaluate(self, name: str) -> Any:
        """Returns the value of a variable; raises CelError, and BudgetExceededError."""
        expression = self._expressions[name]
        program = expression.program(self._budget.deadline)
        if program is None:
            raise CelError(f"composited variable {quote(name)} fails to compile: {expression.problem}")
        if self._levels == _MOST_LEVELS:
            raise BudgetExceededError(f"kapivara cannot go on: variables need each other over {_MOST_LEVELS:,} levels")
        meter = Meter(PER_EXPRESSION, self._budget)
        self._levels += 1
        try:
            return program.evaluate_by(meter, {**self._values, "variables": self})
        except (CelError, CostExceededError) as error:
            failure = f"composited variable {quote(name)} fails to evaluate: {error}"
            self._budget.take(len(failure))
            raise CelError(failure) from None
        finally:
            self._levels -= 1
            self._spent += meter.spent

    def take_spent(self) -> int:
        """Returns the cost of variables since the last call."""
        spent, self._spent = self._spent, 0
        return spent
