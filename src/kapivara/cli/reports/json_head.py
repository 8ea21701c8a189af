"""The parts that the JSON reports of all commands share: the command, the version of the format, and diagnostics.

`docs/report.schema.json` describes them, and the additions of each command.
"""

from __future__ import annotations

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Subject
from kapivara.cli.project_file.found_settings import FoundSettings, to_json
from kapivara.cli.reports.json_document import place_to_json
from kapivara.values import JsonObject

FORM_VERSION = 1
"""The version of the format; it rises when a field is removed or changes its meaning, not when one is added."""


def report_head(diagnosis: Diagnosis, found: FoundSettings | None) -> JsonObject:
    """Returns the first fields of every report: the command, and the settings of a found project file."""
    head: JsonObject = {"command": diagnosis.command, "version": FORM_VERSION}
    return head if found is None or not found.weakening else {**head, "projectFile": to_json(found)}


def report_diagnostics(diagnosis: Diagnosis) -> JsonObject:
    """Returns all diagnostics in one list, whatever else the report contains."""
    return {"diagnostics": [_diagnostic(subject, each) for subject, each in diagnosis.diagnostics()]}


def _diagnostic(subject: Subject, found: Diagnostic) -> JsonObject:
    return {
        **place_to_json(found.place),
        "endColumn": found.end_column,
        "level": found.level.value,
        "rule": found.rule,
        "subject": subject.name,
        "message": found.message,
        "hint": found.hint,
    }
