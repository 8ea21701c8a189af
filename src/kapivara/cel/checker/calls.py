"""Checks calls: of functions, of members, of operators, and optional selection."""

from __future__ import annotations

from kapivara.cel.ast import Call, Const, Expr
from kapivara.cel.checked import Reference
from kapivara.cel.checker import complaints
from kapivara.cel.checker.names import Names
from kapivara.cel.checker.overloads import find_function
from kapivara.cel.checker.state import Checking
from kapivara.cel.functions import Function
from kapivara.cel.types import BOOL, ERROR, STRING
from kapivara.cel.walk import qualified_name

_LOGICAL = ("_&&_", "_||_")


class Calls:
    """The visits of calls."""

    def __init__(self, checking: Checking, names: Names):
        self._checking = checking
        self._names = names

    def visit_call(self, expr: Call) -> None:
        """Checks arguments first, then the target, if it turns out to be one."""
        checking = self._checking
        if expr.function == "_?._":
            checking.later(self._finish_optional_select, expr)
            checking.visit(expr.args[0])
            return
        if expr.target is None:
            checking.later(self._finish_global, expr)
        else:
            checking.later(self._visit_target, (expr, expr.target))
        for arg in reversed(expr.args):
            checking.visit(arg)

    def _finish_optional_select(self, expr: Call) -> None:
        checking = self._checking
        operand, field = expr.args
        name = field.value if isinstance(field, Const) else ""
        found = self._names.select_field(expr, operand, name, optional=True)
        checking.types[field.id] = STRING
        checking.types[expr.id] = checking.inference.resolve(found)
        function = checking.env.functions.get(expr.function)
        checking.references[expr.id] = Reference(expr.function, function.overloads if function else ())

    def _visit_target(self, call: tuple[Call, Expr]) -> None:
        """Either `a.b.f(x)` is the function `a.b.f`, or `f` is called on `a.b`."""
        checking = self._checking
        expr, target = call
        prefix = qualified_name(target)
        function = None if prefix is None else find_function(checking.env, f"{prefix}.{expr.function}")
        if function is not None:
            self._finish_as(function, Call(expr.id, function.name, None, expr.args))
            return
        checking.later(self._finish_member, expr)
        checking.visit(target)

    def _finish_global(self, expr: Call) -> None:
        function = find_function(self._checking.env, expr.function)
        if function is None:
            self._undeclared(expr)
        elif function.name == expr.function:
            self._finish(function, expr)
        else:
            self._finish_as(function, Call(expr.id, function.name, None, expr.args))

    def _finish_member(self, expr: Call) -> None:
        function = find_function(self._checking.env, expr.function)
        if function is None:
            self._undeclared(expr)
        else:
            self._finish(function, expr)

    def _undeclared(self, expr: Call) -> None:
        checking = self._checking
        checking.types[expr.id] = ERROR
        checking.report(expr.id, complaints.undeclared_reference(expr.function, checking.env.container))

    def _finish_as(self, function: Function, expr: Call) -> None:
        self._checking.replacements[expr.id] = expr
        self._finish(function, expr)

    def _finish(self, function: Function, expr: Call) -> None:
        checking = self._checking
        if function.name in _LOGICAL:
            self._finish_logical(function, expr)
            return
        member = expr.target is not None
        operands = expr.args if expr.target is None else (expr.target, *expr.args)
        types = [checking.types[operand.id] for operand in operands]
        resolution = checking.env.resolver.resolve(function, types, checking.inference, member=member)
        if resolution is None:
            checking.types[expr.id] = ERROR
            settled = [checking.inference.settle(one) for one in types]
            checking.report(expr.id, complaints.no_matching_overload(function.name, settled, member=member))
        else:
            checking.types[expr.id] = resolution.result
            checking.references[expr.id] = resolution.reference

    def _finish_logical(self, function: Function, expr: Call) -> None:
        checking = self._checking
        checking.types[expr.id] = BOOL
        checking.references[expr.id] = Reference(function.name, function.overloads)
        for arg in expr.args:
            found = checking.types[arg.id]
            if not checking.inference.assignable(found, BOOL):
                checking.report(arg.id, complaints.type_mismatch(BOOL, found))
                checking.types[expr.id] = ERROR
