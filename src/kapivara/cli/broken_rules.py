"""Beside errors of rules in CEL: which rule it is, where it stands in its definition, and what its parts came to.

The server says only the rule's message. The object is put to the registry once more, with its rules observed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from kapivara.cli.findings import BrokenRule, Finding, Result, RulePart
from kapivara.cli.placed_rules import PlacedRule, placed_rules
from kapivara.schema.expressions.observing import RuleRun
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.cli.manifests import Manifest
    from kapivara.registry.custom_resource import CustomResource
    from kapivara.schema.expressions.rule_nodes import RuleNode

_MOST_EXPLAINED = 100
"""Of how many errors the parts are told: of others, the rule and its place."""


class BrokenRules:
    """Explains the errors of results; what is known of a kind's rules is kept for other objects."""

    def __init__(self) -> None:
        self._rules: dict[Kind, tuple[RuleNode, dict[int, list[PlacedRule]]]] = {}
        self._left = _MOST_EXPLAINED

    def add(self, result: Result, kind: Kind, definition: Manifest, send: Callable[[], object]) -> Result:
        """Returns a result whose errors name the rules that they come from; `send` puts the object once more."""
        schema = cast("CustomResource", kind).schema
        runs: list[RuleRun] = []
        root = schema.observe_rules(runs.append)
        try:
            if root is None:
                return result
            if kind not in self._rules:
                self._rules[kind] = root, placed_rules(definition, kind.gvk.version, root)
            send()
        finally:
            schema.observe_rules(None)
        failed = [run for run in runs if run.error is not None]
        known = self._rules[kind][1]
        return replace(
            result,
            errors=self._explained(result.errors, failed, known),
            next=self._explained(result.next, failed, known),
        )

    def _explained(
        self, errors: Iterable[Finding], runs: list[RuleRun], known: dict[int, list[PlacedRule]]
    ) -> tuple[Finding, ...]:
        return tuple(self._with_rule(each, runs, known) for each in errors)

    def _with_rule(self, error: Finding, runs: list[RuleRun], known: dict[int, list[PlacedRule]]) -> Finding:
        run = next((each for each in runs if is_told_by(error, each)), None)
        rules = known.get(id(run.node)) if run is not None else None
        if run is None or rules is None:
            return error
        self._left -= 1
        return replace(error, rule=broken_rule(run, rules[run.position], with_parts=self._left >= 0))


def is_told_by(error: Finding, run: RuleRun) -> bool:
    """Tells whether an error is what a rule's failure was told as."""
    told = run.error
    return told is not None and told.field == error.field and told.body() == error.message


def broken_rule(run: RuleRun, placed: PlacedRule, *, with_parts: bool = True) -> BrokenRule:
    """Returns a rule that did not hold, with the values of its parts where these are asked for."""
    parts: tuple[RulePart, ...] = ()
    if with_parts:
        from kapivara.schema.expressions.rule_reasons import rule_reasons  # parts are compiled one by one

        parts = tuple(RulePart(each.text, each.value, each.failed) for each in rule_reasons(run))
    return BrokenRule(placed.place, placed.text, parts)
