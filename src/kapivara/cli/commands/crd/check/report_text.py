"""The report of `crd check` as text: each CRD, the server's errors, and a table of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.commands.crd.check.command import CheckedDefinition, DefinitionReport
from kapivara.cli.commands.crd.check.cost_table import dim, schema_lines
from kapivara.cli.findings import Verdict
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import BELOW, INDENT, label, painted, plural
from kapivara.cli.reports.result_text import result_lines, unreadable_lines, verdicts
from kapivara.schema.expressions.limits import RULE_COST_LIMIT

_MOST_REASONS = 3


def render_text(report: DefinitionReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines: list[str] = []
    for checked in report.definitions:
        lines += _definition_lines(checked, report.top, colour=colour)
    lines += unreadable_lines(report.report.unreadable, colour=colour)
    lines.append(_summary(report, colour=colour))
    return "\n".join(lines) + "\n"


def _definition_lines(checked: CheckedDefinition, top: int | None, *, colour: bool) -> Iterator[str]:
    if checked.result.verdict is Verdict.VALID:
        yield f"{label('valid', colour=colour)}{printable(str(checked.result.identity))}"
    yield from result_lines(checked.result, colour=colour)
    for schema in checked.schemas:
        yield from schema_lines(schema, checked.manifest, top, colour=colour)
    if checked.oldest is not None:
        yield f"{label('accepted by', colour=colour)}Kubernetes {checked.oldest.version} and newer"
        for reason in checked.oldest.reasons[:_MOST_REASONS]:
            yield from _reason_lines(f"{checked.oldest.older}: {reason}", colour=colour)


def _reason_lines(reason: str, *, colour: bool) -> Iterator[str]:
    """Yields an error of the next older version; an error in an expression has several lines."""
    for position, line in enumerate(reason.split("\n")):
        yield " " * (INDENT + BELOW * bool(position)) + dim(printable(line), colour=colour)


def _summary(report: DefinitionReport, *, colour: bool) -> str:
    rules = [rule for each in report.definitions for schema in each.schemas for rule in schema.rules]
    text = f"{plural(len(report.definitions), 'CRD')}: {verdicts(report.report, colour=colour)}"
    text += f"; {plural(sum(rule.keyword == 'rule' for rule in rules), 'rule')}"
    if over := sum(rule.cost > RULE_COST_LIMIT for rule in rules):
        text += f", {painted(f'{over} over the limit', 'invalid', colour=colour)}"
    return text + (f"; {plural(report.others, 'other object')} skipped" if report.others else "")
