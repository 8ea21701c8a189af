"""The report of `crd check` as text: each CRD, the server's errors, and a table of its rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from kapivara.apis.groups.apiextensions.rule_costs import SchemaCosts
from kapivara.cel.cost.ranges import UNBOUNDED
from kapivara.cli.commands.crd.check.command import CheckedDefinition, DefinitionReport
from kapivara.cli.findings import Verdict
from kapivara.cli.framework.terminal import page_width, printable, styled
from kapivara.cli.framework.wording import BELOW, INDENT, label, painted, plural, shortened
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import result_lines, unreadable_lines, verdicts
from kapivara.cli.validation.status_findings import place_of
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.pricing import Driver, Remedy, RuleCost
from kapivara.values.record import record

_RULE_WIDTH = 60
_NARROWEST = 24
_WORTH_A_WORD = 0.01  # of a limit: cheaper rules get no notes
_WORTH_A_PART = 0.05  # of a rule: cheaper parts are not shown
_NEAR = 0.5
_MOST_DRIVERS = 3
_MOST_PARTS = 3
_HEADER = ("cost", "of rule", "of total", "line", "field", "rule")
_TO_THE_RIGHT = 4  # the first columns are numbers, aligned to the right


def schema_lines(schema: SchemaCosts, manifest: Manifest, top: int | None, *, colour: bool) -> Iterator[str]:
    """Yields the costs of a schema's rules (all, or the `top` most expensive), then the bounds that suit all rules."""
    versions = printable(", ".join(schema.versions))
    share = schema.total / SCHEMA_COST_LIMIT
    total = f"{_number(schema.total)} in total, {_percent(share)} of the cost limit of a schema"
    count = plural(sum(rule.keyword == "rule" for rule in schema.rules), "rule")
    yield f"{label('costs', colour=colour)}{versions}: {count}, {_by_share(total, share, colour=colour)}"
    rows = [_Row.of(rule, manifest) for rule in schema.rules[:top]]
    yield from _table_lines(rows, colour=colour)
    if len(rows) < len(schema.rules):
        yield " " * INDENT + dim(f"and {_more(schema.rules[len(rows) :])} that cost less", colour=colour)
    yield from _joint_lines(schema, manifest, colour=colour)


def _table_lines(rows: Sequence[_Row], *, colour: bool) -> Iterator[str]:
    """Yields rows below a header; if the page is too narrow for the column of rules, each rule is below its row."""
    widths = [max(map(len, column)) for column in zip(_HEADER, *(row.cells for row in rows), strict=True)]
    notes = " " * (INDENT + widths[0] + 2)
    room = page_width(sys.stdout) - INDENT - sum(widths[:-1]) - 2 * len(widths[:-1])
    has_room = room >= min(widths[-1], _NARROWEST)
    widths = [*widths[:-1], min(widths[-1], room)] if has_room else widths[:-1]
    yield dim(_table_line(_HEADER, widths), colour=colour)
    for row in rows:
        yield _by_share(_table_line(row.cells, widths), row.share, colour=colour)
        if not has_room:
            yield notes + row.cells[-1]
        for note in row.notes:
            yield notes + dim(note, colour=colour)


def _joint_lines(schema: SchemaCosts, manifest: Manifest, *, colour: bool) -> Iterator[str]:
    """Yields the bounds that bring all rules below the limits; none if no limit is exceeded."""
    if schema.remedy is None:
        return
    share = _percent(schema.remedy.total / SCHEMA_COST_LIMIT)
    yield f"{label('together', colour=colour)}all rules fit, at {share} of the cost limit of a schema, with"
    for each in schema.remedy.remedies:
        yield f"{'':{INDENT}}{_remedy(each, manifest)}"


def _more(left: Sequence[RuleCost]) -> str:
    """Returns the number of rules and message expressions that have no row; both have a cost."""
    rules = sum(each.keyword == "rule" for each in left)
    counts = ((rules, "more rule"), (len(left) - rules, "message" if rules else "more message"))
    return " and ".join(plural(count, noun) for count, noun in counts if count)


