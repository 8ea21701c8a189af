"""Macros over a list with its indices, or the keys and values of a map.

Upstream: cel-go ext/comprehensions.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.ast import Expr, Ident
from kapivara.cel.macros.expansion import Expansion, MacroError
from kapivara.cel.macros.loops import Loop, all_loop, comprehension, exists_loop, exists_one_loop, variable_name
from kapivara.cel.macros.macro import Expander, Macro


def _two_variables(e: Expansion, args: tuple[Expr, ...]) -> tuple[str, str]:
    names: list[str] = []
    for arg in args[:2]:
        if not isinstance(arg, Ident):
            raise MacroError("argument must be a simple name", e.offset_of(arg))
        names.append(arg.name)
    if names[0] == names[1]:
        raise MacroError(f"duplicate variable name: {names[0]}", e.offset_of(args[1]))
    for arg in args[:2]:
        variable_name(e, arg, "")
    return names[0], names[1]


def _transform(name: str, empty: Callable[[Expansion], Expr], add: Callable[[Expansion, str, Expr], Expr]) -> Expander:
    """`range.name(i, x, value)`, `range.name(i, x, predicate, value)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        variables = _two_variables(e, args)
        step = add(e, variables[0], args[-1])
        if len(args) == 4:
            step = e.call("_?_:_", args[2], step, e.accumulator())
        loop = Loop(empty(e), e.const(True), step, e.accumulator())
        return comprehension(e, target, variables, loop, (name, args))

    return expand


def _append(e: Expansion, _key: str, value: Expr) -> Expr:
    return e.call("_+_", e.accumulator(), e.list(value))


def _insert(e: Expansion, key: str, value: Expr) -> Expr:
    return e.call("cel.@mapInsert", e.accumulator(), e.ident(key), value)


def _insert_entry(e: Expansion, _key: str, value: Expr) -> Expr:
    return e.call("cel.@mapInsert", e.accumulator(), value)


def _quantifier(name: str, loop: Callable[[Expansion, Expr], Loop]) -> Expander:
    """`range.name(i, x, predicate)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        return comprehension(e, target, _two_variables(e, args), loop(e, args[2]), (name, args))

    return expand


_TRANSFORM_LIST = _transform("transformList", lambda e: e.list(), _append)
_TRANSFORM_MAP = _transform("transformMap", lambda e: e.map(), _insert)
_TRANSFORM_MAP_ENTRY = _transform("transformMapEntry", lambda e: e.map(), _insert_entry)

TWO_VARIABLE_MACROS = (
    Macro("all", 3, True, _quantifier("all", all_loop)),
    Macro("exists", 3, True, _quantifier("exists", exists_loop)),
    Macro("existsOne", 3, True, _quantifier("exists_one", exists_one_loop)),
    Macro("exists_one", 3, True, _quantifier("exists_one", exists_one_loop)),
    Macro("transformList", 3, True, _TRANSFORM_LIST),
    Macro("transformList", 4, True, _TRANSFORM_LIST),
    Macro("transformMap", 3, True, _TRANSFORM_MAP),
    Macro("transformMap", 4, True, _TRANSFORM_MAP),
    Macro("transformMapEntry", 3, True, _TRANSFORM_MAP_ENTRY),
    Macro("transformMapEntry", 4, True, _TRANSFORM_MAP_ENTRY),
)
"""`all`, `exists`, `existsOne`, `transformList`, `transformMap`, `transformMapEntry`."""
