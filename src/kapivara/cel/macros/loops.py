"""The language's own macros: `has`, and those over a list or the keys of a map.

The expansions and their ids follow the reference implementation, since types, costs and messages depend on them.
Upstream: cel-go parser/macro.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.macros.expansion import ACCUMULATOR, Expansion, MacroError, receiver
from kapivara.cel.macros.macro import Expander, Macro
from kapivara.cel.tree.ast import Comprehension, Expr, Ident, Select
from kapivara.values.record import record

_OLD_ACCUMULATOR = "__result__"


@record(eq=False)
class Loop:
    """The four parts in which the expansions of macros over lists and maps differ."""

    init: Expr
    condition: Expr
    step: Expr
    result: Expr


@record(eq=False)
class Written:
    """A call of a macro as written; the second variable may be empty."""

    name: str
    target: Expr | None
    variables: tuple[str, str]
    args: tuple[Expr, ...]


def comprehension(e: Expansion, written: Written, loop: Loop) -> Expr:
    """Returns the loop over the range of a macro's call."""
    return Comprehension(
        e.new_id(),
        *written.variables,
        receiver(written.target),
        ACCUMULATOR,
        loop.init,
        loop.condition,
        loop.step,
        loop.result,
        written.name,
        written.args,
    )


def variable_name(e: Expansion, arg: Expr, complaint: str) -> str:
    """Returns the name of the variable that an argument declares; raises MacroError for an invalid or reserved name."""
    if not isinstance(arg, Ident):
        raise MacroError(complaint, e.offset_of(arg))
    if arg.name in (ACCUMULATOR, _OLD_ACCUMULATOR):
        raise MacroError("iteration variable overwrites accumulator variable", e.offset_of(arg))
    return arg.name


def all_loop(e: Expansion, predicate: Expr) -> Loop:
    """Returns the loop of `all`: true until the predicate is false."""
    init = e.const(True)
    condition = e.call("@not_strictly_false", e.accumulator())
    step = e.call("_&&_", e.accumulator(), predicate)
    return Loop(init, condition, step, e.accumulator())


def exists_loop(e: Expansion, predicate: Expr) -> Loop:
    """Returns the loop of `exists`: false until the predicate is true."""
    init = e.const(False)
    condition = e.call("@not_strictly_false", e.call("!_", e.accumulator()))
    step = e.call("_||_", e.accumulator(), predicate)
    return Loop(init, condition, step, e.accumulator())


def exists_one_loop(e: Expansion, predicate: Expr) -> Loop:
    """Returns the loop of `exists_one`, which counts how often the predicate is true."""
    init, condition = e.const(0), e.const(True)
    one_more = e.call("_+_", e.accumulator(), e.const(1))
    step = e.call("_?_:_", predicate, one_more, e.accumulator())
    return Loop(init, condition, step, e.call("_==_", e.accumulator(), e.const(1)))


def _quantifier(name: str, loop: Callable[[Expansion, Expr], Loop]) -> Expander:
    """Returns the expander of `range.name(x, predicate)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        variable = variable_name(e, args[0], "argument must be a simple name")
        made = loop(e, args[1])
        return comprehension(e, Written(name, target, (variable, ""), args), made)

    return expand


def map_loop(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `range.map(x, value)` and `range.map(x, predicate, value)`."""
    variable = variable_name(e, args[0], "argument is not an identifier")
    init, condition = e.list(), e.const(True)
    step = e.call("_+_", e.accumulator(), e.list(args[-1]))
    if len(args) == 3:
        step = e.call("_?_:_", args[1], step, e.accumulator())
    loop = Loop(init, condition, step, e.accumulator())
    return comprehension(e, Written("map", target, (variable, ""), args), loop)


def _filter(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `range.filter(x, predicate)`."""
    variable = variable_name(e, args[0], "argument is not an identifier")
    init, condition = e.list(), e.const(True)
    step = e.call("_+_", e.accumulator(), e.list(args[0]))
    step = e.call("_?_:_", args[1], step, e.accumulator())
    loop = Loop(init, condition, step, e.accumulator())
    return comprehension(e, Written("filter", target, (variable, ""), args), loop)


def _has(e: Expansion, _target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `has(a.b)`."""
    arg = args[0]
    if not isinstance(arg, Select):
        raise MacroError("invalid argument to has() macro", e.offset_of(arg))
    return Select(e.new_id(), arg.operand, arg.field, True)


_DOCS = {
    "has": "Returns whether a field is set, or a key present.",
    "all": "Returns whether a predicate holds for all elements of a list or keys of a map.",
    "exists": "Returns whether a predicate holds for any element of a list or key of a map.",
    "exists_one": "Returns whether a predicate holds for exactly one element of a list or key of a map.",
    "map": "Makes a list of what an expression gives for each element of a list or key of a map.",
    "map_filter": "Makes a list of what an expression gives for each element or key for which a predicate holds.",
    "filter": "Makes a list of the elements of a list or keys of a map for which a predicate holds.",
}

STANDARD_MACROS = (
    Macro("has", 1, False, _has, _DOCS["has"], (("has({'a': 1}.a)", "true"), ("has({'a': 1}.b)", "false"))),
    Macro("all", 2, True, _quantifier("all", all_loop), _DOCS["all"], (("[1, 2].all(x, x > 0)", "true"),)),
    Macro(
        "exists", 2, True, _quantifier("exists", exists_loop), _DOCS["exists"], (("[1, 2].exists(x, x > 1)", "true"),)
    ),
    Macro(
        "exists_one",
        2,
        True,
        _quantifier("exists_one", exists_one_loop),
        _DOCS["exists_one"],
        (("[1, 2].exists_one(x, x > 0)", "false"),),
    ),
    Macro("map", 2, True, map_loop, _DOCS["map"], (("[1, 2].map(x, x * 2)", "[2, 4]"),)),
    Macro("map", 3, True, map_loop, _DOCS["map_filter"], (("[1, 2].map(x, x > 1, x * 2)", "[4]"),)),
    Macro("filter", 2, True, _filter, _DOCS["filter"], (("[1, 2].filter(x, x > 1)", "[2]"),)),
)
"""The macros of the language itself."""
