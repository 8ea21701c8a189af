"""The report of `crd check` for people: each definition, the server's words about it, and a table of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.apis.apiextensions.rule_costs import SchemaCosts
from kapivara.cel.cost.ranges import UNBOUNDED
from kapivara.cli.answers import place_of
from kapivara.cli.crd_check import CheckedDefinition, DefinitionReport
from kapivara.cli.findings import Verdict
from kapivara.cli.manifests import Manifest
from kapivara.cli.report_text import result_lines, unreadable_lines, verdicts
from kapivara.cli.terminal import printable, styled
from kapivara.cli.wording import INDENT, label, painted, plural
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.expressions.pricing import Driver, Remedy, RuleCost
from kapivara.values.record import record

_RULE_WIDTH = 60
_WORTH_A_WORD = 0.01  # of a limit: cheaper rules are only listed
_NEAR = 0.5
_MOST_DRIVERS = 3
_HEADER = ("cost", "of rule", "of total", "line", "field", "rule")
_TO_THE_RIGHT = 4  # so many columns are numbers


def render_text(report: DefinitionReport, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines: list[str] = []
    for checked in report.definitions:
        lines += _definition_lines(checked, colour=colour)
    lines += unreadable_lines(report.report.unreadable, colour=colour)
    lines.append(_summary(report, colour=colour))
    return "\n".join(lines) + "\n"


def _definition_lines(checked: CheckedDefinition, *, colour: bool) -> Iterator[str]:
    if checked.result.verdict is Verdict.VALID:
        yield f"{label('valid', colour=colour)}{printable(str(checked.result.identity))}"
    yield from result_lines(checked.result, colour=colour)
    for schema in checked.schemas:
        yield from _schema_lines(schema, checked.manifest, colour=colour)


def _schema_lines(schema: SchemaCosts, manifest: Manifest, *, colour: bool) -> Iterator[str]:
    versions = printable(", ".join(schema.versions))
    share = schema.total / SCHEMA_COST_LIMIT
    total = f"{_number(schema.total)} in all, {_percent(share)} of what a schema may cost"
    count = plural(sum(rule.keyword == "rule" for rule in schema.rules), "rule")
    yield f"{label('costs', colour=colour)}{versions}: {count}, {_by_share(total, share, colour=colour)}"
    rows = [_Row.of(rule, manifest) for rule in schema.rules]
    widths = [max(map(len, column)) for column in zip(_HEADER, *(row.cells for row in rows), strict=True)]
    yield _dim(_table_line(_HEADER, widths), colour=colour)
    notes = " " * (INDENT + widths[0] + 2)
    for row in rows:
        yield _by_share(_table_line(row.cells, widths), row.share, colour=colour)
        for note in row.notes:
            yield notes + _dim(note, colour=colour)


def _table_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell.rjust(width) if place < _TO_THE_RIGHT else cell.ljust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return " " * INDENT + "  ".join(padded).rstrip()


@record(eq=False)
class _Row:
    """A line of the table, the lines below it, and the share of its limit that the rule takes."""

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
            return _Row(("-", "-", "-", line, field, _shortened(text)), ("does not compile",), 0.0)
        total = _percent(rule.cost / SCHEMA_COST_LIMIT)
        cells = (_number(rule.cost), _percent(share), total, line, field, _shortened(text))
        notes = tuple(_notes(rule, manifest)) if share >= _WORTH_A_WORD or rule.remedies else ()
        return _Row(cells, notes, share)


def _notes(rule: RuleCost, manifest: Manifest) -> Iterator[str]:
    """Says what drives a cost, and what would help where it is over the limit."""
    if rule.drivers:
        shown = [_driver(driver) for driver in rule.drivers[:_MOST_DRIVERS]]
        more = len(rule.drivers) - len(shown)
        yield f"grows with {', '.join(shown)}{f' and {more} more' if more else ''}"
    if rule.remedies:
        for remedy in rule.remedies[:_MOST_DRIVERS]:
            yield f"would fit with {' and '.join(_remedy(each, manifest) for each in remedy)}"
    elif rule.cost > RULE_COST_LIMIT:
        yield "no bound in the schema would make it fit: simplify the rule"


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


def _shortened(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= _RULE_WIDTH else line[: _RULE_WIDTH - 1] + "…"


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


def _dim(text: str, *, colour: bool) -> str:
    return styled(text, "dim") if colour else text


def _summary(report: DefinitionReport, *, colour: bool) -> str:
    rules = [rule for each in report.definitions for schema in each.schemas for rule in schema.rules]
    text = f"{plural(len(report.definitions), 'definition')}: {verdicts(report.report, colour=colour)}"
    text += f"; {plural(sum(rule.keyword == 'rule' for rule in rules), 'rule')}"
    if over := sum(rule.cost > RULE_COST_LIMIT for rule in rules):
        text += f", {painted(f'{over} over the limit', 'invalid', colour=colour)}"
    return text + (f"; {plural(report.others, 'other object')} left out" if report.others else "")
