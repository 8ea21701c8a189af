"""The math library's `math.greatest` and `math.least`, which take any number of arguments or one list.

Upstream: cel-go ext/math.go.
"""

from __future__ import annotations

from kapivara.cel.macros.expansion import Expansion, MacroError
from kapivara.cel.macros.macro import VARIADIC, Expander, Macro, since
from kapivara.cel.tree.ast import Const, Expr, Ident, ListExpr, MapExpr, StructExpr


def _extreme(name: str, function: str) -> Expander:
    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr | None:
        if not isinstance(target, Ident) or target.name != "math":
            return None
        if not args:
            raise MacroError(f"{name}() requires at least one argument", e.offset_of(target))
        if len(args) == 1:
            if not _is_numbers(args[0]) and not _can_be_number(args[0]):
                raise MacroError(f"{name}() invalid single argument value", e.offset_of(args[0]))
            return e.call(function, args[0])
        for arg in args:
            if not _can_be_number(arg):
                raise MacroError(f"{name}() simple literal arguments must be numeric", e.offset_of(arg))
        return e.call(function, *args) if len(args) == 2 else e.call(function, e.list(*args))

    return expand


def _can_be_number(arg: Expr) -> bool:
    if isinstance(arg, Const):
        return isinstance(arg.value, int | float) and not isinstance(arg.value, bool)
    return not isinstance(arg, ListExpr | MapExpr | StructExpr)


def _is_numbers(arg: Expr) -> bool:
    return isinstance(arg, ListExpr) and bool(arg.elements) and all(map(_can_be_number, arg.elements))


MATH_MACROS = since(
    None,
    Macro(
        "greatest",
        VARIADIC,
        True,
        _extreme("math.greatest", "math.@max"),
        "Returns the greatest of its arguments, or of a list.",
        (("math.greatest(1, 3, 2)", "3"), ("math.greatest([1, 2])", "2")),
    ),
    Macro(
        "least",
        VARIADIC,
        True,
        _extreme("math.least", "math.@min"),
        "Returns the least of its arguments, or of a list.",
        (("math.least(1, 3, 2)", "1"), ("math.least([1, 2])", "1")),
    ),
)
"""The macros of the math library."""
