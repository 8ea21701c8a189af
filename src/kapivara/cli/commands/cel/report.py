"""The output of `kapivara cel`: a few lines for people, or one JSON document, described in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.budget import Budget
from kapivara.cel.cost.ranges import UNBOUNDED, CostEstimate, multiply
from kapivara.cel.errors import Issue
from kapivara.cel.json_data import to_json
from kapivara.cel.values.literal import to_literal
from kapivara.cli.commands.cel.evaluation import COMPILES_NOT, Evaluation
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import INDENT, label
from kapivara.cli.reports.json_document import document_text
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.values import ABSENT, JsonObject


def render_text(found: Evaluation, *, colour: bool) -> str:
    """Returns the result, its type and cost as text; for an expression that does not compile, the server's message."""
    return "\n".join(_lines(found, colour=colour)) + "\n"


def _lines(found: Evaluation, *, colour: bool) -> Iterator[str]:
    error = [printable(line) for line in found.error.split("\n")]
    if found.problem == COMPILES_NOT:
        yield from error
        yield from (f"hint: {printable(each)}" for each in found.hints)
        return
    if found.problem:
        yield f"{label(found.problem, colour=colour)}{error[0]}"
    elif found.result is not ABSENT:
        yield f"{'result':{INDENT}}{printable(to_literal(found.result))}"
    yield from (f"{'':{INDENT}}{printable(str(part))}" for part in found.parts)
    yield f"{'type':{INDENT}}{printable(found.type or '')}"
    if found.cost is not None:
        yield f"{'cost':{INDENT}}{found.cost:,}"
    if found.estimate is not None:
        yield f"{'estimate':{INDENT}}{_range(found.estimate)}"
        if found.times is not None:
            yield f"{'as a rule':{INDENT}}{_as_a_rule(found.estimate, found.times)}"


def _as_a_rule(cost: CostEstimate, times: int) -> str:
    """Returns the cost of the expression as a rule as text: the sum of all its runs for one object."""
    if cost.max >= UNBOUNDED or not times:
        return "exceeds the cost limit of a rule"
    total = multiply(cost.max, times)
    share = total / RULE_COST_LIMIT
    percent = "<0.1%" if 0 < share < 0.001 else f"{share:.1%}"
    runs = f"{times:,} runs, " if times != 1 else ""
    return f"{runs}{total:,} at most, {percent} of the cost limit of a rule"


def _range(cost: CostEstimate) -> str:
    if cost.max >= UNBOUNDED:
        return "unbounded"
    return f"{cost.max:,}" if cost.min == cost.max else f"{cost.min:,} to {cost.max:,}"


def render_json(found: Evaluation) -> str:
    """Returns the evaluation as JSON text; unknown values are null."""
    cost = found.estimate
    has_result = found.result is not ABSENT
    return document_text(
        {
            "expression": found.expression,
            "environment": found.environment,
            "verdict": found.problem or "valid",
            "type": found.type,
            "result": to_json(Budget(), found.result) if has_result else None,
            "literal": to_literal(found.result) if has_result else None,
            "cost": found.cost,
            "times": found.times,
            "estimate": None if cost is None else {"min": cost.min, "max": cost.max if cost.max < UNBOUNDED else None},
            "parts": [{"expression": each.text, "value": each.value, "failed": each.failed} for each in found.parts],
            "error": found.error,
            "hints": list(found.hints),
            "issues": [_issue(found.expression, issue) for issue in found.issues],
        }
    )


def _issue(text: str, issue: Issue) -> JsonObject:
    """Returns an issue with its line and column, counted from 1; 0 for an issue without a place."""
    if issue.offset < 0:
        return {"line": 0, "column": 0, "message": issue.message}
    before = text[: issue.offset]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return {"line": line, "column": column, "message": issue.message}
