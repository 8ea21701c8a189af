"""What becomes of the other operands of a call when one of them fails.

A failure is a value to upstream: a call of one or two operands evaluates both, whatever comes of them, and the first
failure stands; one of more operands, or one that has to choose its overload, ends at the first failure. It shows in
what failing expressions cost, and where a second operand breaks the evaluation off.
Upstream: cel-go interpreter/planner.go planCall, interpretable.go evalBinary, evalVarArgs; common/decls/decls.go
Bindings (0.29).
"""

from __future__ import annotations

from kapivara.cel.ast import Call, Expr
from kapivara.cel.checked import CheckedAst

ONE_FOR_ALL = frozenset(
    (
        *("_+_", "_-_", "_*_", "_/_", "_%_", "-_", "_<_", "_<=_", "_>_", "_>=_", "_==_", "_!=_", "!_", "@in"),
        *("matches", "size", "sort", "@sortByAssociatedKeys"),
    )
)
"""Functions whose overloads share an implementation: no overload has to be chosen."""
INDEX = "@index"
"""The function of calls that are put in the place of an index, before an expression is compiled."""
_IN_TURN = frozenset(("format", "_[_]", "_[?_]", "_?._", INDEX))
"""Functions of two operands that are declared as if they had more, and indices, which are links of a chain."""


def operands_of(node: Call) -> tuple[Expr, ...]:
    """The operands of a call, the target of a member call first."""
    return node.args if node.target is None else (node.target, *node.args)


def stops_early(checked: CheckedAst, node: Call) -> bool:
    """Returns whether a call looks at no further operand once one has failed."""
    if len(operands_of(node)) > 2 or node.function in _IN_TURN:
        return True
    return node.function not in ONE_FOR_ALL and len(checked.overloads_of(node)) > 1
