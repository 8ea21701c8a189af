"""Which parts of an expression can fail: only around those does the compiler print error absorption."""

from __future__ import annotations

from kapivara.cel.ast import LAZY, Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.checked import CheckedAst
from kapivara.cel.functions import Overload
from kapivara.cel.types import Kind, Type
from kapivara.cel.walk import descendants


def static_overload(checked: CheckedAst, node: Call) -> Overload | None:
    """The overload that a call is for, where static types decide; None where values have to be looked at."""
    reference = checked.references.get(node.id)
    if reference is None or len(reference.overloads) != 1:
        return None
    overload = reference.overloads[0]
    nodes = node.args if node.target is None else (node.target, *node.args)
    for declared, given in zip(overload.args, nodes, strict=False):
        if declared.kind not in (Kind.DYN, Kind.TYPE_PARAM) and checked.types[given.id].kind is not declared.kind:
            return None
    return overload


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

    def _any_can_fail(self, nodes: tuple[Expr, ...]) -> bool:
        for node in nodes:  # noqa: SIM110 - trees are deep, and `any` would take room on the machine's stack
            if self.can_fail(node):
                return True
        return False

    def _look(self, node: Expr) -> bool:
        match node:
            case Const() | Ident():
                return False
            case Select(operand=operand, test_only=test_only):
                has_fields = self._checked.types[operand.id].kind in (Kind.MAP, Kind.OBJECT)
                return not test_only or not has_fields or self.can_fail(operand)
            case Call():
                return self._call(node)
            case ListExpr(elements=elements, optional=optional):
                return bool(optional) or self._any_can_fail(elements)
            case MapExpr() | StructExpr():
                return True
            case Comprehension():
                return self._comprehension(node)

    def is_lazy(self, node: Comprehension) -> bool:
        """Tells whether the value that a node gives a name to fails where the name is used, if it does."""
        if node.macro != LAZY or not self.can_fail(node.accu_init):
            return False
        for part in descendants(node.result):
            if isinstance(part, Ident) and part.name == node.accu_var:
                self._known[part.id] = True
        return True

    def _comprehension(self, node: Comprehension) -> bool:
        if self.is_lazy(node):
            return self.can_fail(node.result)
        parts = (node.iter_range, node.accu_init, node.loop_step, node.result)
        return self._any_can_fail(parts) or not self._has_certain_range(node)

    def _has_certain_range(self, node: Comprehension) -> bool:
        return self._checked.types[node.iter_range.id].kind.name in ("LIST", "MAP")

    def _call(self, node: Call) -> bool:
        parts = node.args if node.target is None else (node.target, *node.args)
        if self._any_can_fail(parts):
            return True
        match node.function:
            case "_&&_" | "_||_":
                return not all(map(self._is_boolean, parts))
            case "_?_:_":
                return not self._is_boolean(parts[0])
            case "_==_" | "_!=_":
                return not all(map(self._is_comparable, parts))
            case "@not_strictly_false":
                return False
        overload = static_overload(self._checked, node)
        return overload is None or overload.fails

    def _is_boolean(self, node: Expr) -> bool:
        return self._checked.types[node.id].kind is Kind.BOOL

    def _is_comparable(self, node: Expr) -> bool:
        """Tells whether equality always has an answer; values of some libraries compare only with their like."""
        return not _may_hold(self._checked.types[node.id], (Kind.DYN, Kind.OPAQUE))


def _may_hold(of: Type, kinds: tuple[Kind, ...]) -> bool:
    return of.kind in kinds or any(_may_hold(each, kinds) for each in of.params)
