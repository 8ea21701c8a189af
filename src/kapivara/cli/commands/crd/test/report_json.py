"""The report of `crd test` as one JSON document, described in docs/crd-testing.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.test.case_run import CaseResult, CoveredRule
from kapivara.cli.commands.crd.test.case_tables import ExpectedError
from kapivara.cli.commands.crd.test.report import CrdTestReport
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import INDENT, label, painted, plural, shortened
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_diagnosis import diagnostic_of, subject_of
from kapivara.cli.reports.result_json import finding_to_json, result_to_json
from kapivara.cli.reports.result_text import error_lines, result_lines, unreadable_lines
from kapivara.values import JsonObject

_RULE_WIDTH = 60


def render_text(report: CrdTestReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
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
        yield f"{indent}missing error: {printable(expected_text(expected))}"
    if result.surplus:
        yield f"{indent}unexpected error{'s' if len(result.surplus) > 1 else ''}:"
        yield from error_lines(result.surplus, colour=colour)
    if not result.errors and not case.valid and not result.missing:
        yield f"{indent}valid, but errors were expected"


def expected_text(expected: ExpectedError) -> str:
    """Returns an expected error as text."""
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
        parts.append(painted(f"{report.failed} failed", "invalid", colour=colour))
    if report.refused:
        parts.append(painted(f"{plural(len(report.refused), 'CRD')} rejected", "invalid", colour=colour))
    covered = len(report.rules) - len(report.uncovered)
    coverage = f"{covered} of {plural(len(report.rules), 'rule')} covered"
    coverage += f" ({report.percent:g}%)" if report.rules else ""
    if report.floor is not None:
        coverage += f", {'at least' if report.floor.held else 'less than'} the required {report.floor.percent:g}%"
    word = "invalid" if report.is_below_floor else "uncovered" if report.uncovered else "valid"
    return f"{plural(len(report.results), 'case')}: {', '.join(parts)}; {painted(coverage, word, colour=colour)}"


_DIFFERS: Final = RuleDescription("case-differs", "A case whose outcome differs from its table.")
_UNCOVERED: Final = RuleDescription(
    "uncovered-rule", "A rule that no case violates, or that no case satisfies.", level=Level.WARNING
)
_FLOOR: Final = RuleDescription("coverage", "Fewer rules are covered than required.")


def diagnose(report: CrdTestReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    subjects = [*map(subject_of, report.refused), *map(_subject, report.results)]
    if report.rules:
        place = report.rules[0].placed.place
        subjects.append(Subject("rule coverage", Location(place.source), tuple(_coverage(report)), group="coverage"))
    subjects += map(unreadable_subject, report.unreadable)
    return Diagnosis("crd test", tuple(subjects), (_DIFFERS, _UNCOVERED, _FLOOR))


def _subject(result: CaseResult) -> Subject:
    case = result.case
    return Subject(case.name, case.place, tuple(_diagnostics(result)), group="cases")


def _diagnostics(result: CaseResult) -> Iterator[Diagnostic]:
    case = result.case
    if result.problem:
        yield Diagnostic(Level.ERROR, _DIFFERS.id, case.place, result.problem)
        return
    for expected in result.missing:
        yield Diagnostic(Level.ERROR, _DIFFERS.id, case.place, f"missing error: {expected_text(expected)}")
    for error in result.surplus:
        found = diagnostic_of(error, Level.ERROR)
        text = f"unexpected error: {found.message}"
        yield Diagnostic(Level.ERROR, _DIFFERS.id, found.place, text, hint=found.hint, end_column=found.end_column)
    if not result.passed and not result.missing and not result.surplus:
        yield Diagnostic(Level.ERROR, _DIFFERS.id, case.place, "valid, but errors were expected")


def _coverage(report: CrdTestReport) -> Iterator[Diagnostic]:
    for rule in report.uncovered:
        yield Diagnostic(Level.WARNING, _UNCOVERED.id, rule.placed.place, _gap(rule))
    if report.floor is not None and not report.floor.held:
        text = f"{report.percent:g}% of the rules are covered, but {report.floor.percent:g}% are required"
        yield Diagnostic(Level.ERROR, _FLOOR.id, report.rules[0].placed.place, text)


def _gap(rule: CoveredRule) -> str:
    return f"{rule.title} {rule.gap}: {' '.join(rule.placed.text.split())}"


def render_json(report: CrdTestReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    coverage: JsonObject = {"percent": report.percent, "rules": [_rule(each) for each in report.rules]}
    if report.floor is not None:
        coverage |= {"floor": report.floor.percent, "held": report.floor.held}
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "cases": len(report.results),
                "passed": len(report.results) - report.failed,
                "failed": report.failed,
                "rules": len(report.rules),
                "covered": len(report.rules) - len(report.uncovered),
                "refused": len(report.refused),
                "unreadable": len(report.unreadable),
            },
            "cases": [_case(each) for each in report.results],
            "coverage": coverage,
            "refused": [result_to_json(each) for each in report.refused],
            "unreadable": [unreadable_to_json(each) for each in report.unreadable],
            **report_diagnostics(diagnosis),
        }
    )


def _case(result: CaseResult) -> JsonObject:
    case = result.case
    return {
        **place_to_json(case.place),
        "name": case.name,
        "write": "create" if case.old is None else "update",
        "expect": "valid" if case.valid else "invalid",
        "passed": result.passed,
        "problem": result.problem,
        "errors": [finding_to_json(each) for each in result.errors],
        "missing": [_expected(each) for each in result.missing],
        "surplus": [finding_to_json(each) for each in result.surplus],
    }


def _expected(expected: ExpectedError) -> JsonObject:
    return {"field": expected.field, "reason": expected.reason, "message": expected.message}


def _rule(rule: CoveredRule) -> JsonObject:
    return {
        **place_to_json(rule.placed.place),
        "version": rule.placed.version,
        "field": rule.placed.schema.field,
        "position": rule.placed.position,
        "rule": rule.placed.text,
        "held": rule.held,
        "failed": rule.failed,
        "covered": not rule.gap,
        "gap": rule.gap,
    }
