"""The report of `kapivara lint` for people: each finding with its line, what it is about, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cli.author_report import finding_lines
from kapivara.cli.lint_report import LintReport
from kapivara.cli.report_text import unreadable_lines
from kapivara.cli.rule_list import ListedRule, render_rule_list
from kapivara.cli.wording import painted, plural
from kapivara.generator.lint.finding import Severity
from kapivara.generator.lint.rule import Rule


def render_text(report: LintReport, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [*unreadable_lines(report.unreadable, colour=colour)]
    for finding in report.findings:
        lines += finding_lines(finding, colour=colour, with_rule=True)
    return "\n".join([*lines, _summary(report, colour=colour)]) + "\n"


def _summary(report: LintReport, *, colour: bool) -> str:
    errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
    if not report.findings:
        return "nothing was looked at" if report.unreadable else painted("no findings", "valid", colour=colour)
    told = [painted(plural(errors, "error"), "error", colour=colour)] if errors else []
    told += [painted(plural(warnings, "warning"), "warning", colour=colour)] if warnings else []
    return ", ".join(told)


def render_rules(rules: Iterable[Rule]) -> str:
    """Lists rules: name, severity, and what each finds."""
    return render_rule_list([ListedRule(rule.name, rule.severity.value, rule.what) for rule in rules])
