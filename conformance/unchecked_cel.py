"""Evaluates expressions without type checks: every type is dyn, every overload a candidate.

Unknown variables and functions fail when they are reached, and the failure may be absorbed. The CEL specification's own
tests need this, and property tests compare it with checked expressions; the server never does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.env import Env
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.tree.ast import (
    Ast,
    Call,
    Comprehension,
    Const,
    Entry,
    Expr,
    Ident,
    ListExpr,
    MapExpr,
    Select,
    StructExpr,
)
from kapivara.cel.tree.checked import CheckedAst, Reference
from kapivara.cel.types import DYN
from kapivara.values.record import replace
from kapivara.values.stack import deep_stack


@deep_stack()
def assume(ast: Ast, env: Env) -> CheckedAst:
    """Resolves names as far as the environment knows them, and resolves all types at run time."""
    resolver = _Resolver(env)
    expr = resolver.resolve(ast.expr, frozenset())
    return CheckedAst(replace(ast, expr=expr), resolver.types, resolver.references)


class _Resolver:
    """Rewrites a tree with its names resolved; variables of comprehensions hide those of the environment."""

    def __init__(self, env: Env):
        self._env = env
        self.types: dict[int, Any] = {}
        self.references: dict[int, Reference] = {}
        self._made: dict[int, Expr] = {}

    def resolve(self, node: Expr, bound: frozenset[str]) -> Expr:
        self.types[node.id] = DYN
        made = self._made[node.id] = self._resolve(node, bound)
        return made

    def _resolve(self, node: Expr, bound: frozenset[str]) -> Expr:
        match node:
            case Const():
                return node
            case Ident(name=name):
                return node if name in bound else self._name(node.id, name)
            case Select():
                return self._select(node, bound)
            case Call():
                return self._call(node, bound)
            case ListExpr(elements=elements):
                return replace(node, elements=tuple(self.resolve(each, bound) for each in elements))
            case MapExpr(entries=entries):
                return replace(node, entries=tuple(self._entry(each, bound, keys=True) for each in entries))
            case StructExpr(type_name=name, entries=entries):
                made = tuple(self._entry(each, bound, keys=False) for each in entries)
                return replace(node, type_name=self._type_name(name), entries=made)
            case Comprehension():
                return self._comprehension(node, bound)

    def _type_name(self, name: str) -> str:
        provider = self._env.provider
        for candidate in self._env.candidate_names(name) if provider is not None else ():
            if provider is not None and provider.find_type(candidate) is not None:
                return candidate
        return name

    def _entry(self, entry: Entry, bound: frozenset[str], *, keys: bool) -> Entry:
        key = self.resolve(entry.key, bound) if keys else entry.key
        return replace(entry, key=key, value=self.resolve(entry.value, bound))

    def _comprehension(self, node: Comprehension, bound: frozenset[str]) -> Comprehension:
        inner = bound | {node.iter_var, node.iter_var2, node.accu_var}
        return replace(
            node,
            iter_range=self.resolve(node.iter_range, bound),
            accu_init=self.resolve(node.accu_init, bound),
            loop_condition=self.resolve(node.loop_condition, inner),
            loop_step=self.resolve(node.loop_step, inner),
            result=self.resolve(node.result, inner),
            macro_args=tuple(self._made.get(each.id, each) for each in node.macro_args),
        )

    def _select(self, node: Select, bound: frozenset[str]) -> Expr:
        name = _dotted(node)
        if name and name.removeprefix(".").split(".")[0] not in bound and not node.test_only:
            known = self._known(node.id, name)
            if known is not None:
                return known
        return replace(node, operand=self.resolve(node.operand, bound))

    def _name(self, id_: int, name: str) -> Expr:
        known = self._known(id_, name)
        if known is not None:
            return known
        text = f"undeclared reference to '{name}' (in container '{self._env.container}')"
        return self._failing(id_, text)

    def _known(self, id_: int, name: str) -> Ident | None:
        for candidate in self._env.candidate_names(name):
            if candidate in self._env.variables:
                self.references[id_] = Reference(candidate)
                return Ident(id_, candidate)
            if candidate in self._env.types:
                self.references[id_] = Reference(candidate, value=self._env.types[candidate])
                return Ident(id_, candidate)
            if candidate in self._env.constants:
                self.references[id_] = Reference(candidate, value=self._env.constants[candidate])
                return Ident(id_, candidate)
        return None

    def _failing(self, id_: int, text: str) -> Call:
        self.references[id_] = Reference(overloads=(Overload("", (), DYN, _raising(text)),))
        return Call(id_, "", None, ())

    def _call(self, node: Call, bound: frozenset[str]) -> Expr:
        args = tuple(self.resolve(each, bound) for each in node.args)
        if node.target is not None:
            qualified = _dotted(node.target)
            if qualified:
                for candidate in self._env.candidate_names(f"{qualified}.{node.function}"):
                    if candidate in self._env.functions:
                        return self._function(Call(node.id, candidate, None, args))
            target = self.resolve(node.target, bound)
            return self._function(Call(node.id, node.function, target, args))
        return self._function(Call(node.id, node.function, None, args))

    def _function(self, node: Call) -> Expr:
        if node.function == "_?._":
            return node
        function = next(
            (self._env.functions[n] for n in self._env.candidate_names(node.function) if n in self._env.functions), None
        )
        count = len(node.args) + (node.target is not None)
        fitting = tuple(
            each
            for each in (function.overloads if function is not None else ())
            if len(each.args) == count and each.member == (node.target is not None)
        )
        if function is None:
            return self._failing(node.id, f"unbound function: {node.function}")
        self.references[node.id] = Reference(
            overloads=fitting or (Overload("", (), DYN, _raising("no such overload")),)
        )
        return node


def _raising(text: str) -> Callable[..., Any]:
    def fail(*_args: Any) -> Any:
        raise CelError(text)

    return fail


def _dotted(node: Expr) -> str:
    """Returns a chain of names, such as `a.b.c`; the empty string for anything else."""
    match node:
        case Ident(name=name):
            return name
        case Select(operand=operand, field=field, test_only=False):
            inner = _dotted(operand)
            return f"{inner}.{field}" if inner else ""
    return ""
