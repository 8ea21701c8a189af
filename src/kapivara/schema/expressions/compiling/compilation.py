"""Compiles the rules of a schema node: checks types and estimates costs.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go Compile (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from time import perf_counter
from typing import Final

from kapivara.cel.checks.instantiation import instantiation_failure
from kapivara.cel.cost.estimator import estimate_and_bound
from kapivara.cel.env import Env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.functions import Version
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import CelKind, optional_of
from kapivara.schema.expressions.compiling.compilation_times import COMPILATION_TIMES
from kapivara.schema.expressions.data.declared import DeclaredType
from kapivara.schema.expressions.data.provider import DeclaredSizes, DeclaredTypes
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import JsonObject
from kapivara.values.caches import SharedCache
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

SELF: Final = "self"
OLD_SELF: Final = "oldSelf"


@record(eq=False)
class Expression:
    """A compiled expression, with its maximum cost by the server's estimate.

    `bound` is the maximum cost of a run on data that fits the schema; None if it is computed later.
    """

    checked: CheckedAst
    cost: int
    bound: int | None = None

    @property
    def uses_old(self) -> bool:
        """True if it reads the old value."""
        return any(each.name == OLD_SELF for each in self.checked.references.values())


@record(eq=False)
class CompiledRule:
    """A rule with its compiled expressions, or their errors in the server's text.

    A blank rule has neither an expression nor an error.
    """

    raw: JsonObject
    rule: Expression | None = None
    error: str = ""
    message: Expression | None = None
    message_error: str = ""

    @property
    def uses_old(self) -> bool:
        """True for a transition rule."""
        return self.rule is not None and self.rule.uses_old

    @property
    def optional_old(self) -> bool:
        """True if the old value is optional."""
        return self.raw.get("optionalOldSelf") is True


class RuleCompiler:
    """Compiles the rules of one node, in the CEL environment for new expressions or the wider one for stored ones.

    Compiled expressions are cached: the validation of a CRD and of its objects share them.
    """

    def __init__(self, declared: DeclaredType):
        self.types = DeclaredTypes(declared)
        self._sizes = DeclaredSizes(declared)
        self._envs: dict[tuple[bool, Version], Env] = {}
        self._known: dict[tuple[bool, Version, CelKind, str], Expression | str] = {}

    def compile(
        self, raw: JsonObject, is_stored: Callable[[str, str], bool], server: ServerVersion = NEWEST
    ) -> CompiledRule:
        """Compiles a rule; `is_stored` returns True for a keyword and expression that was accepted before."""
        text = raw.get("rule") or ""
        if not text.strip():
            return CompiledRule(raw)
        optional = raw.get("optionalOldSelf") is True
        version = server.of_stored if is_stored("rule", text) else server.of_new
        rule = self._expression(text, CelKind.BOOL, optional=optional, version=version, server=server)
        if isinstance(rule, str):
            return CompiledRule(raw, error=rule)
        text = raw.get("messageExpression") or ""
        if not text:
            return CompiledRule(raw, rule)
        version = server.of_stored if is_stored("messageExpression", text) else server.of_new
        message = self._expression(text, CelKind.STRING, optional=optional, version=version, server=server)
        if isinstance(message, str):
            return CompiledRule(raw, rule, message_error=message)
        return CompiledRule(raw, rule, message=message)

    def env(self, *, optional_old: bool = False, server: ServerVersion = NEWEST) -> Env:
        """Returns the environment of new expressions of any type, optionally with an optional old value."""
        return self._env(server.of_new, optional=optional_old)

    def _expression(
        self, text: str, wanted: CelKind, *, optional: bool, version: Version, server: ServerVersion
    ) -> Expression | str:
        """Returns an expression or its error text; an expression valid for new rules is also valid for stored ones."""
        known = self._known.get((optional, server.of_new, wanted, text))
        if version == server.of_stored and not isinstance(known, Expression):
            known = self._known.get((optional, version, wanted, text))
        if known is None:
            started = perf_counter()
            known = self._compiled(self._env(version, optional=optional), text, wanted)
            COMPILATION_TIMES.observe(perf_counter() - started)
            self._known[optional, version, wanted, text] = known
        return known

    def _compiled(self, env: Env, text: str, wanted: CelKind) -> Expression | str:
        of_message = wanted is CelKind.STRING
        try:
            checked = env.compile(text)
        except CelIssuesError as issues:
            return f"{'messageExpression ' if of_message else ''}compilation failed: {issues}"
        if checked.result_type.kind is not wanted:
            return f"{'messageExpression' if of_message else 'cel expression'} must evaluate to a " + (
                "string" if of_message else "bool"
            )
        if failure := instantiation_failure(checked, env):
            return f"{'messageExpression' if of_message else 'program'} instantiation failed: {failure}"
        cost, bound = estimate_and_bound(checked, self._sizes)
        return Expression(checked, cost.max, bound)

    def _env(self, version: Version, *, optional: bool) -> Env:
        known = self._envs.get((optional, version))
        if known is None:
            own = self.types.type
            variables = {SELF: own, OLD_SELF: optional_of(own) if optional else own}
            known = _base(version).extend(variables=variables, provider=self.types)
            self._envs[optional, version] = known
        return known


_SHARED: SharedCache[RuleCompiler] = SharedCache(recent=16 << 20)
_LEAST_SIZE = 16_000
_SIZE_OF_CHARACTER = 20  # bytes of types and expressions per character of the rules


def _size_of(compiler: RuleCompiler) -> int:
    rules = compiler.types.root.schema.rules
    texts = [raw.get(keyword) or "" for raw in rules for keyword in ("rule", "messageExpression")]
    return _LEAST_SIZE + _SIZE_OF_CHARACTER * sum(map(len, texts))


def compiler_of(declared: DeclaredType) -> RuleCompiler:
    """Returns the compiler of a node; equal nodes of other versions and places share one."""
    with deep_stack():
        key = declared.schema.digest
    return _SHARED.get(key, lambda: RuleCompiler(declared), _size_of)


@lru_cache(maxsize=16)
def _base(version: Version) -> Env:
    from kapivara.cel.environments import kubernetes_env

    return kubernetes_env(version)
