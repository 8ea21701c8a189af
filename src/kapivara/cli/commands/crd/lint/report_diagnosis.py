"""The results of `crd lint` as a Diagnosis: a subject for each CRD, and the rules that were applied."""

from __future__ import annotations

from typing import Final

from kapivara.apis.groups.apiextensions.lint import LintRule, Severity
from kapivara.cli.commands.crd.lint.report import CrdLintReport, LintedDefinition, PlacedFinding
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject

_LEVELS: Final = {Severity.ERROR: Level.ERROR, Severity.WARNING: Level.WARNING, Severity.ADVICE: Level.NOTE}


def diagnose(report: CrdLintReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    subjects = (*map(_subject, report.definitions), *map(unreadable_subject, report.unreadable))
    return Diagnosis("crd lint", subjects, tuple(map(_description, report.rules)))


def _subject(definition: LintedDefinition) -> Subject:
    found = tuple(map(_diagnostic, definition.findings))
    group = f"{definition.identity.api_version}.{definition.identity.kind}"
    return Subject(str(definition.identity), definition.place, found, group=group)


def _diagnostic(placed: PlacedFinding) -> Diagnostic:
    found, excerpt = placed.finding, placed.excerpt
    end = excerpt.end_column if excerpt is not None else 0
    level = _LEVELS[found.severity or Severity.ERROR]
    return Diagnostic(level, found.rule, placed.place, placed.message, hint=found.fix, end_column=end)


def _description(rule: LintRule) -> RuleDescription:
    text = f"{rule.title}\n\n{rule.reason}\n\n{rule.fix}"
    example = f"\n\nInstead of\n\n```yaml\n{rule.failing}```\n\nwrite\n\n```yaml\n{rule.passing}```\n"
    return RuleDescription(rule.id, rule.title, help=text, markdown=text + example, level=_LEVELS[rule.severity])
