"""The report of `kapivara lint` as one JSON document, stable across versions, described in docs/lint.md."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cli.commands.lint.report import LintReport
from kapivara.cli.diagnosis import Diagnosis, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.source_problems import diagnostic_of, place_of, subject_name
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.values import JsonObject


def diagnose(report: LintReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    about: dict[tuple[str, str], list[Finding]] = {}
    for finding in report.findings:
        about.setdefault((finding.place.file if finding.place else "", subject_name(finding)), []).append(finding)
    subjects = [
        Subject(name or shown_path(file), place_of(found[0].place), tuple(map(diagnostic_of, found)), group="types")
        for (file, name), found in about.items()
    ]
    rules = tuple(map(_description, report.rules))
    return Diagnosis("lint", (*map(unreadable_subject, report.unreadable), *subjects), rules)


def _description(rule: Rule) -> RuleDescription:
    text = f"{rule.what}\n\n{rule.why}"
    example = f"\n\nInstead of\n\n```\n{rule.example}\n```\n" if rule.example else ""
    example += f"\nwrite\n\n```\n{rule.better}\n```\n" if rule.better else ""
    return RuleDescription(rule.name, rule.what, help=text, markdown=text + example, level=Level(rule.severity.value))


def render_json(report: LintReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "errors": report.count(Severity.ERROR),
                "warnings": report.count(Severity.WARNING),
                "unreadable": len(report.unreadable),
            },
            "findings": [_finding(each) for each in report.findings],
            "unreadable": [unreadable_to_json(each) for each in report.unreadable],
            **report_diagnostics(diagnosis),
        }
    )


def _finding(finding: Finding) -> JsonObject:
    place = finding.place
    return {
        "source": shown_path(place.file) if place else "",
        "line": place.line if place else 0,
        "column": place.column if place else 0,
        "severity": (finding.severity or Severity.ERROR).value,
        "rule": finding.rule,
        "type": finding.type_name,
        "field": finding.field,
        "tag": finding.tag,
        "message": finding.message,
        "hint": finding.hint,
    }


def render_rules_json(rules: Iterable[Rule]) -> str:
    """Returns all rules with their documentation as JSON."""
    return document_text(
        {
            "rules": [
                {
                    "name": rule.name,
                    "severity": rule.severity.value,
                    "what": rule.what,
                    "why": rule.why,
                    "example": rule.example,
                    "better": rule.better,
                    "reference": rule.reference,
                }
                for rule in rules
            ]
        }
    )
