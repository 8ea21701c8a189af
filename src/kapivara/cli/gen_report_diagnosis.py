"""What `gen` found as a diagnosis: what is wrong with the types, and which files are not up to date."""

from __future__ import annotations

from typing import Final

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.gen_files import FileState, TargetFile
from kapivara.cli.gen_report import GenReport
from kapivara.cli.lint_report_diagnosis import diagnostic_of, place_of, subject_name
from kapivara.cli.sources import shown_path
from kapivara.generator.author_error import AuthorError
from kapivara.generator.lint.refused import finding_of

_RULES: Final = (
    RuleDescription("missing", "A file that `kapivara gen` would write is not there."),
    RuleDescription("stale", "A generated file is not what `kapivara gen` would write."),
    RuleDescription("foreign", "Where a file is to be written there is one that kapivara did not write."),
)


def diagnose(report: GenReport) -> Diagnosis:
    """Tells a report in the form that all reports for other tools are made from."""
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
        text = "not there" if state is FileState.MISSING else f"not up to date: {target.summary()}"
        found = (Diagnostic(Level.ERROR, state.value, place, text, hint=f"{report.command} brings it up to date"),)
    skipped = "no type has rules" if state is FileState.SKIPPED else ""
    return Subject(path, place, found, group="files", skipped=skipped)
