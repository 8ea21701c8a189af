"""The report of `kapivara crd lint` as text: each finding with its source line and its fix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.groups.apiextensions.lint import LintRule, Severity
from kapivara.cli.commands.crd.lint.report import CrdLintReport, PlacedFinding
from kapivara.cli.framework.terminal import printable, styled
from kapivara.cli.framework.wording import INDENT, label, painted, plural
from kapivara.cli.reports.result_text import excerpt_lines, unreadable_lines
from kapivara.cli.reports.rule_list import ListedRule, render_rule_list


def render_text(report: CrdLintReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines = [line for each in report.findings() for line in _lines(each, colour=colour)]
    lines += unreadable_lines(report.unreadable, colour=colour)
    return "\n".join([*lines, _summary(report, colour=colour)]) + "\n"


def _lines(placed: PlacedFinding, *, colour: bool) -> Iterator[str]:
    found = placed.finding
    first, *more = placed.message.split("\n")
    word = label((found.severity or Severity.ERROR).value, colour=colour)
    yield f"{word}{printable(str(placed.place))}: {printable(first)} [{found.rule}]"
    indent = " " * INDENT
    yield from (f"{indent}{printable(line)}" for line in more)
    if placed.excerpt is not None:
        yield from (f"{indent}{line}" for line in excerpt_lines(placed.excerpt, colour=colour))
    for line in found.fix.split("\n") if found.fix else ():
        yield f"{indent}{styled('fix', 'green', 'bold') if colour else 'fix'}: {printable(line)}"


def _summary(report: CrdLintReport, *, colour: bool) -> str:
    parts = []
    for severity, noun in ((Severity.ERROR, "error"), (Severity.WARNING, "warning")):
        if count := report.count(severity):
            parts.append(painted(plural(count, noun), severity.value, colour=colour))
    if count := report.count(Severity.ADVICE):
        parts.append(painted(f"{plural(count, 'piece')} of advice", "advice", colour=colour))
    if not parts:
        parts.append(painted("no findings", "valid", colour=colour))
    if hidden := sum(each.hidden for each in report.definitions):
        parts.append(f"{plural(hidden, 'piece')} of advice hidden (see --advice)")
    if silenced := sum(each.silenced for each in report.definitions):
        parts.append(f"{silenced} silenced")
    return f"{plural(len(report.definitions), 'CRD')}: {', '.join(parts)}"


def render_rules(rules: Iterable[LintRule]) -> str:
    """Returns a list of rules: id, severity and title."""
    return render_rule_list([ListedRule(rule.id, rule.severity.value, rule.title) for rule in rules])
