"""Checks calls: of functions, of members, of operators, and optional selection."""

from __future__ import annotations

from kapivara.cel.ast import Call, Const, Expr
from kapivara.cel.checked import Reference
from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.names import Names
from kapivara.cel.checker.overloads import find_function
from kapivara.cel.functions import Function
from kapivara.cel.types import BOOL, ERROR, STRING
from kapivara.cel.walk import qualified_name

_LOGICAL = ("_&&_", "_||_")


class Calls:
    """The visits of calls."""

    def __init__(self, run: CheckRun, names: Names):
        self._run = run
        self._names = names

    def visit_call(self, expr: Call) -> None:
        """Checks arguments first, then the target, if it turns out to be one."""
        run = self._run
        if expr.function == "_?._":
            run.later(self._finish_optional_select, expr)
            run.visit(expr.args[0])
            return
        if expr.target is None:
            run.later(self._finish_global, expr)
        else:
            run.later(self._visit_target, (expr, expr.target))
        for arg in reversed(expr.args):
            run.visit(arg)

    def _finish_optional_select(self, expr: Call) -> None:
        run = self._run
        operand, field = expr.args
        name = field.value if isinstance(field, Const) else ""
        found = self._names.select_field(expr, operand, name, optional=True)
        run.types[field.id] = STRING
        run.types[expr.id] = run.inference.resolve(found)
        function = run.env.functions.get(expr.function)
        run.references[expr.id] = Reference(expr.function, function.overloads if function else ())

    def _visit_target(self, call: tuple[Call, Expr]) -> None:
        """Either `a.b.f(x)` is the function `a.b.f`, or `f` is called on `a.b`."""
        run = self._run
        expr, target = call
        prefix = qualified_name(target)
        function = None if prefix is None else find_function(run.env, f"{prefix}.{expr.function}")
        if function is not None:
            self._finish_as(function, Call(expr.id, function.name, None, expr.args))
            return
        run.later(self._finish_member, expr)
        run.visit(target)

    def _finish_global(self, expr: Call) -> None:
        function = find_function(self._run.env, expr.function)
        if function is None:
            self._undeclared(expr)
        elif function.name == expr.function:
            self._finish(function, expr)
        else:
            self._finish_as(function, Call(expr.id, function.name, None, expr.args))

    def _finish_member(self, expr: Call) -> None:
        function = find_function(self._run.env, expr.function)
        if function is None:
            self._undeclared(expr)
        else:
            self._finish(function, expr)

    def _undeclared(self, expr: Call) -> None:
        run = self._run
        run.types[expr.id] = ERROR
        run.report(expr.id, complaints.undeclared_reference(expr.function, run.env.container))

    def _finish_as(self, function: Function, expr: Call) -> None:
        self._run.replacements[expr.id] = expr
        self._finish(function, expr)

    def _finish(self, function: Function, expr: Call) -> None:
        run = self._run
        if function.name in _LOGICAL:
            self._finish_logical(function, expr)
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

    def _finish_logical(self, function: Function, expr: Call) -> None:
        run = self._run
        run.types[expr.id] = BOOL
        run.references[expr.id] = Reference(function.name, function.overloads)
        for arg in expr.args:
            found = run.types[arg.id]
            if not run.inference.assignable(found, BOOL):
                run.report(arg.id, complaints.type_mismatch(BOOL, found))
                run.types[expr.id] = ERROR
