"""Renders a Diagnosis as workflow commands, which GitHub shows as annotations of lines."""

from __future__ import annotations

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, Subject
from kapivara.cli.framework.terminal import printable

_WORDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def render_github(diagnosis: Diagnosis) -> str:
    """Returns one line for each diagnostic; those about the run come first."""
    found = [(Subject("", each.place), each) for each in diagnosis.remarks]
    found += diagnosis.diagnostics()
    return "".join(f"{_command(diagnosis.command, subject, each)}\n" for subject, each in found)


def _command(command: str, subject: Subject, found: Diagnostic) -> str:
    place, properties = found.place, []
    if place.source:
        properties.append(f"file={_property(place.source)}")
    if place.line > 0:
        properties += [f"line={place.line}", f"col={max(place.column, 1)}"]
        if found.end_column:
            properties.append(f"endColumn={found.end_column}")
    title = f"kapivara {command}: {subject.name}" if subject.name else f"kapivara {command}"
    properties.append(f"title={_property(title)}")
    return f"::{_WORDS[found.level]} {','.join(properties)}::{_text(f'{found.text} [{found.rule}]')}"


def _text(text: str) -> str:
    shown = "\n".join(map(printable, text.split("\n")))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
