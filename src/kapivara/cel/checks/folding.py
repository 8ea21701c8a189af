"""Upstream's constant folding when it plans an expression, as far as it affects costs and evaluation.

Upstream: cel-go interpreter/decorators.go decOptimize, maybeOptimizeSetMembership, decRegexOptimizer (0.29).
"""

from __future__ import annotations

from kapivara.cel.tree.ast import Call, Const, Expr, ListExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.types import CelKind

CONVERSIONS = frozenset(("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"))
"""Functions that upstream calls in advance if their argument is a constant."""
REGEX_FUNCTIONS = frozenset(("matches", "find", "findAll"))
"""Functions whose second operand is a pattern."""
_PLAIN_CONVERSIONS = frozenset(("bool", "double", "int", "string", "uint"))


def looks_nowhere(checked: CheckedAst, node: Call) -> bool:
    """Returns whether a call is `x in []`: false, and x is never evaluated."""
    match node:
        case Call(function="@in", args=(_, ListExpr(elements=()))):
            return _is_in_list(checked, node)
    return False


def is_in_constants(checked: CheckedAst, node: Call) -> bool:
    """Returns whether a call is `x in [constants]`, which upstream replaces by a set."""
    match node:
        case Call(function="@in", args=(_, ListExpr(elements=elements))):
            return bool(elements) and _is_in_list(checked, node) and all(map(_is_plain, elements))
    return False


def has_constant_pattern(checked: CheckedAst, node: Call) -> bool:
    """Returns whether a call has a constant string as its pattern, for which upstream uses a special call."""
    operands = operands_of(node)
    if node.function not in REGEX_FUNCTIONS or len(operands) < 2 or not _is_constant(operands[1]):
        return False
    pattern = operands[1]
    while isinstance(pattern, Call) and pattern.function == "dyn":
        pattern = pattern.args[0]
    return checked.types[pattern.id].kind is CelKind.STRING and _takes_pattern(checked, node)


def _takes_pattern(checked: CheckedAst, node: Call) -> bool:
    """Returns whether all overloads take a pattern, unlike those for labels, which take a selector there."""
    return all(overload.args[1].kind is CelKind.STRING for overload in checked.overloads_of(node))


def _is_in_list(checked: CheckedAst, node: Call) -> bool:
    return [overload.id for overload in checked.overloads_of(node)] == ["in_list"]


def _is_plain(node: Expr) -> bool:
    """Returns whether a node is a constant that upstream puts into a set: not bytes, null, times, types, lists."""
    if isinstance(node, Const):
        return node.value is not None and not isinstance(node.value, bytes)
    if not isinstance(node, Call) or len(node.args) != 1:
        return False
    if node.function == "dyn":
        return _is_plain(node.args[0])
    return node.function in _PLAIN_CONVERSIONS and _is_constant(node.args[0])


def _is_constant(node: Expr) -> bool:
    """Returns whether a node is a literal, or a conversion of one."""
    while isinstance(node, Call) and node.function in CONVERSIONS and len(node.args) == 1:
        node = node.args[0]
    return isinstance(node, Const)
