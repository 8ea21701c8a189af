"""The report of `kapivara lint` as text: each finding with its source line, type, field and hint."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cli.commands.lint.report import LintReport
from kapivara.cli.framework.wording import painted, plural
from kapivara.cli.reports.result_text import unreadable_lines
from kapivara.cli.reports.rule_list import ListedRule, render_rule_list
from kapivara.cli.reports.source_problems import finding_lines
from kapivara.generator.lint.finding import Severity
from kapivara.generator.lint.rule import Rule


def render_text(report: LintReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines = [*unreadable_lines(report.unreadable, colour=colour)]
    for finding in report.findings:
        lines += finding_lines(finding, colour=colour, with_rule=True)
    return "\n".join([*lines, _summary(report, colour=colour)]) + "\n"


def _summary(report: LintReport, *, colour: bool) -> str:
    errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
    if not report.findings:
        return "nothing was linted" if report.unreadable else painted("no findings", "valid", colour=colour)
    counts = [painted(plural(errors, "error"), "error", colour=colour)] if errors else []
    counts += [painted(plural(warnings, "warning"), "warning", colour=colour)] if warnings else []
    return ", ".join(counts)


def render_rules(rules: Iterable[Rule]) -> str:
    """Returns a list of rules: name, severity and title."""
    return render_rule_list([ListedRule(rule.name, rule.severity.value, rule.what) for rule in rules])
