"""The evaluation of one expression: type and estimated cost, then result and actual cost, or the error.

Expressions see variables (`VariableContext`), or the values of a CRD's rules (`rule_context.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from kapivara.cel.budget import Budget
from kapivara.cel.checks.instantiation import instantiation_failure
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.ranges import CostEstimate
from kapivara.cel.env import Env
from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.errors import BudgetExceededError, CelError, CelIssuesError, CostExceededError, Issue
from kapivara.cel.hints import hints_for
from kapivara.cel.json_data import JsonSizes, type_of_json
from kapivara.cel.program import Program
from kapivara.cel.reasons import Part
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import Type
from kapivara.cel.values.extent import pay_to_print
from kapivara.schema.expressions.limits import CALL_COST_LIMIT
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import ABSENT, JsonValue
from kapivara.values.record import record, replace
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

MOST_COST: Final = 100_000_000
"""The cost at which the evaluation of any expression stops."""

COMPILES_NOT, FAILS = "invalid", "failed"
_CANCELLED = "operation cancelled"


@record(eq=False)
class Evaluation:
    """The outcome of one expression; a value that an error made unknown is None, or `ABSENT` for the result.

    `error` is the server's text, `hints` are suggestions; `problem` is `COMPILES_NOT`, `FAILS` or "". `times` is the
    number of evaluations as a rule of a CRD for one object at most; None outside a CRD. `parts` are the values of the
    subexpressions of a rule that is false.
    """

    expression: str
    environment: str
    _: KW_ONLY
    problem: str = ""
    error: str = ""
    issues: tuple[Issue, ...] = ()
    hints: tuple[str, ...] = ()
    type: str | None = None
    estimate: CostEstimate | None = None
    result: Any = ABSENT
    cost: int | None = None
    times: int | None = None
    parts: tuple[Part, ...] = ()

    @property
    def is_worth_explaining(self) -> bool:
        """Whether the expression is false or failed for another reason than its cost (its parts would cost as much)."""
        return self.result is False or (self.problem == FAILS and not self.error.startswith(_CANCELLED))


class Context(Protocol):
    """The variables of expressions: the environment for type checks, and values."""

    env: Env

    def evaluate(self, expression: str) -> Evaluation:
        """Compiles an expression, and evaluates it if there are values."""

    def type_text(self, kind: Type) -> str:
        """Returns the name of a type for people."""


class VariableContext:
    """Evaluates expressions over variables whose types follow from their values."""

    def __init__(self, variables: Mapping[str, JsonValue], environment: str, server: ServerVersion = NEWEST):
        self._variables = dict(variables)
        self._environment = environment
        self._base = kubernetes_env(server.of_new) if environment == "kubernetes" else standard_env()
        self.env = self._extended()

    def _extended(self) -> Env:
        return self._base.extend(variables={name: type_of_json(value) for name, value in self._variables.items()})

    def put(self, name: str, value: JsonValue) -> None:
        """Sets a variable."""
        self._variables[name] = value
        self.env = self._extended()

    def type_text(self, kind: Type) -> str:
        """Returns the name of a type for people."""
        return str(kind)

    @deep_stack()
    def evaluate(self, expression: str) -> Evaluation:
        """Compiles an expression, and evaluates it."""
        known = Evaluation(expression, self._environment)
        is_server = self._environment == "kubernetes"
        checked = compiled(known, self.env, instantiate=is_server)
        if isinstance(checked, Evaluation):
            return checked
        limit = CALL_COST_LIMIT if is_server else MOST_COST
        expected = estimate(checked, JsonSizes(self._variables))
        known = replace(known, type=str(checked.result_type), estimate=expected)
        return run(known, limit, lambda: Program(self.env, checked).evaluate_metered(self._variables, limit=limit))


def without_result(found: Evaluation) -> Evaluation:
    """Returns the outcome reduced to type and estimated cost, as before the evaluation."""
    if found.problem == COMPILES_NOT:
        return found
    return replace(found, problem="", error="", result=ABSENT, cost=None, parts=())


def compiled(known: Evaluation, env: Env, *, instantiate: bool) -> CheckedAst | Evaluation:
    """Returns the compiled expression, or an Evaluation with its errors; `instantiate` adds the server's checks."""
    try:
        checked = env.compile(known.expression)
    except CelIssuesError as issues:
        hints = hints_for(env, known.expression, issues.issues)
        return replace(known, problem=COMPILES_NOT, error=str(issues), issues=issues.issues, hints=hints)
    if instantiate and (failure := instantiation_failure(checked, env)):
        return replace(known, problem=COMPILES_NOT, error=f"program instantiation failed: {failure}")
    return checked


def run(known: Evaluation, limit: int, evaluate: Callable[[], tuple[Any, int]]) -> Evaluation:
    """Runs `evaluate`, and returns `known` with the result and the cost, or with the error."""
    result, cost, error = ABSENT, None, ""
    try:
        result, cost = evaluate()
        pay_to_print(Budget(), result)
    except CelError as failure:
        error = str(failure)
    except BudgetExceededError:
        result, error = ABSENT, "the result is too large to show"
    except CostExceededError:
        error = f"{_CANCELLED}: actual cost limit exceeded ({limit:,})"
    return replace(known, problem=FAILS if error else "", error=error, result=result, cost=cost)
