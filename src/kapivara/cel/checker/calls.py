"""Checks calls of functions, members and operators, and optional selection."""

from __future__ import annotations

from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.names import select_field
from kapivara.cel.checker.overloads import find_function
from kapivara.cel.functions import Function
from kapivara.cel.tree.ast import Call, Const, Expr
from kapivara.cel.tree.checked import Reference
from kapivara.cel.tree.walk import qualified_name
from kapivara.cel.types import BOOL, ERROR, STRING

_LOGICAL = ("_&&_", "_||_")


def visit_call(run: CheckRun, expr: Call) -> None:
    """Checks the arguments first, then the target, unless it is part of the function's name."""
    if expr.function == "_?._":
        run.later(_finish_optional_select, expr)
        run.visit(expr.args[0])
        return
    if expr.target is None:
        run.later(_finish_global, expr)
    else:
        run.later(_visit_target, (expr, expr.target))
    for arg in reversed(expr.args):
        run.visit(arg)


def _finish_optional_select(run: CheckRun, expr: Call) -> None:
    operand, field = expr.args
    name = field.value if isinstance(field, Const) else ""
    found = select_field(run, expr, operand, name, optional=True)
    run.types[field.id] = STRING
    run.types[expr.id] = run.inference.resolve(found)
    function = run.env.functions.get(expr.function)
    run.references[expr.id] = Reference(expr.function, function.overloads if function else ())


def _visit_target(run: CheckRun, call: tuple[Call, Expr]) -> None:
    """Decides whether `a.b.f(x)` calls the function `a.b.f`, or `f` on `a.b`."""
    expr, target = call
    prefix = qualified_name(target)
    function = None if prefix is None else find_function(run.env, f"{prefix}.{expr.function}")
    if function is not None:
        _finish_as(run, function, Call(expr.id, function.name, None, expr.args))
        return
    run.later(_finish_member, expr)
    run.visit(target)


def _finish_global(run: CheckRun, expr: Call) -> None:
    function = find_function(run.env, expr.function)
    if function is None:
        _undeclared(run, expr)
    elif function.name == expr.function:
        _finish(run, function, expr)
    else:
        _finish_as(run, function, Call(expr.id, function.name, None, expr.args))


def _finish_member(run: CheckRun, expr: Call) -> None:
    function = find_function(run.env, expr.function)
    if function is None:
        _undeclared(run, expr)
    else:
        _finish(run, function, expr)


def _undeclared(run: CheckRun, expr: Call) -> None:
    run.types[expr.id] = ERROR
    run.report(expr.id, complaints.undeclared_reference(expr.function, run.env.container))


def _finish_as(run: CheckRun, function: Function, expr: Call) -> None:
    run.replacements[expr.id] = expr
    _finish(run, function, expr)


def _finish(run: CheckRun, function: Function, expr: Call) -> None:
    if function.name in _LOGICAL:
        _finish_logical(run, function, expr)
        return
    member = expr.target is not None
    operands = expr.args if expr.target is None else (expr.target, *expr.args)
    types = [run.types[operand.id] for operand in operands]
    resolution = run.env.resolver.resolve(function, types, run.inference, member=member)
    if resolution is None:
        run.types[expr.id] = ERROR
        given = [run.inference.resolve_fully(one) for one in types]
        run.report(expr.id, complaints.no_matching_overload(function.name, given, member=member))
    else:
        run.types[expr.id] = resolution.result
        run.references[expr.id] = resolution.reference


def _finish_logical(run: CheckRun, function: Function, expr: Call) -> None:
    run.types[expr.id] = BOOL
    run.references[expr.id] = Reference(function.name, function.overloads)
    for arg in expr.args:
        found = run.types[arg.id]
        if not run.inference.assignable(found, BOOL):
            run.report(arg.id, complaints.type_mismatch(BOOL, found))
            run.types[expr.id] = ERROR
