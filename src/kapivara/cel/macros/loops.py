"""The language's own macros: `has`, and those over a list or the keys of a map.

The expansions have the reference implementation's shape and take ids in its order, since types, costs and messages
follow them. Upstream: cel-go parser/macro.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.ast import Comprehension, Expr, Ident, Select
from kapivara.cel.macros.expansion import ACCUMULATOR, Expansion, MacroError
from kapivara.cel.macros.macro import Expander, Macro
from kapivara.values.record import record


def variable_name(e: Expansion, arg: Expr, complaint: str) -> str:
    if not isinstance(arg, Ident):
        raise MacroError(complaint, e.offset_of(arg))
    if arg.name in (ACCUMULATOR, "__result__"):
        raise MacroError("iteration variable overwrites accumulator variable", e.offset_of(arg))
    return arg.name


def _has(e: Expansion, _target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    arg = args[0]
    if not isinstance(arg, Select):
        raise MacroError("invalid argument to has() macro", e.offset_of(arg))
    return Select(e.new_id(), arg.operand, arg.field, True)


@record(eq=False)
class Loop:
    """The four parts in which the expansions of macros over lists and maps differ."""

    init: Expr
    condition: Expr
    step: Expr
    result: Expr


def comprehension(
    e: Expansion, target: Expr | None, variables: tuple[str, str], loop: Loop, macro: tuple[str, tuple[Expr, ...]]
) -> Expr:
    assert target is not None
    return Comprehension(
        e.new_id(),
        *variables,
        target,
        ACCUMULATOR,
        loop.init,
        loop.condition,
        loop.step,
        loop.result,
        *macro,
    )


def all_loop(e: Expansion, predicate: Expr) -> Loop:
    init = e.const(True)
    condition = e.call("@not_strictly_false", e.accumulator())
    step = e.call("_&&_", e.accumulator(), predicate)
    return Loop(init, condition, step, e.accumulator())


def exists_loop(e: Expansion, predicate: Expr) -> Loop:
    init = e.const(False)
    condition = e.call("@not_strictly_false", e.call("!_", e.accumulator()))
    step = e.call("_||_", e.accumulator(), predicate)
    return Loop(init, condition, step, e.accumulator())


def exists_one_loop(e: Expansion, predicate: Expr) -> Loop:
    init, condition = e.const(0), e.const(True)
    one_more = e.call("_+_", e.accumulator(), e.const(1))
    step = e.call("_?_:_", predicate, one_more, e.accumulator())
    return Loop(init, condition, step, e.call("_==_", e.accumulator(), e.const(1)))


def _quantifier(name: str, loop: Callable[[Expansion, Expr], Loop]) -> Expander:
    """`range.name(x, predicate)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        variable = variable_name(e, args[0], "argument must be a simple name")
        return comprehension(e, target, (variable, ""), loop(e, args[1]), (name, args))

    return expand


def map_loop(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """`range.map(x, value)`, `range.map(x, predicate, value)`."""
    variable = variable_name(e, args[0], "argument is not an identifier")
    init, condition = e.list(), e.const(True)
    step = e.call("_+_", e.accumulator(), e.list(args[-1]))
    if len(args) == 3:
        step = e.call("_?_:_", args[1], step, e.accumulator())
    return comprehension(e, target, (variable, ""), Loop(init, condition, step, e.accumulator()), ("map", args))


def _filter(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """`range.filter(x, predicate)`."""
    variable = variable_name(e, args[0], "argument is not an identifier")
    init, condition = e.list(), e.const(True)
    step = e.call("_+_", e.accumulator(), e.list(args[0]))
    step = e.call("_?_:_", args[1], step, e.accumulator())
    return comprehension(e, target, (variable, ""), Loop(init, condition, step, e.accumulator()), ("filter", args))


STANDARD_MACROS = (
    Macro("has", 1, False, _has),
    Macro("all", 2, True, _quantifier("all", all_loop)),
    Macro("exists", 2, True, _quantifier("exists", exists_loop)),
    Macro("exists_one", 2, True, _quantifier("exists_one", exists_one_loop)),
    Macro("map", 2, True, map_loop),
    Macro("map", 3, True, map_loop),
    Macro("filter", 2, True, _filter),
)
"""The language's own."""
