"""The report of `kapivara crd test` for people: what differs, which rules are not covered, one line that sums up."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.crd_case_run import CaseResult
from kapivara.cli.crd_case_tables import ExpectedError
from kapivara.cli.crd_rule_coverage import CoveredRule
from kapivara.cli.crd_test_report import CrdTestReport
from kapivara.cli.report_text import error_lines, result_lines, unreadable_lines
from kapivara.cli.terminal import printable
from kapivara.cli.wording import INDENT, label, painted, plural, shortened

_RULE_WIDTH = 60


def render_text(report: CrdTestReport, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [line for each in report.refused for line in result_lines(each, colour=colour)]
    lines += [line for each in report.results if not each.passed for line in _difference(each, colour=colour)]
    lines += [_uncovered(each, colour=colour) for each in report.uncovered]
    lines += unreadable_lines(report.unreadable, colour=colour)
    return "\n".join([*lines, _summary(report, colour=colour)]) + "\n"


def _difference(result: CaseResult, *, colour: bool) -> Iterator[str]:
    case = result.case
    yield f"{label('differs', colour=colour)}{printable(str(case.place))}: {printable(case.name)}"
    indent = " " * INDENT
    if result.problem:
        yield f"{indent}{printable(result.problem)}"
        return
    for expected in result.missing:
        yield f"{indent}did not come: {printable(expected_text(expected))}"
    if result.surplus:
        yield f"{indent}came, and was not expected:"
        yield from error_lines(result.surplus, colour=colour)
    if not result.errors and not case.valid and not result.missing:
        yield f"{indent}valid, where errors were expected"


def expected_text(expected: ExpectedError) -> str:
    """Renders an error that was expected."""
    parts = [expected.field] if expected.field is not None else []
    parts += [f"({expected.reason})"] if expected.reason is not None else []
    parts += [expected.message] if expected.message else []
    return ": ".join(parts) or "any error"


def _uncovered(rule: CoveredRule, *, colour: bool) -> str:
    text = printable(" ".join(rule.placed.text.split()))
    where = f"{printable(rule.title)} ({printable(str(rule.placed.place))})"
    return f"{label('uncovered', colour=colour)}{where} {rule.gap}: {shortened(text, _RULE_WIDTH)}"


def _summary(report: CrdTestReport, *, colour: bool) -> str:
    passed = len(report.results) - report.failed
    parts = [painted(f"{passed} as expected", "valid", colour=colour)]
    if report.failed:
        parts.append(painted(f"{report.failed} not", "invalid", colour=colour))
    if report.refused:
        parts.append(painted(f"{plural(len(report.refused), 'definition')} refused", "invalid", colour=colour))
    covered = len(report.rules) - len(report.uncovered)
    told = f"{covered} of {plural(len(report.rules), 'rule')} covered"
    told += f" ({report.percent:g}%)" if report.rules else ""
    if report.floor is not None:
        told += f", {'at least' if report.floor.held else 'less than'} the {report.floor.percent:g}% asked for"
    word = "invalid" if report.is_below_floor else "uncovered" if report.uncovered else "valid"
    return f"{plural(len(report.results), 'case')}: {', '.join(parts)}; {painted(told, word, colour=colour)}"
