"""The report of `kapivara crd lint` as one JSON document, described in docs/crd-lint.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kapivara.apis.groups.apiextensions.lint import LintRule, Severity
from kapivara.cli.commands.crd.lint.report import CrdLintReport, LintedDefinition, PlacedFinding
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.values import JsonObject

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


def render_json(report: CrdLintReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "definitions": len(report.definitions),
                "errors": report.count(Severity.ERROR),
                "warnings": report.count(Severity.WARNING),
                "advice": report.count(Severity.ADVICE),
                "silenced": sum(each.silenced for each in report.definitions),
                "unreadable": len(report.unreadable),
            },
            "definitions": [_definition(each) for each in report.definitions],
            "unreadable": [unreadable_to_json(each) for each in report.unreadable],
            **report_diagnostics(diagnosis),
        }
    )


def _definition(definition: LintedDefinition) -> JsonObject:
    return {
        **place_to_json(definition.place),
        "name": definition.identity.name,
        "silenced": definition.silenced,
        "findings": [_finding(each) for each in definition.findings],
    }


def _finding(placed: PlacedFinding) -> JsonObject:
    found = placed.finding
    return {
        **place_to_json(placed.place),
        "severity": (found.severity or Severity.ERROR).value,
        "rule": found.rule,
        "version": found.version,
        "field": found.field,
        "path": str(found.path),
        "message": found.message,
        "fix": found.fix,
    }


def render_rules_json(rules: Iterable[LintRule]) -> str:
    """Returns all rules with their documentation as JSON."""
    described = [
        {
            "id": rule.id,
            "severity": rule.severity.value,
            "title": rule.title,
            "reason": rule.reason,
            "fix": rule.fix,
            "failing": rule.failing,
            "passing": rule.passing,
            "scope": rule.scope.value,
            "reference": rule.reference,
        }
        for rule in rules
    ]
    return document_text({"rules": described})
