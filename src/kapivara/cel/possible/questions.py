"""Checks expressions before evaluation: rules that are always or never true, and reads of missing data.

Each optional field that an expression reads counts as missing once: if the expression can fail then, the read has no
guard.
"""

from __future__ import annotations

from enum import Enum

from kapivara.cel.possible.analysis import Analysis
from kapivara.cel.possible.outcome import DataFacts, DataPath
from kapivara.cel.tree.ast import Expr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_MOST_NODES = 5_000
"""Larger expressions are not analyzed: each of their reads takes a walk through the whole expression."""
_MOST_READS = 200


class RuleResult(Enum):
    """The result of a rule, for any data."""

    ALWAYS = "always true"
    NEVER = "never true"
    DEPENDS = "depends"


@record(eq=False)
class Read:
    """Data that may be missing, and a node that reads it."""

    path: DataPath
    node: Expr


@deep_stack()
def result_of(checked: CheckedAst, data: DataFacts) -> RuleResult:
    """Returns whether an expression is true, or not true, for all data within its declarations."""
    if len(checked.types) > _MOST_NODES:
        return RuleResult.DEPENDS
    found = Analysis(checked, data).visit(checked.ast.expr)
    if found.values is not None and True not in found.values:
        return RuleResult.NEVER
    return RuleResult.ALWAYS if found.can_only_be(True) else RuleResult.DEPENDS


@deep_stack()
def unguarded_reads(checked: CheckedAst, data: DataFacts) -> list[Read]:
    """Returns the reads of optional data without a guard, one for each path of data."""
    if len(checked.types) > _MOST_NODES:
        return []
    first = Analysis(checked, data)
    first.visit(checked.ast.expr)
    found = []
    for path, node in list(first.reads.items())[:_MOST_READS]:
        if path in Analysis(checked, data, path).visit(checked.ast.expr).fails:
            found.append(Read(path, node))
    return found
