"""Checks identifiers and selections: `a.b.c` may be a variable, a field of one, or a field of a field."""

from __future__ import annotations

from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.inference import bounded, is_dyn_or_error, is_optional
from kapivara.cel.tree.ast import Expr, Ident, Select
from kapivara.cel.types import BOOL, DYN, ERROR, CelKind, Type, optional_of


def visit_ident(run: CheckRun, expr: Ident) -> None:
    """Resolves an identifier."""
    found = run.scopes.resolve(expr.name)
    if found is None:
        run.types[expr.id] = ERROR
        run.report(expr.id, complaints.undeclared_reference(expr.name, run.env.container))
    else:
        run.refer(expr, *found)


def visit_select(run: CheckRun, expr: Select) -> None:
    """Resolves `a.b.c` to the longest prefix that is a declared variable, and selects the rest."""
    if expr.test_only:
        run.later(_finish_select, expr)
        run.visit(expr.operand)
        return
    chain = [expr]
    while isinstance(operand := chain[-1].operand, Select) and not operand.test_only:
        chain.append(operand)
    base: Expr | None = operand
    if isinstance(operand, Ident):
        names = [operand.name, *[select.field for select in reversed(chain)]]
        length, found = run.scopes.resolve_qualified(names)
        if found is not None:
            run.refer(chain[len(names) - length], *found)
            del chain[len(names) - length :]
            base = None
    for select in chain:
        run.later(_finish_select, select)
    if base is not None:
        run.visit(base)


def _finish_select(run: CheckRun, expr: Select) -> None:
    found = select_field(run, expr, expr.operand, expr.field)
    run.types[expr.id] = BOOL if expr.test_only else run.inference.resolve(found)


def select_field(run: CheckRun, expr: Expr, operand: Expr, field: str, *, optional: bool = False) -> Type:
    """Returns the type of a field of a checked operand; optional if the operand is."""
    target = run.inference.resolve(run.types[operand.id])
    if is_optional(target):
        optional = True
        target = target.params[0]
    match target.kind:
        case CelKind.MAP:
            found = target.params[1]
        case CelKind.OBJECT:
            found = run.field_type(expr.id, target.name, field)
        case CelKind.TYPE_PARAM:
            run.inference.assignable(DYN, target)
            found = DYN
        case _:
            if not is_dyn_or_error(target):
                run.report(expr.id, complaints.no_field_selection(target))
            found = DYN
    return bounded(optional_of(found)) if optional else found
