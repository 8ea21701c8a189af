"""Finds integers that are known to be small: sizes, constants, choices between them, and sums of a few.

No value has 2³² elements: a sum of a few sizes fits into 64 bits, and needs no check for overflow.
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.tree.ast import Call, Const, Expr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import CelKind

SIGNS: Final = {"_+_": "+", "_-_": "-"}
"""Operators that keep small numbers small, with their Python notation."""
_SMALL: Final = 1 << 32
_DEEP: Final = 32
"""The deepest nesting of terms in a sum that is examined."""


def is_small_sum(checked: CheckedAst, node: Call, deep: int = 0) -> bool:
    """Returns whether a call adds or subtracts small integers."""
    if node.function not in SIGNS or deep == _DEEP:
        return False
    one, other = node.args
    return _is_small(checked, one, deep + 1) and _is_small(checked, other, deep + 1)


def _is_small(checked: CheckedAst, node: Expr, deep: int) -> bool:
    if checked.types[node.id].kind is not CelKind.INT:
        return False
    match node:
        case Const(value=int(number)):
            return -_SMALL < number < _SMALL
        case Call(function="size"):
            return True
        case Call(function="_?_:_", args=(_, one, other)) if deep < _DEEP:
            return _is_small(checked, one, deep + 1) and _is_small(checked, other, deep + 1)
        case Call():
            return is_small_sum(checked, node, deep)
    return False
