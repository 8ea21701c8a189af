"""What is to be known of one expression: its type and estimated cost, then its result and actual cost, or why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kapivara.cel.budget import Budget
from kapivara.cel.checked import CheckedAst
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.ranges import CostEstimate
from kapivara.cel.env import Env
from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.errors import BudgetExceededError, CelError, CelIssuesError, CostExceededError, Issue
from kapivara.cel.instantiation import instantiation_failure
from kapivara.cel.json_data import JsonSizes, type_of_json
from kapivara.cel.program import Program
from kapivara.cel.values.extent import pay_to_print
from kapivara.schema.expressions.limits import CALL_COST_LIMIT
from kapivara.values import ABSENT, JsonValue
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

MOST_COST: Final = 100_000_000
"""Where the evaluation of any expression stops."""

COMPILES_NOT, FAILS = "invalid", "failed"


@record(eq=False)
class Evaluation:
    """One expression in an environment; what is not known because of an error is None, or `ABSENT` for the result.

    `error` is the text that the server prints; `problem` tells whether the expression does not compile, or fails.
    """

    expression: str
    environment: str
    _: KW_ONLY
    problem: str = ""
    error: str = ""
    issues: tuple[Issue, ...] = ()
    type: str | None = None
    estimate: CostEstimate | None = None
    result: Any = ABSENT
    cost: int | None = None


@deep_stack()
def evaluate(expression: str, variables: Mapping[str, JsonValue], environment: str) -> Evaluation:
    """Compiles an expression over variables of the types that their values have, and evaluates it."""
    is_server = environment == "kubernetes"
    env = (kubernetes_env() if is_server else standard_env()).extend(
        variables={name: type_of_json(value) for name, value in variables.items()}
    )
    try:
        checked = env.compile(expression)
    except CelIssuesError as issues:
        return Evaluation(expression, environment, problem=COMPILES_NOT, error=str(issues), issues=issues.issues)
    if is_server and (failure := instantiation_failure(checked, env)):
        error = f"program instantiation failed: {failure}"
        return Evaluation(expression, environment, problem=COMPILES_NOT, error=error)
    return _run(checked, env, variables, Evaluation(expression, environment))


def _run(checked: CheckedAst, env: Env, variables: Mapping[str, JsonValue], known: Evaluation) -> Evaluation:
    limit = CALL_COST_LIMIT if known.environment == "kubernetes" else MOST_COST
    expected = estimate(checked, JsonSizes(variables))
    result, cost, error = ABSENT, None, ""
    try:
        result, cost = Program(env, checked).evaluate_metered(variables, limit=limit)
        pay_to_print(Budget(), result)
    except CelError as failure:
        error = str(failure)
    except BudgetExceededError:
        result, error = ABSENT, "the result is too large to be shown"
    except CostExceededError:
        error = f"operation cancelled: actual cost limit exceeded ({limit:,})"
    return Evaluation(
        known.expression,
        known.environment,
        problem=FAILS if error else "",
        error=error,
        type=str(checked.result_type),
        estimate=expected,
        result=result,
        cost=cost,
    )
