"""Measures which rules of generated validators were violated in some test case: other rules are untested.

Each place where generated code calls a rule counts once. While cases run, the rules are replaced by wrappers that
record the place of the call and whether the rule returned errors.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

from kapivara import validate
from kapivara.field import ErrorList
from kapivara.generator.pipeline import GeneratedModule
from kapivara.values.record import record

_RULES = "rules"
_FINGERPRINT = ["op", "path", "new", "old"]
_LEAD_ON = ("kapivara.validate.parts.iteration", "kapivara.validate.modes", "kapivara.validate.conditions")
_REFUSE_NOTHING = ("optional_pointer", "optional_value", "validate_true")
_QUICK = "ok_"
_THOROUGH = "explain_"
_LONGEST = 60


@record
class RuleSite:
    """A place where a rule is called: the line of the generated code, the type or field, the rule with arguments."""

    line: int
    owner: str
    rule: str

    def __str__(self) -> str:
        return f"{self.owner}: {self.rule}"


@record(eq=False)
class RuleCoverage:
    """The rules of a package, in the order of the generated code, and those that no case violated."""

    rules: tuple[RuleSite, ...]
    uncovered: tuple[RuleSite, ...]

    @property
    def percent(self) -> float:
        """The percentage of rules that a case violated; 100 where there are no rules."""
        if not self.rules:
            return 100.0
        return 1000 * (len(self.rules) - len(self.uncovered)) // len(self.rules) / 10


class CoverageRecorder:
    """Records which rules of a loaded module return errors, from now on."""

    def __init__(self, source: str, module: GeneratedModule):
        self._sites = {(site.line, name): site for name, site in _sites(ast.parse(source))}
        self._refused: set[RuleSite] = set()
        module.replace_global(_RULES, self)

    def __getattr__(self, name: str) -> Any:
        found = getattr(validate, name)
        site = self._sites.get((sys._getframe(1).f_lineno, name))
        return found if site is None else self._noting(found, site)

    def _noting(self, rule: Callable[..., ErrorList], site: RuleSite) -> Callable[..., ErrorList]:
        def call(*args: Any) -> ErrorList:
            errors = rule(*args)
            if errors:
                self._refused.add(site)
            return errors

        return call

    def coverage(self) -> RuleCoverage:
        """Returns the coverage recorded so far."""
        rules = tuple(sorted(self._sites.values(), key=lambda site: site.line))
        return RuleCoverage(rules, tuple(each for each in rules if each not in self._refused))


@cache
def _rule_names() -> frozenset[str]:
    """Returns the names of rule functions, without those that only call other rules."""
    return frozenset(
        name
        for name, each in vars(validate).items()
        if isinstance(each, FunctionType)
        and [parameter.lstrip("_") for parameter in inspect.signature(each).parameters][:4] == _FINGERPRINT
        and each.__module__ not in _LEAD_ON
        and name not in _REFUSE_NOTHING
    )


def _sites(tree: ast.Module) -> Iterator[tuple[str, RuleSite]]:
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or function.name.startswith(_QUICK):
            continue
        calls = {id(node.func): node for node in ast.walk(function) if isinstance(node, ast.Call)}
        for node in ast.walk(function):
            if not isinstance(node, ast.Attribute) or node.attr not in _rule_names():
                continue
            if isinstance(node.value, ast.Name) and node.value.id == _RULES:
                shown = _shown(node.attr, calls.get(id(node)))
                yield node.attr, RuleSite(node.lineno, _owner(function.name), shown)


def _owner(function: str) -> str:
    """Returns the type of a generated function, or the field as `Type.Field`."""
    if function.startswith(_THOROUGH):
        return function.removeprefix(_THOROUGH)
    return ".".join(function.removeprefix("_").rsplit("_", 1))


def _shown(rule: str, call: ast.Call | None) -> str:
    """Returns a rule with its own arguments as text, shortened to a limit."""
    own = ", ".join(ast.unparse(each) for each in call.args[len(_FINGERPRINT) :]) if call is not None else ""
    own = own if len(own) <= _LONGEST else f"{own[: _LONGEST - 1]}…"
    return f"{rule}({own})" if own else rule
