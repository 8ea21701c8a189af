"""The report of `kapivara lint` for people: each finding with its line, what it is about, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.cli.author_report import excerpt, printable_lines
from kapivara.cli.lint_report import LintReport
from kapivara.cli.report_text import unreadable_lines
from kapivara.cli.sources import shown_path
from kapivara.cli.terminal import printable, styled
from kapivara.cli.wording import INDENT, label, painted, plural
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule


def render_text(report: LintReport, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [*unreadable_lines(report.unreadable, colour=colour)]
    for finding in report.findings:
        lines += _finding_lines(finding, colour=colour)
    return "\n".join([*lines, _summary(report, colour=colour)]) + "\n"


def _finding_lines(finding: Finding, *, colour: bool) -> Iterator[str]:
    word = finding.severity or Severity.ERROR
    place = f"{printable(shown_path(str(finding.place)))}: " if finding.place else ""
    first, *more = printable_lines(finding.message)
    yield f"{label(word.value, colour=colour)}{place}{first} [{finding.rule}]"
    yield from (f"{'':{INDENT}}{line}" for line in more)
    if finding.place is not None:
        yield from excerpt(finding.place, colour=colour)
    parts = (("type", finding.type_name), ("field", finding.field), ("tag", finding.tag))
    if where := ", ".join(f"{what} {printable(name)}" for what, name in parts if name):
        yield f"{'':{INDENT}}{where}"
    for line in printable_lines(finding.hint) if finding.hint else ():
        yield f"{'':{INDENT}}{_bold('hint', colour=colour)}: {line}"


def _bold(word: str, *, colour: bool) -> str:
    return styled(word, "green", "bold") if colour else word


def _summary(report: LintReport, *, colour: bool) -> str:
    errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
    if not report.findings:
        return "nothing was looked at" if report.unreadable else painted("no findings", "valid", colour=colour)
    told = [painted(plural(errors, "error"), "error", colour=colour)] if errors else []
    told += [painted(plural(warnings, "warning"), "warning", colour=colour)] if warnings else []
    return ", ".join(told)


def render_rules(rules: Iterable[Rule]) -> str:
    """Lists rules: name, severity, and what each finds."""
    shown = list(rules)
    width = max(len(rule.name) for rule in shown) + 2
    lines = []
    for rule in shown:
        lines.append(f"{rule.name:{width}}{rule.severity.value:9}{rule.what.replace('`', '')}")
    return "\n".join(lines) + "\n"
