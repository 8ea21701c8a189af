"""Checks identifiers and selections: `a.b.c` may be a variable, a field of one, a field of a field."""

from __future__ import annotations

from kapivara.cel.ast import Expr, Ident, Select
from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import bounded, is_dyn_or_error, is_optional
from kapivara.cel.checker.state import Checking
from kapivara.cel.types import BOOL, DYN, ERROR, Kind, Type, optional_of


class Names:
    """The visits of names."""

    def __init__(self, checking: Checking):
        self._checking = checking

    def visit_ident(self, expr: Ident) -> None:
        """Looks a name up."""
        checking = self._checking
        found = checking.scopes.resolve(expr.name)
        if found is None:
            checking.types[expr.id] = ERROR
            checking.report(expr.id, complaints.undeclared_reference(expr.name, checking.env.container))
        else:
            checking.refer(expr, *found)

    def visit_select(self, expr: Select) -> None:
        """Of `a.b.c`, takes the longest beginning that is declared for a variable, and selects the rest."""
        checking = self._checking
        if expr.test_only:
            checking.later(self._finish_select, expr)
            checking.visit(expr.operand)
            return
        chain = [expr]
        while isinstance(operand := chain[-1].operand, Select) and not operand.test_only:
            chain.append(operand)
        base: Expr | None = operand
        if isinstance(operand, Ident):
            names = [operand.name, *[select.field for select in reversed(chain)]]
            length, found = checking.scopes.resolve_qualified(names)
            if found is not None:
                checking.refer(chain[len(names) - length], *found)
                del chain[len(names) - length :]
                base = None
        for select in chain:
            checking.later(self._finish_select, select)
        if base is not None:
            checking.visit(base)

    def _finish_select(self, expr: Select) -> None:
        checking = self._checking
        found = self.select_field(expr, expr.operand, expr.field)
        checking.types[expr.id] = BOOL if expr.test_only else checking.inference.resolve(found)

    def select_field(self, expr: Expr, operand: Expr, field: str, *, optional: bool = False) -> Type:
        """The type of a field of an operand that has been checked; optional if the operand is."""
        checking = self._checking
        target = checking.inference.resolve(checking.types[operand.id])
        if is_optional(target):
            optional = True
            target = target.params[0]
        match target.kind:
            case Kind.MAP:
                found = target.params[1]
            case Kind.OBJECT:
                found = checking.field_type(expr.id, target.name, field)
            case Kind.TYPE_PARAM:
                checking.inference.assignable(DYN, target)
                found = DYN
            case _:
                if not is_dyn_or_error(target):
                    checking.report(expr.id, complaints.no_field_selection(target))
                found = DYN
        return bounded(optional_of(found)) if optional else found
