"""What `kapivara cel` prints: a few lines for people, or one JSON document, described in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.budget import Budget
from kapivara.cel.cost.ranges import UNBOUNDED, CostEstimate, multiply
from kapivara.cel.errors import Issue
from kapivara.cel.json_data import to_json
from kapivara.cel.values.literal import to_literal
from kapivara.cli.cel_evaluation import COMPILES_NOT, Evaluation
from kapivara.cli.json_document import document_text
from kapivara.cli.terminal import printable
from kapivara.cli.wording import INDENT, label
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.values import ABSENT, JsonObject


def render_text(found: Evaluation, *, colour: bool) -> str:
    """Renders the result, its type and cost; of an expression that does not compile, the server's words."""
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
    """Renders what an expression would cost as a rule: all of its runs for one object."""
    if cost.max >= UNBOUNDED or not times:
        return "more than any rule may cost"
    total = multiply(cost.max, times)
    share = total / RULE_COST_LIMIT
    percent = "<0.1%" if 0 < share < 0.001 else f"{share:.1%}"
    runs = f"{times:,} runs, " if times != 1 else ""
    return f"{runs}{total:,} at most, {percent} of what one may cost"


def _range(cost: CostEstimate) -> str:
    if cost.max >= UNBOUNDED:
        return "without a bound"
    return f"{cost.max:,}" if cost.min == cost.max else f"{cost.min:,} to {cost.max:,}"


def render_json(found: Evaluation) -> str:
    """Renders all that is known, with null for what is not."""
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
    """Renders an issue at its place, counted from 1; 0 where it has none."""
    if issue.offset < 0:
        return {"line": 0, "column": 0, "message": issue.message}
    before = text[: issue.offset]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return {"line": line, "column": column, "message": issue.message}
