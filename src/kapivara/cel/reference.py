"""Renders the reference of functions and macros as Markdown, from the objects themselves; docs/cel.md contains it.

No other module imports this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kapivara.cel.cost.runtime import FREE_CALLS
from kapivara.cel.env import merge_libraries
from kapivara.cel.environments import standard_env
from kapivara.cel.functions import FIRST_VERSION, FUTURE, Function, Library, Overload, Version
from kapivara.cel.library.all_libraries import LIBRARIES
from kapivara.cel.macros import Macro

_BINARY = ("+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", "<=", ">", ">=")
_PATTERNS = {
    **{f"_{sign}_": f"_ {sign} _" for sign in _BINARY},
    "@in": "_ in _",
    "_?_:_": "_ ? _ : _",
    "_[_]": "_[_]",
    "_[?_]": "_[?_]",
    "_?._": "_.?_",
    "-_": "-_",
    "!_": "!_",
}
"""The notation of operators, with _ for each operand."""


def render_reference() -> str:
    """Renders all sections: macros first, then each library."""
    lines = ["", "## Macros", "", "| macro | what it does | example | server |", "|---|---|---|---|"]
    lines += map(_macro_row, standard_env().macros.values())
    for title, library in sections():
        functions = [function for function in library.values() if not is_internal(function)]
        lines += ["", f"## {title}"] if functions else []
        for function in functions:
            lines += _function_lines(function)
    return "\n".join([*lines, "", ""])


def sections() -> list[tuple[str, Library]]:
    """Returns the libraries of all environments by title."""
    titled: dict[str, list[Library]] = {}
    for each in LIBRARIES:
        if each.title:
            titled.setdefault(each.title, []).append(each.load())
    return [(title, merge_libraries(libraries)) for title, libraries in titled.items()]


def is_internal(function: Function) -> bool:
    """Returns whether only macros call a function: expressions cannot contain its name."""
    return "@" in function.name and function.name not in _PATTERNS


def _function_lines(function: Function) -> Iterator[str]:
    yield from ("", f"### `{_title(function.name)}`", "", function.doc, "")
    yield from ("| call | gives | cost | server | standard |", "|---|---|---|---|---|")
    rows: dict[tuple[str, ...], list[str]] = {}
    for overload in function.overloads:
        standard = "yes" if overload.id in _standard_ids() else "no"
        rest = f"`{overload.result}`", _cost(function, overload), _since(overload.since), standard
        rows.setdefault(rest, []).append(f"`{_cell(_call(function.name, overload))}`")
    for more, calls in rows.items():
        yield f"| {' | '.join((', '.join(calls), *more))} |"
    if function.examples:
        yield ""
    for expression, expected in function.examples:
        yield f"- `{expression}` is `{expected}`"


def _macro_row(macro: Macro) -> str:
    expression, expected = macro.examples[0]
    qualified = re.match(rf"(\w+\.)?{macro.name}(?=\()", expression)
    name = qualified[0] if qualified else macro.name
    return f"| `{name}` | {macro.doc} | `{_cell(expression)}` is `{_cell(expected)}` | {_since(macro.since)} |"


def _title(name: str) -> str:
    return _PATTERNS[name].replace("_", "…") if name in _PATTERNS else name


def _call(name: str, overload: Overload) -> str:
    args = [str(arg) for arg in overload.args]
    if name in _PATTERNS:
        parts = _PATTERNS[name].split("_")
        return "".join(part + arg for part, arg in zip(parts, [*args, ""], strict=True))
    if overload.member:
        return f"{args[0]}.{name}({', '.join(args[1:])})"
    return f"{name}({', '.join(args)})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _cost(function: Function, overload: Overload) -> str:
    if function.name in FREE_CALLS:
        return "the evaluated operands"
    return overload.cost.doc if overload.cost is not None else "1"


def _since(version: Version | None) -> str:
    """Returns the version of the server from which rules may use a function, as text."""
    if version is None:
        return "no"
    if version == FUTURE:
        return "not in v1.37, [by a gate](server.md#use-features-beyond-v137)"
    return "always" if version == FIRST_VERSION else f"{version[0]}.{version[1]}"


@cache
def _standard_ids() -> frozenset[str]:
    return frozenset(each.id for function in standard_env().functions.values() for each in function.overloads)
