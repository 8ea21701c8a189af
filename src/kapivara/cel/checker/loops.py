"""Checks comprehensions: what they range over, and their own variables."""

from __future__ import annotations

from kapivara.cel.ast import Comprehension, Expr
from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import is_dyn_or_error
from kapivara.cel.checker.state import Checking
from kapivara.cel.types import BOOL, DYN, ERROR, INT, Kind, Type


class Loops:
    """The visit of comprehensions."""

    def __init__(self, checking: Checking):
        self._checking = checking

    def visit_comprehension(self, expr: Comprehension) -> None:
        """Checks the range and the accumulator's start, then the loop in a scope of its own, then the result."""
        checking = self._checking
        checking.later(self._enter, expr)
        checking.visit(expr.accu_init)
        checking.visit(expr.iter_range)

    def _enter(self, expr: Comprehension) -> None:
        checking = self._checking
        accumulated = checking.types[expr.accu_init.id]
        checking.scopes.enter({expr.accu_var: accumulated})
        checking.scopes.enter(self._variables(expr))
        checking.later(self._leave, expr)
        checking.later(lambda step: self._expect(step, accumulated), expr.loop_step)
        checking.visit(expr.loop_step)
        checking.later(lambda condition: self._expect(condition, BOOL), expr.loop_condition)
        checking.visit(expr.loop_condition)

    def _variables(self, expr: Comprehension) -> dict[str, Type]:
        checking = self._checking
        over = checking.inference.resolve(checking.types[expr.iter_range.id])
        if over.kind is Kind.LIST:
            first, second = (INT, over.params[0]) if expr.iter_var2 else (over.params[0], DYN)
        elif over.kind is Kind.MAP:
            first, second = over.params
        elif is_dyn_or_error(over) or over.kind is Kind.TYPE_PARAM:
            checking.inference.assignable(DYN, over)
            first = second = DYN
        else:
            checking.report(expr.iter_range.id, complaints.not_a_comprehension_range(over))
            first = second = ERROR
        return {expr.iter_var2: second, expr.iter_var: first} if expr.iter_var2 else {expr.iter_var: first}

    def _leave(self, expr: Comprehension) -> None:
        checking = self._checking
        checking.scopes.leave()
        checking.later(self._finish, expr)
        checking.visit(expr.result)

    def _finish(self, expr: Comprehension) -> None:
        checking = self._checking
        checking.scopes.leave()
        checking.types[expr.id] = checking.inference.resolve(checking.types[expr.result.id])

    def _expect(self, expr: Expr, expected: Type) -> None:
        checking = self._checking
        found = checking.types[expr.id]
        if not checking.inference.assignable(expected, found):
            checking.report(expr.id, complaints.type_mismatch(expected, found))
