"""The report of `kapivara gen` as one JSON document, described in docs/reports.md."""

from __future__ import annotations

from typing import Final

from kapivara.cli.commands.gen.files import FileState, TargetFile
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.source_problems import author_error_to_json, diagnostic_of, place_of, subject_name
from kapivara.generator.lint.rules.refused import finding_of
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.schema_keywords.type_schemas import UnexpressedRule
from kapivara.values import JsonObject

_RULES: Final = (
    RuleDescription("missing", "A file that `kapivara gen` would write does not exist."),
    RuleDescription("stale", "A generated file differs from what `kapivara gen` would write."),
    RuleDescription("foreign", "At the path of a generated file is a file that kapivara did not write."),
)


def diagnose(report: GenReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    unreadable = map(unreadable_subject, report.missing)
    errors = map(_error, report.errors)
    files = (_file_of_report_diagnosis(each, report) for each in report.targets)
    return Diagnosis("gen", (*unreadable, *errors, *files), _RULES)


def _error(error: AuthorError) -> Subject:
    finding = finding_of(error)
    place = place_of(finding.place)
    return Subject(subject_name(finding) or place.source, place, (diagnostic_of(finding),), group="types")


def _file_of_report_diagnosis(target: TargetFile, report: GenReport) -> Subject:
    path, state = shown_path(str(target.path)), target.state
    place = Location(path)
    found: tuple[Diagnostic, ...] = ()
    if state is FileState.FOREIGN:
        found = (Diagnostic(Level.ERROR, state.value, place, "kapivara gen did not write this file: move it away"),)
    elif report.checked and state in (FileState.MISSING, FileState.STALE):
        text = "missing" if state is FileState.MISSING else f"not up to date: {target.summary()}"
        found = (Diagnostic(Level.ERROR, state.value, place, text, hint=f"run {report.command}"),)
    skipped = "no type has rules" if state is FileState.SKIPPED else ""
    return Subject(path, place, found, group="files", skipped=skipped)


def render_json(report: GenReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "files": len(report.targets),
                "checked": report.checked,
                "errors": len(report.errors),
                "unreadable": len(report.missing),
                **{state.value: report.count(state) for state in FileState},
            },
            "files": [_file(each, report.made_of) for each in report.targets],
            "unsaid": [_unexpressed(each) for each in report.unexpressed],
            "dear": [author_error_to_json(each) for each in report.dear],
            "errors": [author_error_to_json(each) for each in report.errors],
            "unreadable": [unreadable_to_json(each) for each in report.missing],
            **report_diagnostics(diagnosis),
        }
    )


def _unexpressed(rule: UnexpressedRule) -> JsonObject:
    place = rule.place
    return {
        "source": shown_path(place.file) if place else "",
        "line": place.line if place else 0,
        "type": rule.type_name,
        "field": rule.field,
        "tag": rule.tag,
        "why": rule.why,
    }


def _file(target: TargetFile, made_of: str) -> JsonObject:
    return {
        "path": shown_path(str(target.path)),
        made_of: target.origin,
        "state": target.state.value,
    }
