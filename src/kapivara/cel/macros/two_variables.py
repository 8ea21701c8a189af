"""Macros over a list with its indexes, or the keys and values of a map.

Upstream: cel-go ext/comprehensions.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.macros.expansion import Expansion, MacroError
from kapivara.cel.macros.loops import (
    Loop,
    Written,
    all_loop,
    comprehension,
    exists_loop,
    exists_one_loop,
    variable_name,
)
from kapivara.cel.macros.macro import Expander, Macro, since
from kapivara.cel.tree.ast import Expr, Ident


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


def _quantifier(name: str, loop: Callable[[Expansion, Expr], Loop]) -> Expander:
    """Returns the expander of `range.name(i, x, predicate)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        variables = _two_variables(e, args)
        made = loop(e, args[2])
        return comprehension(e, Written(name, target, variables, args), made)

    return expand


def _transform(name: str, empty: Callable[[Expansion], Expr], add: Callable[[Expansion, str, Expr], Expr]) -> Expander:
    """Returns the expander of `range.name(i, x, value)` and `range.name(i, x, predicate, value)`."""

    def expand(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        variables = _two_variables(e, args)
        step = add(e, variables[0], args[-1])
        if len(args) == 4:
            step = e.call("_?_:_", args[2], step, e.accumulator())
        loop = Loop(empty(e), e.const(True), step, e.accumulator())
        return comprehension(e, Written(name, target, variables, args), loop)

    return expand


def _append(e: Expansion, _key: str, value: Expr) -> Expr:
    return e.call("_+_", e.accumulator(), e.list(value))


def _insert(e: Expansion, key: str, value: Expr) -> Expr:
    return e.call("cel.@mapInsert", e.accumulator(), e.ident(key), value)


def _insert_entry(e: Expansion, _key: str, entry: Expr) -> Expr:
    return e.call("cel.@mapInsert", e.accumulator(), entry)


def _transforms(name: str, expand: Expander, doc: str, examples: tuple[tuple[str, str], ...]) -> tuple[Macro, Macro]:
    """Returns a macro with three arguments, and one with an additional predicate before the last of them."""
    filtered = f"{doc.rstrip('.')}, for those for which a predicate holds."
    return Macro(name, 3, True, expand, doc, examples[:1]), Macro(name, 4, True, expand, filtered, examples[1:])


_EXISTS_ONE = _quantifier("exists_one", exists_one_loop)
_ONE = "Returns whether a predicate holds for exactly one index and element of a list, or key and value of a map."
_ANY = "Returns whether a predicate holds for any index and element of a list, or key and value of a map."
_ALL = "Returns whether a predicate holds for all indices and elements of a list, or keys and values of a map."

TWO_VARIABLE_MACROS = since(
    (1, 32),
    Macro("all", 3, True, _quantifier("all", all_loop), _ALL, (("[1, 2].all(i, x, i < x)", "true"),)),
    Macro("exists", 3, True, _quantifier("exists", exists_loop), _ANY, (("{'a': 1}.exists(k, v, v == 1)", "true"),)),
    Macro("existsOne", 3, True, _EXISTS_ONE, _ONE, (("[1, 1].existsOne(i, x, x == 1)", "false"),)),
    Macro("exists_one", 3, True, _EXISTS_ONE, _ONE, (("[1, 2].exists_one(i, x, x == 1)", "true"),)),
    *_transforms(
        "transformList",
        _transform("transformList", lambda e: e.list(), _append),
        "Makes a list of what an expression gives for each index and element, or key and value.",
        (("[1, 2].transformList(i, x, i * x)", "[0, 2]"), ("[1, 2].transformList(i, x, i > 0, i * x)", "[2]")),
    ),
    *_transforms(
        "transformMap",
        _transform("transformMap", lambda e: e.map(), _insert),
        "Makes a map of the same keys or indices, with what an expression gives for each.",
        (("{'a': 1}.transformMap(k, v, v + 1)", "{'a': 2}"), ("{'a': 1}.transformMap(k, v, v > 1, v + 1)", "{}")),
    ),
    *_transforms(
        "transformMapEntry",
        _transform("transformMapEntry", lambda e: e.map(), _insert_entry),
        "Makes a map of the entries that an expression gives for each index and element, or key and value.",
        (
            ("{'a': 1}.transformMapEntry(k, v, {v: k})", "{1: 'a'}"),
            ("{'a': 1}.transformMapEntry(k, v, v > 1, {v: k})", "{}"),
        ),
    ),
)
"""`all`, `exists`, `existsOne`, `transformList`, `transformMap`, `transformMapEntry`."""
