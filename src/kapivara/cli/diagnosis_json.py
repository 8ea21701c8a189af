"""What the JSON reports of all commands have in common: which command, in which version of the form, and what it found.

`docs/report.schema.json` describes it, and what each command adds.
"""

from __future__ import annotations

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Subject
from kapivara.cli.found_settings import FoundSettings, to_json
from kapivara.cli.json_document import place_to_json
from kapivara.values import JsonObject

FORM_VERSION = 1
"""Rises when a field goes, or means something else; fields may be added without."""


def report_head(diagnosis: Diagnosis, found: FoundSettings | None) -> JsonObject:
    """Renders what every report starts with: the command, and the settings of a project file that was found."""
    head: JsonObject = {"command": diagnosis.command, "version": FORM_VERSION}
    return head if found is None or not found.told else {**head, "projectFile": to_json(found)}


def report_diagnostics(diagnosis: Diagnosis) -> JsonObject:
    """Renders all diagnostics in one list, whatever the command calls them elsewhere."""
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
