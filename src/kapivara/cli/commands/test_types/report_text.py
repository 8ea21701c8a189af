"""The report of `test-types` as text: each failed case, its expected errors above the actual ones; then a summary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.cli.commands.test_types.report import TypesReport
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import INDENT, label, painted, plural
from kapivara.cli.reports.result_text import unreadable_lines
from kapivara.cli.reports.source_problems import author_lines, printable_lines
from kapivara.field import FieldError
from kapivara.field.errors import OMITTED
from kapivara.generator.cases.case_file import Case, WantedError
from kapivara.generator.cases.case_matching import Pair, bad_value_json
from kapivara.generator.cases.case_run import CaseResult
from kapivara.values import ABSENT
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.cli.reports.coverage_floor import Floor
    from kapivara.generator.cases.rule_coverage import RuleCoverage

_WORD = 10  # the width of "expected" and a gap


def render_text(report: TypesReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines = [*author_lines(report.errors, colour=colour), *unreadable_lines(report.unreadable, colour=colour)]
    for result in report.results:
        place = f"{printable(report.source)}:{result.case.line}"
        lines += [f"{label('note', colour=colour)}{place}: {printable(note)}" for note in result.notes]
        if not result.identical:
            lines.append(f"{label('differs', colour=colour)}{place}: {_title(result.case)}")
            lines += [f"{'':{INDENT}}{line}" for line in _difference(result, colour=colour)]
    if report.coverage is not None:
        lines += [f"{label('uncovered', colour=colour)}{printable(str(each))}" for each in report.coverage.uncovered]
    lines.append(_summary(report, colour=colour))
    if report.coverage is not None:
        lines.append(_coverage(report.coverage, report.floor, colour=colour))
    return "\n".join(lines) + "\n"


def _summary(report: TypesReport, *, colour: bool) -> str:
    if report.errors:
        return painted(f"{plural(len(report.errors), 'error')}; no case was run", "error", colour=colour)
    identical = painted(f"{report.identical} identical", "identical", colour=colour)
    differ = f"{report.differ} differ"
    text = f"{plural(len(report.results), 'case')}: {identical}, "
    text += painted(differ, "differs", colour=colour) if report.differ else differ
    if report.unreadable:
        text += f", {painted(f'{len(report.unreadable)} unreadable', 'unreadable', colour=colour)}"
    return text


def _coverage(coverage: RuleCoverage, floor: Floor | None, *, colour: bool) -> str:
    covered = len(coverage.rules) - len(coverage.uncovered)
    text = f"{plural(len(coverage.rules), 'rule')}: {covered} covered ({coverage.percent}%)"
    if floor is None:
        return text
    if not floor.held:
        return f"{text}, {painted(f'below the floor of {floor.percent}%', 'error', colour=colour)}"
    return f"{text}, floor {'raised to ' if floor.raised else ''}{floor.percent}%"


def _title(case: Case) -> str:
    subresource = f"/{case.operation.subresource}" if case.operation.subresource else ""
    text = f"{case.operation.verb} {case.type}{subresource}"
    if case.operation.options:
        options = (f"{name}={'on' if value else 'off'}" for name, value in sorted(case.operation.options.items()))
        text += f" with {', '.join(options)}"
    return printable(f"{text} ({case.name})" if case.name else text)


def _difference(result: CaseResult, *, colour: bool) -> Iterator[str]:
    if result.problem:
        yield from printable_lines(result.problem)
        return
    if result.only_order:
        yield "the same errors in another order"
    for pair in result.pairs:
        if pair.wanted is not None and pair.got is not None and not pair.differs:
            continue
        expected = "nothing" if pair.wanted is None else _wanted_text(pair.wanted, pair)
        got = "nothing" if pair.got is None else _got_text(pair.got, pair)
        yield f"{'expected':{_WORD}}{painted(printable(expected), 'identical', colour=colour)}"
        yield f"{'got':{_WORD}}{painted(printable(got), 'differs', colour=colour)}"


def _wanted_text(wanted: WantedError, pair: Pair) -> str:
    bad_value = OMITTED if wanted.bad_value is ABSENT else wanted.bad_value
    text = wanted.text or str(FieldError(wanted.type, wanted.field, bad_value, wanted.detail or ""))
    marks = [f"origin {wanted.origin}"] if wanted.origin else ["no origin"] if "origin" in pair.differs else []
    if "badValue" in pair.differs:
        marks.append(f"badValue {to_json_text(wanted.bad_value)}")
    if wanted.declarative_native:
        marks.append("declarative native")
    return text + _marked(marks, wanted.level, short_circuit=wanted.short_circuit)


def _got_text(got: FieldError, pair: Pair) -> str:
    marks = [f"origin {got.origin}"] if got.origin else ["no origin"] if "origin" in pair.differs else []
    if "badValue" in pair.differs:
        marks.append(f"badValue {to_json_text(bad_value_json(got.bad_value))}")
    if "declarativeNative" in pair.differs and got.marks.declarative_only:
        marks.append("declarative native")
    return str(got) + _marked(marks, got.marks.level, short_circuit=got.marks.short_circuit)


def _marked(marks: list[str], level: str, *, short_circuit: bool) -> str:
    """Returns the attributes of an error that its text does not include."""
    shown = [*marks, *([level] if level else []), *(["short circuit"] if short_circuit else [])]
    return f"  ({', '.join(shown)})" if shown else ""
