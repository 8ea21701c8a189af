"""Macros as objects, and tables of them.

A table is indexed by name, number of arguments and style.
Upstream: cel-go parser/macro.go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from kapivara.cel.functions import FIRST_VERSION, Version
from kapivara.cel.macros.expansion import Expansion
from kapivara.cel.tree.ast import Expr
from kapivara.values.record import record, replace

VARIADIC = -1
"""The number of arguments of a macro that takes any number."""

Expander: TypeAlias = Callable[[Expansion, "Expr | None", tuple[Expr, ...]], "Expr | None"]
"""Returns the expansion of a call, or None to keep the call; raises `MacroError`."""


@record(eq=False)
class Macro:
    """One macro: `name(…)`, or `target.name(…)` if it is a member.

    `doc` describes it in one sentence; `examples` are pairs of an expression and its value. `since` is the version of
    the server from which rules may use it, None if they may not.
    """

    name: str
    arg_count: int
    member: bool
    expand: Expander
    doc: str = ""
    examples: tuple[tuple[str, str], ...] = ()
    since: Version | None = FIRST_VERSION


Macros: TypeAlias = Mapping[tuple[str, int, bool], Macro]
"""Macros by name, number of arguments (`VARIADIC` for any), and whether they are members."""


def since(version: Version | None, *macros: Macro) -> tuple[Macro, ...]:
    """Returns macros with the version of the server from which rules may use them; None for never."""
    return tuple([replace(macro, since=version) for macro in macros])


def macro_table(*groups: Iterable[Macro]) -> Macros:
    """Returns a table of macros; later ones replace earlier ones of the same name, number of arguments and style."""
    return {(macro.name, macro.arg_count, macro.member): macro for group in groups for macro in group}
