"""Counts which CEL rules of a CRD test cases have satisfied, and which they have violated."""

from __future__ import annotations

from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.rule_places import PlacedRule, placed_rules
from kapivara.registry.crds.definition import Definition
from kapivara.schema.expressions.running.observing import RuleRun
from kapivara.schema.expressions.running.rule_nodes import RuleNode


class CoveredRule:
    """A rule, and how often it held and failed."""

    def __init__(self, placed: PlacedRule) -> None:
        self.placed = placed
        self.held = 0
        self.failed = 0

    @property
    def gap(self) -> str:
        """Which outcome no case has produced; "" if cases have both satisfied and violated the rule."""
        if not self.held and not self.failed:
            return "never ran"
        if not self.failed:
            return "never failed"
        return "" if self.held else "never held"

    @property
    def title(self) -> str:
        """The name of the rule in reports: `rule 3 at spec.x`."""
        return f"rule {self.placed.position + 1} at {self.placed.schema.field or 'the whole object'}"


class DefinitionCoverage:
    """The rules of one CRD; a schema that several versions share counts once."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._roots: list[RuleNode] = []
        self._nodes: dict[int, list[CoveredRule]] = {}
        self._by_path: dict[str, CoveredRule] = {}

    @property
    def rules(self) -> list[CoveredRule]:
        """All rules, in the order of the schemas."""
        return list(self._by_path.values())

    def follow(self, served: Definition, version: str, root: RuleNode) -> None:
        """Starts counting the rules of a version; `root` is the schema node that validates its objects."""
        self._roots.append(root)
        for node, rules in placed_rules(self._manifest, served, version, root).items():
            self._nodes[node] = [self._by_path.setdefault(rule.path, CoveredRule(rule)) for rule in rules]

    def rule_of(self, run: RuleRun) -> CoveredRule | None:
        """Returns the rule of a run; None if it belongs to another CRD."""
        known = self._nodes.get(id(run.node))
        return None if known is None else known[run.position]

    def note(self, run: RuleRun) -> None:
        """Counts a run of a rule."""
        rule = self.rule_of(run)
        if rule is not None:
            rule.held += run.error is None
            rule.failed += run.error is not None


def percent_of(rules: list[CoveredRule]) -> float:
    """Returns the percentage of rules that cases have both satisfied and violated; 100 without rules."""
    return round(100.0 * sum(not rule.gap for rule in rules) / len(rules), 1) if rules else 100.0
