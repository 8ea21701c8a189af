"""Macros that name a value: `cel.bind`, `optMap`, `optFlatMap`, and the list library's `sortBy`.

The tree represents a named value as a loop over an empty list, whose accumulator is the name.
Upstream: cel-go ext/bindings.go, cel/library.go, ext/lists.go.
"""

from __future__ import annotations

from kapivara.cel.macros.expansion import Expansion, MacroError, receiver
from kapivara.cel.macros.loops import map_loop
from kapivara.cel.macros.macro import Macro, since
from kapivara.cel.tree.ast import LAZY, Call, Comprehension, Expr, Ident, ListExpr, Select


def _bind(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr | None:
    """Expands `cel.bind(x, value, result)`; None for another target than `cel`."""
    if not isinstance(target, Ident) or target.name != "cel":
        return None
    name = _name(e, args[0], "cel.bind() variable names must be simple identifiers")
    return named(e, name, args[1], nothing=e.list(), result=args[2], macro=LAZY)


def _opt_map(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `optional.optMap(x, value)`."""
    name = _name(e, args[0], "optMap() variable name must be a simple identifier")
    present = e.member_call("hasValue", receiver(target))
    value = e.call("optional.of", _unwrapped(e, name, target, args[1]))
    return e.call("_?_:_", present, value, e.call("optional.none"))


def _opt_flat_map(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `optional.optFlatMap(x, optional)`."""
    name = _name(e, args[0], "optFlatMap() variable name must be a simple identifier")
    present = e.member_call("hasValue", receiver(target))
    value = _unwrapped(e, name, target, args[1])
    return e.call("_?_:_", present, value, e.call("optional.none"))


def _sort_by(e: Expansion, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Expands `list.sortBy(x, key)`."""
    source = e.ident("@__sortBy_input__")
    if not isinstance(target, ListExpr | Select | Ident | Comprehension | Call):
        complaint = "sortBy can only be applied to a list, identifier, comprehension, call or select expression"
        raise MacroError(complaint, e.offset_of(receiver(target)))
    keys = map_loop(e, e.copy(source), args)
    result = e.member_call("@sortByAssociatedKeys", e.copy(source), keys)
    nothing, condition = e.list(), e.const(False)
    return Comprehension(e.new_id(), "#unused", "", nothing, source.name, target, condition, source, result)


def _name(e: Expansion, arg: Expr, complaint: str) -> str:
    if not isinstance(arg, Ident):
        raise MacroError(complaint, e.offset_of(arg))
    return arg.name


def _unwrapped(e: Expansion, name: str, target: Expr | None, result: Expr) -> Expr:
    nothing = e.list()
    return named(e, name, e.member_call("value", e.copy(receiver(target))), nothing=nothing, result=result)


def named(e: Expansion, name: str, value: Expr, *, nothing: Expr, result: Expr, macro: str = "") -> Expr:
    """Returns a loop over an empty list that names a value in a result."""
    condition, step = e.const(False), e.ident(name)
    return Comprehension(e.new_id(), "#unused", "", nothing, name, value, condition, step, result, macro)


BINDING_MACROS = since(
    None,
    Macro(
        "bind",
        3,
        True,
        _bind,
        "Gives a value a name, to be used in an expression.",
        (("cel.bind(x, 'a' + 'b', x + x)", "'abab'"),),
    ),
)
"""`cel.bind`."""

OPTIONAL_MACROS = since(
    (1, 28),
    Macro(
        "optMap",
        2,
        True,
        _opt_map,
        "Makes of a value that is there another one; of none, none.",
        (("optional.of(1).optMap(x, x + 1).value()", "2"), ("optional.none().optMap(x, x).hasValue()", "false")),
    ),
    Macro(
        "optFlatMap",
        2,
        True,
        _opt_flat_map,
        "Makes of a value that is there another one, which may be there or not; of none, none.",
        (("optional.of([1]).optFlatMap(x, x[?0]).value()", "1"),),
    ),
)
"""The macros of optional values."""

LIST_MACROS = since(
    (1, 34),
    Macro(
        "sortBy",
        2,
        True,
        _sort_by,
        "Sorts a list by what an expression gives for each element.",
        (("['bb', 'a'].sortBy(x, x.size())", "['a', 'bb']"),),
    ),
)
"""The macros of the list library."""
