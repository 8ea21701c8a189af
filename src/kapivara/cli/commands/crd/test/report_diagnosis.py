"""The results of `crd test` as a Diagnosis: a subject for each case, and one for the coverage of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.test.case_run import CaseResult
from kapivara.cli.commands.crd.test.report import CrdTestReport
from kapivara.cli.commands.crd.test.report_text import expected_text
from kapivara.cli.commands.crd.test.rule_coverage import CoveredRule
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.reports.result_diagnosis import diagnostic_of, subject_of

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
