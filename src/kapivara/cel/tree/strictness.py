"""Evaluation of further operands after one has failed.

For upstream, an error is a value: a call of one or two operands evaluates both, and the first error is the result; a
call of more operands, or one that must choose an overload, ends at the first error. This affects the cost of failing
expressions, and panics of second operands.
Upstream: cel-go interpreter/planner.go planCall, interpretable.go evalBinary, evalVarArgs; common/decls/decls.go
Bindings (0.29).
"""

from __future__ import annotations

from kapivara.cel.tree.ast import Call, Expr
from kapivara.cel.tree.checked import CheckedAst

ONE_FOR_ALL = frozenset(
    (
        *("_+_", "_-_", "_*_", "_/_", "_%_", "-_", "_<_", "_<=_", "_>_", "_>=_", "_==_", "_!=_", "!_", "@in"),
        *("matches", "size", "sort", "@sortByAssociatedKeys"),
    )
)
"""Functions whose overloads share an implementation, so that none has to be chosen."""
INDEX = "@index"
"""The function of calls that replace an index before compilation."""
_IN_TURN = frozenset(("format", "_[_]", "_[?_]", "_?._", INDEX))
"""Functions of two operands that are declared as variadic, and indexes, which are links of a chain."""


def operands_of(node: Call) -> tuple[Expr, ...]:
    """Returns the operands of a call, the target of a member call first."""
    return node.args if node.target is None else (node.target, *node.args)


def stops_early(checked: CheckedAst, node: Call) -> bool:
    """Returns whether a call evaluates no further operand once one has failed."""
    if len(operands_of(node)) > 2 or node.function in _IN_TURN:
        return True
    return node.function not in ONE_FOR_ALL and len(checked.overloads_of(node)) > 1
