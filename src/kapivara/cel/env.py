"""The environment of expressions: declared names, and the steps from text to a checked tree.

An environment is immutable; `extend` returns a new one that shares the functions. `environments` assembles the usual
environments. Upstream: cel-go cel/env.go, checker/env.go (0.29).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.cel.checker import check
from kapivara.cel.checker.calls import Resolver
from kapivara.cel.functions import Function, Library
from kapivara.cel.messages.provider import ChainedProvider
from kapivara.cel.types import Type

if TYPE_CHECKING:
    from kapivara.cel.checker.validators import Validator
    from kapivara.cel.macros import Macros
    from kapivara.cel.messages.provider import TypeProvider
    from kapivara.cel.tree.ast import Ast
    from kapivara.cel.tree.checked import CheckedAst


class Env:
    """The declared names, functions and rules of expressions.

    `types` are the names that denote types (`int`, `optional_type` …), `constants` those of enumerators; all names may
    be dotted. `validators` run after type checking. With `null_gives_way`, `[duration('1s'), null]` is a list of
    durations, as in the specification; upstream makes it a list of null.
    """

    __slots__ = (
        "constants",
        "container",
        "functions",
        "macros",
        "null_gives_way",
        "optional_syntax",
        "provider",
        "resolver",
        "types",
        "validators",
        "variables",
    )

    def __init__(
        self,
        *,
        container: str = "",
        variables: Mapping[str, Type] | None = None,
        types: Mapping[str, Type] | None = None,
        constants: Mapping[str, int] | None = None,
        libraries: Sequence[Library] = (),
        macros: Macros,
        provider: TypeProvider | None = None,
        optional_syntax: bool = False,
        null_gives_way: bool = False,
        validators: Sequence[Validator] = (),
    ):
        self.container = container
        self.variables: Mapping[str, Type] = dict(variables or {})
        self.types: Mapping[str, Type] = dict(types or {})
        self.constants: Mapping[str, int] = dict(constants or {})
        self.functions: Mapping[str, Function] = merge_libraries(libraries)
        self.macros = macros
        self.provider = provider
        self.optional_syntax = optional_syntax
        self.null_gives_way = null_gives_way
        self.validators = tuple(validators)
        self.resolver = Resolver()

    def extend(
        self,
        *,
        container: str | None = None,
        variables: Mapping[str, Type] | None = None,
        libraries: Sequence[Library] = (),
        macros: Macros | None = None,
        provider: TypeProvider | None = None,
    ) -> Env:
        """Returns an environment with additions; it shares the functions unless libraries are added.

        A given provider takes precedence over the existing one.
        """
        made = Env.__new__(Env)
        made.container = self.container if container is None else container
        made.variables = {**self.variables, **variables} if variables else self.variables
        made.types = self.types
        made.constants = self.constants
        made.functions = merge_libraries([self.functions, *libraries]) if libraries else self.functions
        made.macros = {**self.macros, **macros} if macros else self.macros
        made.provider = _chain(provider, self.provider)
        made.optional_syntax = self.optional_syntax
        made.null_gives_way = self.null_gives_way
        made.validators = self.validators
        made.resolver = Resolver() if libraries else self.resolver
        return made

    def candidate_names(self, name: str) -> Iterator[str]:
        """Yields the qualified names that a name may denote, innermost container first; a leading dot is the root."""
        if name.startswith("."):
            yield name[1:]
            return
        prefix = self.container
        while prefix:
            yield f"{prefix}.{name}"
            prefix = prefix.rpartition(".")[0]
        yield name

    def parse(self, text: str) -> Ast:
        """Parses an expression; raises `CelIssuesError`."""
        from kapivara.cel.parsing.parser import parse

        return parse(text, macros=self.macros, optional_syntax=self.optional_syntax)

    def check(self, ast: Ast) -> CheckedAst:
        """Checks the types of a parsed expression; raises `CelIssuesError` with all issues."""
        return check(ast, self)

    def compile(self, text: str) -> CheckedAst:
        """Parses and checks an expression; raises `CelIssuesError`."""
        return self.check(self.parse(text))


def merge_libraries(libraries: Sequence[Library]) -> Mapping[str, Function]:
    """Returns the functions of all libraries by name; overloads of the same name are in the order of the libraries.

    An overload with an existing id replaces the earlier one at its position.
    """
    if len(libraries) == 1:
        return libraries[0]
    merged: dict[str, Function] = {}
    for library in libraries:
        for name, function in library.items():
            known = merged.get(name)
            merged[name] = function if known is None else _merge(known, function)
    return merged


def _merge(first: Function, second: Function) -> Function:
    overloads = {overload.id: overload for overload in first.overloads}
    overloads |= {overload.id: overload for overload in second.overloads}
    doc = first.doc if first.doc == second.doc else f"{first.doc} {second.doc}".strip()
    return Function(first.name, tuple(overloads.values()), doc, (*first.examples, *second.examples))


def _chain(first: TypeProvider | None, second: TypeProvider | None) -> TypeProvider | None:
    if first is None or second is None:
        return second if first is None else first
    return ChainedProvider(first, second)
