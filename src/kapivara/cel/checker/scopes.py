"""Resolves names at a place in an expression: first variables of comprehensions, then those of the environment.

Upstream: cel-go checker/scopes.go, checker/env.go resolveSimpleIdent, resolveQualifiedIdent (0.29).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.cel.tree.checked import Reference
from kapivara.cel.types import INT, Type, type_of

if TYPE_CHECKING:
    from kapivara.cel.env import Env

Found = tuple[Type, Reference]


class Scopes:
    """The variables in scope while one expression is checked."""

    def __init__(self, env: Env):
        self._env = env
        self._local: dict[str, list[Type]] = {}
        self._entered: list[tuple[str, ...]] = []

    def enter(self, variables: Mapping[str, Type]) -> None:
        """Opens a scope with variables, which hide others of the same names."""
        self._entered.append(tuple(variables))
        for name, found in variables.items():
            self._local.setdefault(name, []).append(found)

    def leave(self) -> None:
        """Closes the innermost scope."""
        for name in self._entered.pop():
            types = self._local[name]
            types.pop()
            if not types:
                del self._local[name]

    def resolve(self, name: str) -> Found | None:
        """Returns the type and the target of a name; a leading dot skips the variables of comprehensions."""
        local = self._local.get(name.removeprefix("."))
        if local is not None and not name.startswith("."):
            return local[-1], Reference(name)
        return self._resolve_global(name, hidden=local is not None)

    def resolve_qualified(self, names: Sequence[str]) -> tuple[int, Found | None]:
        """Returns the length of the longest declared prefix of two or more names joined by dots, and its target."""
        local = self._local.get(names[0].removeprefix("."))
        if local is not None and not names[0].startswith("."):
            return 0, None
        name = ".".join(names)
        for length in range(len(names), 1, -1):
            found = self._resolve_global(name, hidden=local is not None)
            if found is not None:
                return length, found
            name = name[: -len(names[length - 1]) - 1]
        return 0, None

    def _resolve_global(self, name: str, *, hidden: bool) -> Found | None:
        env = self._env
        if name in env.variables and not env.container:
            return env.variables[name], Reference(f".{name}" if hidden else name)
        for candidate in env.candidate_names(name):
            written = f".{candidate}" if hidden else candidate
            variable = env.variables.get(candidate)
            if variable is not None:
                return variable, Reference(written)
            denoted = self._denoted(candidate)
            if denoted is not None:
                return type_of(denoted), Reference(written, value=denoted)
            constant = env.constants.get(candidate)
            if constant is not None:
                return INT, Reference(written, value=constant)
        return None

    def _denoted(self, name: str) -> Type | None:
        found = self._env.types.get(name)
        if found is None and self._env.provider is not None:
            found = self._env.provider.find_type(name)
        return found

    def resolve_type(self, name: str) -> tuple[str, Type] | None:
        """Returns the qualified name of a type and the type that it denotes, or None."""
        for candidate in self._env.candidate_names(name):
            denoted = self._denoted(candidate)
            if denoted is not None:
                return candidate, denoted
        return None
