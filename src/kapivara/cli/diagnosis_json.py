"""What the JSON reports of all commands have in common: which command, in which version of the form, and what it found.

`docs/report.schema.json` describes it, and what each command adds.
"""

from __future__ import annotations

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Subject
from kapivara.cli.json_document import place_to_json
from kapivara.values import JsonObject

FORM_VERSION = 1
"""Rises when a field goes, or means something else; fields may be added without."""


def report_head(diagnosis: Diagnosis) -> JsonObject:
    """Renders what every report starts with."""
    return {"command": diagnosis.command, "version": FORM_VERSION}


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
