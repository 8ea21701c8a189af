"""The reference of functions and macros, as Markdown, from the objects themselves; docs/cel.md holds it.

Read by people only: nothing else imports this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kapivara.cel.cost.runtime import FREE_CALLS
from kapivara.cel.environments import Version, kubernetes_env, standard_env
from kapivara.cel.functions import Function, Library, Overload
from kapivara.cel.macros import Macro

_MINORS = range(25, 38)
"""The versions 1.x of the server, from the first that evaluates rules by default."""

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
"""How operators are written, with _ for each operand."""


def render_reference() -> str:
    """Renders all sections: macros first, then each library."""
    lines = ["", "## Macros", "", "| macro | what it does | example | server |", "|---|---|---|---|"]
    lines += map(_macro_row, standard_env().macros.values())
    for title, library in sections():
        lines += ["", f"## {title}"]
        for function in library.values():
            if not is_internal(function):
                lines += _function_lines(function)
    return "\n".join([*lines, "", ""])


def sections() -> list[tuple[str, Library]]:
    """The libraries of all environments, each under its title."""
    from kapivara.cel.library.arithmetic import ARITHMETIC
    from kapivara.cel.library.authz import AUTHZ, AUTHZ_SELECTORS
    from kapivara.cel.library.cidr import CIDR, network
    from kapivara.cel.library.containers import CONTAINERS
    from kapivara.cel.library.encoders import ENCODERS
    from kapivara.cel.library.format import FORMAT
    from kapivara.cel.library.ip import IP
    from kapivara.cel.library.kubernetes_lists import kubernetes_lists
    from kapivara.cel.library.lists import LISTS
    from kapivara.cel.library.logic import LOGIC
    from kapivara.cel.library.math import MATH
    from kapivara.cel.library.optionals import OPTIONALS
    from kapivara.cel.library.quantity import QUANTITY
    from kapivara.cel.library.regex import REGEX
    from kapivara.cel.library.relations import RELATIONS
    from kapivara.cel.library.semver import SEMVER
    from kapivara.cel.library.sets import SETS
    from kapivara.cel.library.strings import strings
    from kapivara.cel.library.text import TEXT
    from kapivara.cel.library.time_getters import TIME_GETTERS
    from kapivara.cel.library.type_conversions import TYPE_CONVERSIONS
    from kapivara.cel.library.urls import URLS

    return [
        ("Logic", LOGIC),
        ("Comparison", RELATIONS),
        ("Arithmetic", ARITHMETIC),
        ("Lists and maps", CONTAINERS),
        ("Conversions and types", TYPE_CONVERSIONS),
        ("Text", TEXT),
        ("Times", TIME_GETTERS),
        ("Strings", strings()),
        ("Regular expressions", REGEX),
        ("Lists", LISTS),
        ("Lists, as Kubernetes adds to them", kubernetes_lists()),
        ("Sets", SETS),
        ("Optional values", OPTIONALS),
        ("Mathematics", MATH),
        ("Encoders", ENCODERS),
        ("URLs", URLS),
        ("IP addresses", IP),
        ("Networks", {**CIDR, "isMask": network()["isMask"]}),
        ("Quantities", QUANTITY),
        ("Semantic versions", SEMVER),
        ("Named formats", FORMAT),
        ("Authorization", {**AUTHZ, **AUTHZ_SELECTORS}),
    ]


def is_internal(function: Function) -> bool:
    """Tells functions that only macros call, by names that no expression can write."""
    return "@" in function.name and function.name not in _PATTERNS


def _function_lines(function: Function) -> Iterator[str]:
    yield from ("", f"### `{_title(function.name)}`", "", function.doc, "")
    yield from ("| call | gives | cost | server | standard |", "|---|---|---|---|---|")
    rows: dict[tuple[str, ...], list[str]] = {}
    for overload in function.overloads:
        standard = "yes" if overload.id in _standard_ids() else "no"
        rest = f"`{overload.result}`", _cost(function, overload), _since(overload.id), standard
        rows.setdefault(rest, []).append(f"`{_cell(_call(function.name, overload))}`")
    for more, calls in rows.items():
        yield f"| {' | '.join((', '.join(calls), *more))} |"
    if function.examples:
        yield ""
    for expression, expected in function.examples:
        yield f"- `{expression}` is `{expected}`"


def _macro_row(macro: Macro) -> str:
    key = macro.name, macro.arg_count, macro.member
    since = _first(minor for minor in _MINORS if key in kubernetes_env((1, minor)).macros)
    expression, expected = macro.examples[0]
    qualified = re.match(rf"(\w+\.)?{macro.name}(?=\()", expression)
    name = qualified[0] if qualified else macro.name
    return f"| `{name}` | {macro.doc} | `{_cell(expression)}` is `{_cell(expected)}` | {since} |"


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
        return "what is evaluated"
    return overload.cost.doc if overload.cost is not None else "1"


def _since(overload_id: str) -> str:
    """Since which version of the server rules may use an overload."""
    return _first(minor for minor in _MINORS if overload_id in _server_ids((1, minor)))


def _first(minors: Iterator[int]) -> str:
    found = next(minors, None)
    if found is None:
        return "no"
    return "always" if found == _MINORS[0] else f"1.{found}"


@cache
def _server_ids(version: Version) -> frozenset[str]:
    return _ids(kubernetes_env(version).functions)


@cache
def _standard_ids() -> frozenset[str]:
    return _ids(standard_env().functions)


def _ids(library: Library) -> frozenset[str]:
    return frozenset(overload.id for function in library.values() for overload in function.overloads)