def _table_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell.rjust(width) if place < _TO_THE_RIGHT else shortened(cell, width).ljust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=False))
    ]
    return " " * INDENT + "  ".join(padded).rstrip()


@record(eq=False)
class _Row:
    """A row of the table, the notes below it, and the rule's share of its cost limit."""

    cells: tuple[str, ...]
    notes: tuple[str, ...]
    share: float

    @staticmethod
    def of(rule: RuleCost, manifest: Manifest) -> _Row:
        share = rule.cost / RULE_COST_LIMIT
        text = f"message: {rule.text}" if rule.keyword == "messageExpression" else rule.text
        line = str(place_of(str(rule.at), manifest).line)
        field = printable(rule.place.field) or "(root)"
        if rule.error:
            return _Row(("-", "-", "-", line, field, _on_one_line(text)), ("does not compile",), 0.0)
        total = _percent(rule.cost / SCHEMA_COST_LIMIT)
        cells = (_number(rule.cost), _percent(share), total, line, field, _on_one_line(text))
        notes = tuple(_notes(rule, manifest)) if share >= _WORTH_A_WORD or rule.remedies else ()
        return _Row(cells, notes, share)


def _notes(rule: RuleCost, manifest: Manifest) -> Iterator[str]:
    """Yields the fields that drive a cost, and the bounds that reduce it below the limit."""
    if rule.drivers:
        shown = [_driver(driver) for driver in rule.drivers[:_MOST_DRIVERS]]
        more = len(rule.drivers) - len(shown)
        yield f"grows with {', '.join(shown)}{f' and {more} more' if more else ''}"
    yield from _part_notes(rule)
    if rule.remedies:
        for remedy in rule.remedies[:_MOST_DRIVERS]:
            yield f"fits with {' and '.join(_remedy(each, manifest) for each in remedy)}"
    elif rule.cost > RULE_COST_LIMIT:
        yield "no bound in the schema reduces it below the limit: simplify the rule"


def _part_notes(rule: RuleCost) -> Iterator[str]:
    """Yields the most expensive parts of a rule that has several."""
    if len(rule.parts) < 2:
        return
    for part in rule.parts[:_MOST_PARTS]:
        share = part.cost / rule.cost if rule.cost else 0.0
        if share < _WORTH_A_PART:
            return
        runs = f", {_number(part.times)} times" if part.times > 1 else ""
        yield f"{_percent(share)} for {_on_one_line(part.text)} ({_number(part.cost)}{runs})"


def _driver(driver: Driver) -> str:
    field = printable(driver.place.field) or "(root)"
    if driver.declared:
        return f"{field} ({driver.keyword} {_number(driver.assumed)})"
    return f"{field} (no {driver.keyword}: {_number(driver.assumed)} assumed)"


def _remedy(remedy: Remedy, manifest: Manifest) -> str:
    line = place_of(str(remedy.place.path), manifest).line
    field = printable(remedy.place.field) or "(root)"
    now = f", now {remedy.place.raw[remedy.keyword]}" if remedy.declared else ""
    return f"{remedy.keyword}: {remedy.value} at {field} (line {line}{now})"


def _on_one_line(text: str) -> str:
    return shortened(printable(" ".join(text.split())), _RULE_WIDTH)


def _number(number: int) -> str:
    return "unbounded" if number >= UNBOUNDED else f"{number:,}"


def _percent(share: float) -> str:
    if share > 100:
        return ">100x"
    if 0 < share < 0.001:
        return "<0.1%"
    return f"{share:.1%}"


def _by_share(text: str, share: float, *, colour: bool) -> str:
    if share > 1:
        return painted(text, "invalid", colour=colour)
    return painted(text, "warning", colour=colour) if share >= _NEAR else text


def dim(text: str, *, colour: bool) -> str:
    """Returns an explanatory text, dimmed if `colour`."""
    return styled(text, "dim") if colour else text


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
