"""Finds the nodes of a checked expression whose evaluation can fail, from their static types.

A node that fails raises `CelError`, which `&&`, `||` and some macros absorb: the compiler prints code for that only
around nodes that can fail. A few nodes can panic, too, where upstream's code does: then the whole evaluation ends
(`CelPanicError`), and nothing absorbs that. The evaluation of a node that can panic has an effect, even if its value is
not needed.
"""

from __future__ import annotations

from kapivara.cel.checks.folding import is_in_constants, looks_nowhere
from kapivara.cel.codegen.small_numbers import is_small_sum
from kapivara.cel.codegen.soundness import is_sure
from kapivara.cel.cost.costs import cost_at_run_time
from kapivara.cel.functions import Overload, OverloadCost
from kapivara.cel.tree.ast import LAZY, Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.tree.walk import children, descendants
from kapivara.cel.types import CelKind, Type


def static_overload(checked: CheckedAst, node: Call) -> Overload | None:
    """Returns the overload of a call where static types decide; None where it depends on values."""
    reference = checked.references.get(node.id)
    if reference is None or len(reference.overloads) != 1:
        return None
    overload = reference.overloads[0]
    for declared, given in zip(overload.args, operands_of(node), strict=False):
        if not is_sure(declared, checked.types[given.id]):
            return None
    return overload


_UNSURE_KEYS = frozenset((CelKind.DYN, CelKind.BYTES, CelKind.OBJECT, CelKind.OPAQUE))
"""Types with values that are not valid keys of a map."""


class Failures:
    """The nodes of one expression that can fail; results are cached by node id."""

    def __init__(self, checked: CheckedAst):
        self._checked = checked
        self._known: dict[int, bool] = {}
        self._panics: dict[int, bool] = {}

    def can_panic(self, node: Expr) -> bool:
        """Returns whether the evaluation of a node can end the whole evaluation."""
        known = self._panics.get(node.id)
        if known is None:
            self.can_fail(node)  # records the variables that can fail, see `expect_failures`
            known = self._panics_itself(node)
            for child in children(node):
                known = known or self.can_panic(child)
            self._panics[node.id] = known
        return known

    def _panics_itself(self, node: Expr) -> bool:
        match node:
            case MapExpr():
                return self.has_unsure_keys(node)
            case Call(function="@in", args=(item, container)):
                of_map = self._checked.types[container.id].kind is not CelKind.LIST
                return self.cannot_be_key(node) or (of_map and self._is_no_key(item))
            case Call():
                return self.panicking_cost(node) is not None
        return False

    def has_unsure_keys(self, node: MapExpr) -> bool:
        """Returns whether a map literal has keys that may be invalid."""
        return any(self._is_no_key(entry.key) for entry in node.entries)

    def cannot_be_key(self, node: Call) -> bool:
        """Returns whether a call is `x in [constants]` with an x that may be invalid as a key of upstream's sets."""
        return self._is_no_key(node.args[0]) and is_in_constants(self._checked, node)

    def _is_no_key(self, node: Expr) -> bool:
        return self._checked.types[node.id].kind in _UNSURE_KEYS

    def panicking_cost(self, node: Call) -> OverloadCost | None:
        """Returns the cost of a call that panics for a failed or wrongly typed operand; None if that cannot occur."""
        reference = self._checked.references.get(node.id)
        cost = cost_at_run_time(reference.overloads) if reference is not None else None
        if not getattr(cost, "panics", False):
            return None
        unsure = static_overload(self._checked, node) is None or self._any_can_fail(operands_of(node))
        return cost if unsure else None

    def can_fail(self, node: Expr) -> bool:
        """Returns whether the evaluation of a node can raise an error."""
        known = self._known.get(node.id)
        if known is None:
            known = self._known[node.id] = self._look(node)
        return known

    def can_fail_as_condition(self, node: Expr) -> bool:
        """Returns whether the evaluation of a node can raise an error or return a value that is not a boolean."""
        return self.can_fail(node) or not self._is_boolean(node)

    def _any_can_fail(self, nodes: tuple[Expr, ...]) -> bool:
        for node in nodes:  # noqa: SIM110  trees are deep, and `any` would use the C stack
            if self.can_fail(node):
                return True
        return False

    def _look(self, node: Expr) -> bool:
        match node:
            case Const() | Ident():
                return False
            case Select(operand=operand, test_only=test_only):
                has_fields = self._checked.types[operand.id].kind in (CelKind.MAP, CelKind.OBJECT)
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
        """Returns whether a named value (`cel.bind`) is evaluated where its name is first used, and fails there."""
        if not self.can_fail(node.accu_init):
            return False
        self.expect_failures(node.accu_var, node.result, panics=self.can_panic(node.accu_init))
        return node.macro == LAZY or self.can_panic(node.result)

    def expect_failures(self, name: str, *within: Expr, panics: bool = False) -> None:
        """Records that reading a variable can fail, or panic, in some nodes; call it before any query on them."""
        for node in within:
            for part in descendants(node):
                if isinstance(part, Ident) and part.name == name:
                    self._known[part.id] = True
                    self._panics[part.id] = panics

    def _comprehension(self, node: Comprehension) -> bool:
        if self.is_lazy(node):
            return self.can_fail(node.result)
        parts = (node.iter_range, node.accu_init, node.loop_step, node.result)
        return self._any_can_fail(parts) or not self._has_certain_range(node)

    def _has_certain_range(self, node: Comprehension) -> bool:
        return self._checked.types[node.iter_range.id].kind.name in ("LIST", "MAP")

    def _call(self, node: Call) -> bool:
        if looks_nowhere(self._checked, node):
            return False
        parts = operands_of(node)
        if self._any_can_fail(parts):
            return True
        match node.function:
            case "_&&_" | "_||_":
                return not all(map(self._is_boolean, parts))
            case "_?_:_":
                return not self._is_boolean(parts[0])
            case "_==_":
                return not all(map(self._is_comparable, parts))
            case "@not_strictly_false":
                return False
        overload = static_overload(self._checked, node)
        return overload is None or (overload.fails and not is_small_sum(self._checked, node))

    def _is_boolean(self, node: Expr) -> bool:
        return self._checked.types[node.id].kind is CelKind.BOOL

    def _is_comparable(self, node: Expr) -> bool:
        """Returns whether equality is always defined; values of some libraries compare only with their own type."""
        return not _may_hold(self._checked.types[node.id], (CelKind.DYN, CelKind.OPAQUE))


class UnabsorbedFailures(Failures):
    """Failures for code without absorption: no node needs code for errors, as any error ends the evaluation."""

    def __init__(self, checked: CheckedAst):
        super().__init__(checked)
        self._absorbed = Failures(checked)

    def can_fail(self, node: Expr) -> bool:  # noqa: ARG002  errors never matter here
        """Returns False: errors do not matter."""
        return False

    def can_panic(self, node: Expr) -> bool:  # noqa: ARG002
        """Returns False: errors do not matter."""
        return False

    def can_fail_as_condition(self, node: Expr) -> bool:  # noqa: ARG002
        """Returns False: errors do not matter."""
        return False

    def panicking_cost(self, node: Call) -> OverloadCost | None:  # noqa: ARG002
        """Returns None: errors do not matter."""
        return None

    def is_lazy(self, node: Comprehension) -> bool:
        """Returns whether a named value is evaluated where its name is first used: perhaps it never is."""
        return self._absorbed.is_lazy(node)


def _may_hold(of: Type, kinds: tuple[CelKind, ...]) -> bool:
    return of.kind in kinds or any(_may_hold(each, kinds) for each in of.params)
