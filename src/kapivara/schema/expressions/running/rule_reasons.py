"""Explains why a rule did not hold for a value, by the values of its subexpressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kapivara.cel.budget import Budget
from kapivara.cel.program import compile_function
from kapivara.cel.reasons import Part, reasons
from kapivara.cel.tree.ast import Ast, Expr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import descendants
from kapivara.schema.expressions.compiling.batches import VARIABLES

if TYPE_CHECKING:
    from kapivara.schema.expressions.compiling.programs import RuleExpression
    from kapivara.schema.expressions.running.observing import RuleRun

_MOST_NODES = 2_000
"""The maximum size of explained expressions, since each part is compiled separately."""


def rule_reasons(run: RuleRun) -> tuple[Part, ...]:
    """Returns the parts that kept a rule from holding; empty if it held."""
    expression = run.node.rules[run.position].rule
    return () if run.error is None or expression is None else expression_reasons(expression, run.value, run.old)


def expression_reasons(expression: RuleExpression, new: Any, old: Any) -> tuple[Part, ...]:
    """Returns the parts that keep an expression from being true for `self` and `oldSelf`; empty if it is true."""
    if len(expression.checked.types) > _MOST_NODES:
        return ()
    return reasons(expression.checked.ast, _Parts(expression, new, old).evaluate)


class _Parts:
    """Evaluates parts of a rule's expression with the values of one run."""

    def __init__(self, expression: RuleExpression, new: Any, old: Any):
        self._types = expression.types
        self._guarded = guarded = expression.guarded
        self._nodes = {each.id: each for each in descendants(guarded.ast.expr)}
        self._values = (new, old)
        self._compiled: dict[tuple[int, tuple[str, ...]], Callable[..., Any]] = {}
        self._budget = Budget()

    def evaluate(self, node: Expr, loops: Mapping[str, Any]) -> Any:
        """Returns the value of a node, given the loop variables; raises CelError."""
        key = node.id, tuple(loops)
        if key not in self._compiled:
            ast, guarded = self._guarded.ast, self._guarded
            part = Ast(self._nodes[node.id], ast.text, ast.offsets, ast.macro_calls)
            checked = CheckedAst(part, guarded.types, guarded.references)
            self._compiled[key] = compile_function(checked, (*VARIABLES, *loops), provider=self._types, title="part")
        return self._compiled[key](self._budget, *self._values, *loops.values())
