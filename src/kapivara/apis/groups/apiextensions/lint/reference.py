"""Generates the reference of lint rules as Markdown, for docs/crd-lint.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.groups.apiextensions.lint.rule import ExamplePart, LintRule, Severity

_FOUND = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.ADVICE: "advice"}
_PARTS = {
    ExamplePart.FIELDS: "fields of `spec`",
    ExamplePart.VERSION: "a version",
    ExamplePart.METADATA: "its metadata",
}


def render_lint_rules(rules: Iterable[LintRule]) -> str:
    """Returns a table of all rules, and a section for each."""
    shown = list(rules)
    lines = ["| rule | finds | what |", "|---|---|---|"]
    lines += [f"| [{rule.id}](#{rule.id}) | {_FOUND[rule.severity]} | {rule.title} |" for rule in shown]
    return "\n".join([*lines, "", *(line for rule in shown for line in _section(rule))])


def _section(rule: LintRule) -> Iterator[str]:
    yield from (f"### {rule.id}", "", rule.title, "", rule.reason, "", f"**What helps**: {rule.fix}", "")
    if rule.reference:
        yield from (f"Asked for by {rule.reference}.", "")
    yield from (f"Found in ({_PARTS[rule.scope]}):", "", "```yaml", rule.failing.rstrip(), "```", "")
    yield from ("Better:", "", "```yaml", rule.passing.rstrip(), "```", "")
