"""Which parts of an expression can fail: only around those does the compiler print error absorption."""

from __future__ import annotations

from kapivara.cel.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.checked import CheckedAst

NEVER_FAILING = frozenset(("_==_", "_!=_", "@not_strictly_false", "_&&_", "_||_", "_?_:_"))
"""Operators that fail only where an operand does; operands that must be boolean are looked at apart."""


class Failures:
    """Answers, node by node, whether evaluation can raise; answers are kept by id."""

    def __init__(self, checked: CheckedAst):
        self._checked = checked
        self._known: dict[int, bool] = {}

    def can_fail(self, node: Expr) -> bool:
        """Tells whether evaluating a node can raise."""
        known = self._known.get(node.id)
        if known is None:
            known = self._known[node.id] = self._look(node)
        return known

    def _look(self, node: Expr) -> bool:
        match node:
            case Const() | Ident():
                return False
            case Select(operand=operand, test_only=test_only):
                return not test_only or self.can_fail(operand)
            case Call():
                return self._call(node)
            case ListExpr(elements=elements, optional=optional):
                return bool(optional) or any(map(self.can_fail, elements))
            case MapExpr() | StructExpr():
                return True
            case Comprehension():
                return any(
                    self.can_fail(part) for part in (node.iter_range, node.accu_init, node.loop_step, node.result)
                ) or not self._has_certain_range(node)

    def _has_certain_range(self, node: Comprehension) -> bool:
        return self._checked.types[node.iter_range.id].kind.name in ("LIST", "MAP")

    def _call(self, node: Call) -> bool:
        parts = node.args if node.target is None else (node.target, *node.args)
        if any(map(self.can_fail, parts)):
            return True
        if node.function in NEVER_FAILING:
            return node.function in ("_&&_", "_||_", "_?_:_") and any(map(self._is_dyn, parts))
        overloads = self._checked.references[node.id].overloads
        return len(overloads) != 1 or overloads[0].fails

    def _is_dyn(self, node: Expr) -> bool:
        return self._checked.types[node.id].kind.name not in ("BOOL",)
