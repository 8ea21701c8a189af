"""Checks comprehensions: their ranges and their variables."""

from __future__ import annotations

from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.inference import is_dyn_or_error
from kapivara.cel.tree.ast import Comprehension, Expr
from kapivara.cel.types import ANY, BOOL, DYN, ERROR, INT, CelKind, Type


def visit_comprehension(run: CheckRun, expr: Comprehension) -> None:
    """Checks the range and the initial accumulator, then the loop in its own scope, then the result."""
    run.later(_enter, expr)
    run.visit(expr.accu_init)
    run.visit(expr.iter_range)


def _enter(run: CheckRun, expr: Comprehension) -> None:
    accumulated = run.types[expr.accu_init.id]
    run.scopes.enter({expr.accu_var: accumulated})
    run.scopes.enter(_variables(run, expr))
    run.later(_leave, expr)
    run.later(lambda run, step: _expect(run, step, accumulated), expr.loop_step)
    run.visit(expr.loop_step)
    run.later(lambda run, condition: _expect(run, condition, BOOL), expr.loop_condition)
    run.visit(expr.loop_condition)


def _variables(run: CheckRun, expr: Comprehension) -> dict[str, Type]:
    over = run.inference.resolve(run.types[expr.iter_range.id])
    if over.kind is CelKind.LIST:
        first, second = (INT, over.params[0]) if expr.iter_var2 else (over.params[0], DYN)
    elif over.kind is CelKind.MAP:
        first, second = over.params
    elif (is_dyn_or_error(over) and over != ANY) or over.kind is CelKind.TYPE_PARAM:
        run.inference.assignable(DYN, over)
        first = second = DYN
    else:
        run.report(expr.iter_range.id, complaints.not_a_comprehension_range(over))
        first = second = ERROR
    return {expr.iter_var2: second, expr.iter_var: first} if expr.iter_var2 else {expr.iter_var: first}


def _leave(run: CheckRun, expr: Comprehension) -> None:
    run.scopes.leave()
    run.later(_finish, expr)
    run.visit(expr.result)


def _finish(run: CheckRun, expr: Comprehension) -> None:
    run.scopes.leave()
    run.types[expr.id] = run.inference.resolve(run.types[expr.result.id])


def _expect(run: CheckRun, expr: Expr, expected: Type) -> None:
    found = run.types[expr.id]
    if not run.inference.assignable(expected, found):
        run.report(expr.id, complaints.type_mismatch(expected, found))
