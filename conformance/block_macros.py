"""Macros of the specification's tests, which express the result of an optimiser of common subexpressions.

`cel.block([a, b], e)` evaluates `e` with `cel.index(0)` for `a` and so on; `cel.iterVar(i, j)` and `cel.accuVar(i, j)`
are unique names of loop variables. A block expands to nested `cel.bind` calls, one value after the other.
Upstream: cel-go conformance/conformance_test.go celBlockLib, whose blocks are calls of `cel.@block`.
"""

from __future__ import annotations

from kapivara.cel.macros.bindings import named
from kapivara.cel.macros.expansion import Expansion, MacroError
from kapivara.cel.macros.macro import Expander, Macro, since
from kapivara.cel.tree.ast import LAZY, Const, Expr, Ident, ListExpr


def _is_cel(target: Expr | None) -> bool:
    return isinstance(target, Ident) and target.name == "cel"


def _block(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr | None:
    if not _is_cel(target):
        return None
    if not isinstance(args[0], ListExpr):
        raise MacroError("cel.block requires the first arg to be a list literal", e.offset_of(args[0]))
    body = args[1]
    for place in reversed(range(len(args[0].elements))):
        body = named(e, f"@index{place}", args[0].elements[place], nothing=e.list(), result=body, macro=LAZY)
    return body


def _numbered(pattern: str, complaint: str) -> Expander:
    """Returns a name made of numbers."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr | None:
        if not _is_cel(target):
            return None
        numbers: list[int] = []
        for arg in args:
            if not isinstance(arg, Const) or type(arg.value) is not int or arg.value < 0:
                raise MacroError(complaint, e.offset_of(arg))
            numbers.append(arg.value)
        return e.ident(pattern.format(*numbers))

    return expand


_INDEX = _numbered("@index{}", "cel.index requires a single non-negative int constant arg")
_ITER_VAR = _numbered("@it:{}:{}", "cel.iterVar requires two non-negative int constant args")
_ACCU_VAR = _numbered("@ac:{}:{}", "cel.accuVar requires two non-negative int constant args")

BLOCK_MACROS = since(
    None,
    Macro("block", 2, True, _block, "Evaluates an expression with names for some values."),
    Macro("index", 1, True, _INDEX, "Stands for a value of the block around."),
    Macro("iterVar", 2, True, _ITER_VAR, "A variable of a loop that nobody else uses."),
    Macro("accuVar", 2, True, _ACCU_VAR, "A result of a loop that nobody else uses."),
)
"""`cel.block` and its related macros."""
