"""What a macro is, and sets of them.

Each macro is one object; a set of macros is looked up by name, number of arguments and style.
Upstream: cel-go parser/macro.go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from kapivara.cel.ast import Expr
from kapivara.cel.functions import FIRST_VERSION, Version
from kapivara.cel.macros.expansion import Expansion
from kapivara.values.record import record, replace

VARIADIC = -1
"""The number of arguments of a macro that takes any number."""

Expander: TypeAlias = Callable[[Expansion, "Expr | None", tuple[Expr, ...]], "Expr | None"]
"""Returns what stands for the call, or None for a call to be left as it is; raises `MacroError`."""


@record(eq=False)
class Macro:
    """One macro: `name(…)`, or `target.name(…)` where it is a member.

    `doc` says what it is for, in one sentence; `examples` are pairs of an expression and what it evaluates to.
    `since` is the version of the server from which rules may use it, None where they may not.
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
    """Returns macros that rules may use from a version of the server on; None for never."""
    return tuple([replace(macro, since=version) for macro in macros])


def macro_table(*groups: Iterable[Macro]) -> Macros:
    """Makes a set of macros; later ones replace earlier ones of the same name, number and style."""
    return {(macro.name, macro.arg_count, macro.member): macro for group in groups for macro in group}
