"""The results of `lint` as a Diagnosis: a subject for each type or field, and the rules that were applied."""

from __future__ import annotations

from kapivara.cli.commands.lint.report import LintReport
from kapivara.cli.diagnosis import Diagnosis, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.reports.source_problems import diagnostic_of, place_of, subject_name
from kapivara.generator.lint.finding import Finding
from kapivara.generator.lint.rule import Rule


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
