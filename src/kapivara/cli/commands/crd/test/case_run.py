"""Runs test cases against CRDs: each object is created, or updated from its old version, as a dry run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from kapivara.cli.commands.crd.test.case_tables import Case, CaseTable, ExpectedError
from kapivara.cli.findings import Finding, Result, Write
from kapivara.cli.hints.refused_crds import with_hints
from kapivara.cli.inputs.excerpts import with_excerpts
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import error_text
from kapivara.cli.validation.broken_rules import Failures, PlacedRule, broken_rule, note_failure, placed_rules
from kapivara.cli.validation.dry_run import USUAL, ServerTerms
from kapivara.cli.validation.results import judge
from kapivara.meta.identity import member, text_member
from kapivara.registry.crds.definition import Definition
from kapivara.registry.requests.outcome import Outcome
from kapivara.schema.expressions.running.observing import RuleRun
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.api import Api
    from kapivara.registry.crds.custom_resource import CustomResource


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


_NAME = "case"


@record(eq=False)
class CaseResult:
    """The outcome of a test case: all errors, the expected errors that did not occur, and the unexpected errors.

    `problem` states why the case could not run; "" if it ran.
    """

    case: Case
    _: KW_ONLY
    errors: tuple[Finding, ...] = ()
    missing: tuple[ExpectedError, ...] = ()
    surplus: tuple[Finding, ...] = ()
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether the object was valid or invalid as expected, with the expected errors only."""
        if self.problem or self.missing or self.surplus:
            return False
        return bool(self.errors) != self.case.valid


class TableRun:
    """Runs one table in a server of its own that has the table's CRDs, and counts which rules the cases cover."""

    def __init__(self, table: CaseTable, terms: ServerTerms = USUAL) -> None:
        self._table = table
        self._terms = terms
        self.coverage = {each.identity.name: DefinitionCoverage(each) for each in table.definitions}
        self._failed: Failures = {}
        self.refused: list[Result] = []
        """The results of CRDs that the server rejected."""
        self._api = self._prepare()

    def _prepare(self) -> Api:
        api = self._terms.api()
        self.refused = []
        for manifest in self._table.definitions:
            outcome = api.create(manifest.decoded, field_validation="Strict")
            if not outcome.ok:
                refused = judge(manifest, outcome)
                self.refused.append(with_hints(refused, manifest, api, self._terms.kubernetes_version))
                continue
            coverage = self.coverage[manifest.identity.name]
            for version in _served(manifest):
                kind = api.registry.find_kind(f"{_group(manifest)}/{version}", _kind(manifest))
                custom = cast("CustomResource | None", kind)
                root = None if custom is None else custom.schema.observe_rules(self._note)
                if custom is not None and root is not None:
                    coverage.follow(custom.definition, version, root)
        return api

    def results(self) -> Iterator[CaseResult]:
        """Yields the result of each case."""
        for case in self._table.cases:
            yield self._run(case)

    def _run(self, case: Case) -> CaseResult:
        self._failed.clear()
        definition = self._definition_of(case.manifest.value)
        if isinstance(definition, str):
            return CaseResult(case, problem=definition)
        new = self._filled(case.manifest, definition)
        old = None if case.old is None else self._filled(case.old, definition)
        outcome = self._create(new) if old is None else self._update(case, new, old)
        if isinstance(outcome, str):
            return CaseResult(case, problem=outcome)
        result = judge(case.manifest, outcome, Write.CREATE if old is None else Write.UPDATE)
        found = _compared(case, with_excerpts(result, case.manifest).errors)
        return replace(found, surplus=tuple(map(self._with_rule, found.surplus)))

    def _note(self, run: RuleRun) -> None:
        """Counts a run of a rule, and stores it until the next case if it failed."""
        for coverage in self.coverage.values():
            coverage.note(run)
        note_failure(self._failed, run)

    def _with_rule(self, error: Finding) -> Finding:
        """Returns an error with the rule that caused it, if a rule did."""
        run = self._failed.get((error.field, error.message))
        if run is None:
            return error
        rule = next(filter(None, (each.rule_of(run) for each in self.coverage.values())), None)
        return error if rule is None else replace(error, rule=broken_rule(run, rule.placed))

    def _definition_of(self, value: JsonObject) -> Manifest | str:
        """Returns the CRD of an object's kind, or an error message if there is none."""
        wanted, known = text_member(value, "kind"), self._table.definitions
        found = [each for each in known if not wanted or _kind(each) == wanted]
        if len(found) == 1:
            return found[0]
        kinds = ", ".join(map(_kind, known))
        return f"there is no CRD of kind {wanted}, only of {kinds}" if wanted else f"set kind to one of: {kinds}"

    def _filled(self, manifest: Manifest, definition: Manifest) -> Manifest:
        """Returns an object with apiVersion, kind and name added where the case omits them."""
        value = manifest.value
        metadata = member(value, "metadata")
        if metadata is None or (type(metadata) is dict and not metadata.get("name") and "generateName" not in metadata):
            metadata = {**(metadata or {}), "name": _NAME}
        version = self._table.version or next(iter(_served(definition)), "")
        api_version = f"{_group(definition)}/{version}"
        return manifest.with_value(
            {"apiVersion": api_version, "kind": _kind(definition), **value, "metadata": metadata}
        )

    def _create(self, new: Manifest) -> Outcome:
        return self._api.create(new.decoded, dry_run=True, field_validation="Strict")

    def _update(self, case: Case, new: Manifest, old: Manifest) -> Outcome | str:
        stored = self._api.store_unchecked(old.decoded)
        if stored.object is None:
            return f"the old object cannot be stored: {stored.status.message if stored.status else ''}"
        body, metadata = new.decoded, stored.object["metadata"]
        if type(body.value.get("metadata")) is dict:
            body.value["metadata"].setdefault("resourceVersion", metadata["resourceVersion"])
        outcome = self._api.update(body, subresource=case.subresource, dry_run=True, field_validation="Strict")
        at, namespace = stored.object["apiVersion"], metadata.get("namespace", "")
        gone = self._api.delete(at, stored.object["kind"], metadata["name"], namespace=namespace)
        if not gone.ok or metadata.get("finalizers"):
            self._api = self._prepare()  # the object waits for its finalizers
        return outcome


def _compared(case: Case, errors: Sequence[Finding]) -> CaseResult:
    """Compares the errors of a case with the expected ones."""
    left, missing = list(errors), []
    for expected in case.errors or ():
        found = next((each for each in left if _fits(expected, each)), None)
        if found is None:
            missing.append(expected)
        else:
            left.remove(found)
    surplus = left if case.valid or case.errors is not None else []
    return CaseResult(case, errors=tuple(errors), missing=tuple(missing), surplus=tuple(surplus))


def _fits(expected: ExpectedError, found: Finding) -> bool:
    if expected.field is not None and expected.field != found.field:
        return False
    if expected.reason is not None and expected.reason != found.reason:
        return False
    return expected.message in error_text(found)


def _served(definition: Manifest) -> list[str]:
    """Returns the versions that a CRD serves, the storage version first."""
    versions = member(member(definition.value, "spec"), "versions")
    known = [each for each in versions if member(each, "served") is True] if type(versions) is list else []
    return [text_member(each, "name") for each in sorted(known, key=lambda each: member(each, "storage") is not True)]


def _group(definition: Manifest) -> str:
    return text_member(member(definition.value, "spec"), "group")


def _kind(definition: Manifest) -> str:
    return text_member(member(member(definition.value, "spec"), "names"), "kind")
