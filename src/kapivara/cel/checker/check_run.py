"""The state of one run of the checker over an expression.

`calls`, `literals`, `loops` and `names` have a function for each kind of node. Such a function does not call others for
the nodes below: it puts them, and its own remaining work, on the stack of this run. A run has no reference cycles, so
that its memory is freed at once: CRDs may have thousands of rules.

Upstream: cel-go checker/scopes.go, checker/env.go resolveSimpleIdent, resolveQualifiedIdent (0.29).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import Inference
from kapivara.cel.errors import Issue
from kapivara.cel.tree.ast import Ast, Expr, Ident
from kapivara.cel.tree.checked import Reference
from kapivara.cel.types import ERROR, INT, Type, type_of

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


_NO_LOCATION = -1

Step: TypeAlias = "Callable[[CheckRun, Any], None]"


class CheckRun:
    """The nodes still to be visited, and the results so far.

    By node id: the `types`, the targets of names and calls (`references`), and nodes that replace others in the checked
    tree (`replacements`), such as an identifier for `a.b.c` where that is one declared name.
    """

    def __init__(self, ast: Ast, env: Env, visits: Mapping[type, Step]):
        self.ast = ast
        self.env = env
        self._visits = visits
        """The function that checks a node, by the node's class."""
        self.scopes = Scopes(env)
        self.inference = Inference()
        self.types: dict[int, Type] = {}
        self.references: dict[int, Reference] = {}
        self.replacements: dict[int, Expr] = {}
        self.issues: list[Issue] = []
        self.work: list[tuple[Step, Any]] = []
        """The stack: functions, each with its argument; the last one is called next."""

    def visit(self, expr: Expr) -> None:
        """Puts a node on the stack: it is checked next, with all nodes below."""
        self.work.append((self._visits[type(expr)], expr))

    def later(self, step: Step, argument: Any) -> None:
        """Puts a function on the stack, to be called after all work that is put there later."""
        self.work.append((step, argument))

    def report(self, node: int, message: str) -> None:
        """Adds an issue at the place of a node."""
        self.issues.append(Issue(message, self.ast.offsets.get(node, _NO_LOCATION)))

    def refer(self, expr: Expr, found: Type, reference: Reference) -> None:
        """Stores the declared name that a node refers to; `a.b.c` is replaced by an identifier of that name."""
        self.types[expr.id] = found
        self.references[expr.id] = reference
        if not isinstance(expr, Ident) or expr.name != reference.name:
            self.replacements[expr.id] = Ident(expr.id, reference.name)

    def field_type(self, node: int, type_name: str, field: str) -> Type:
        """Returns the type of an object's field; reports an undefined one."""
        provider = self.env.provider
        if provider is None or provider.find_type(type_name) is None:
            self.report(node, complaints.failed_resolution(type_name))
            return ERROR
        found = provider.find_field(type_name, field)
        if found is None:
            self.report(node, complaints.undefined_field(field))
            return ERROR
        return found.type
