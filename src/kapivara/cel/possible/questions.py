"""What is asked about an expression before it runs: is it always true, never, and what makes it fail?

Each optional field that an expression reads is taken for missing once: where the expression can fail then, nothing
guards the read.
"""

from __future__ import annotations

from enum import Enum

from kapivara.cel.ast import Expr
from kapivara.cel.checked import CheckedAst
from kapivara.cel.possible.analysis import Analysis
from kapivara.cel.possible.outcome import DataFacts, DataPath
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_MOST_NODES = 5_000
"""Larger expressions are not looked at: each of their reads takes a way through all of them."""
_MOST_READS = 200


class RuleResult(Enum):
    """What a rule comes to, whatever data it sees."""

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
    """Returns whether an expression is true, or not true, for all data that is as declared."""
    if len(checked.types) > _MOST_NODES:
        return RuleResult.DEPENDS
    found = Analysis(checked, data).visit(checked.ast.expr)
    if found.values is not None and True not in found.values:
        return RuleResult.NEVER
    return RuleResult.ALWAYS if found.can_only_be(True) else RuleResult.DEPENDS


@deep_stack()
def unguarded_reads(checked: CheckedAst, data: DataFacts) -> list[Read]:
    """Lists the reads of data that may be missing after which the expression can fail, one for each place of data."""
    if len(checked.types) > _MOST_NODES:
        return []
    first = Analysis(checked, data)
    first.visit(checked.ast.expr)
    found = []
    for path, node in list(first.reads.items())[:_MOST_READS]:
        if path in Analysis(checked, data, path).visit(checked.ast.expr).fails:
            found.append(Read(path, node))
    return found
