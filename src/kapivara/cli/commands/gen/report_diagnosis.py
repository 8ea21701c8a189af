"""The results of `gen` as a Diagnosis: errors of types, and files that are not up to date."""

from __future__ import annotations

from typing import Final

from kapivara.cli.commands.gen.files import FileState, TargetFile
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.commands.lint.report_diagnosis import diagnostic_of, place_of, subject_name
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.inputs.files import shown_path
from kapivara.generator.lint.rules.refused import finding_of
from kapivara.generator.model.author_error import AuthorError

_RULES: Final = (
    RuleDescription("missing", "A file that `kapivara gen` would write does not exist."),
    RuleDescription("stale", "A generated file differs from what `kapivara gen` would write."),
    RuleDescription("foreign", "At the path of a generated file is a file that kapivara did not write."),
)


def diagnose(report: GenReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    unreadable = map(unreadable_subject, report.missing)
    errors = map(_error, report.errors)
    files = (_file(each, report) for each in report.targets)
    return Diagnosis("gen", (*unreadable, *errors, *files), _RULES)


def _error(error: AuthorError) -> Subject:
    finding = finding_of(error)
    place = place_of(finding.place)
    return Subject(subject_name(finding) or place.source, place, (diagnostic_of(finding),), group="types")


def _file(target: TargetFile, report: GenReport) -> Subject:
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
