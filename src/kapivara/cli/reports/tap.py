"""Renders a Diagnosis as TAP 13, the Test Anything Protocol: a line for each subject, with its errors below."""

from __future__ import annotations

import json

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Subject
from kapivara.cli.framework.terminal import printable


def render_tap(diagnosis: Diagnosis) -> str:
    """Returns the plan, then one test for each subject, with its diagnostics in a YAML block.

    Remarks about the run are comments.
    """
    lines = ["TAP version 13", *(f"# {printable(f'{each.place}: {each.text}')}" for each in diagnosis.remarks)]
    lines.append(f"1..{len(diagnosis.subjects)}")
    for number, subject in enumerate(diagnosis.subjects, 1):
        lines.append(_test_line(number, subject))
        if subject.diagnostics:
            lines += ["  ---", *(line for each in subject.diagnostics for line in _block(each)), "  ..."]
    return "\n".join(lines) + "\n"


def _test_line(number: int, subject: Subject) -> str:
    word = "not ok" if subject.errors else "ok"
    place = f" ({subject.place})" if subject.place.source and subject.place.source != subject.name else ""
    name = printable(f"{subject.name}{place}").replace("\\", "\\\\").replace("#", "\\#")
    return f"{word} {number} - {name}{f' # SKIP {printable(subject.skipped)}' if subject.skipped else ''}"


def _block(found: Diagnostic) -> list[str]:
    """Returns a diagnostic as an item of a YAML list; JSON strings are valid YAML."""
    pairs = {"severity": found.level.value, "rule": found.rule, "at": str(found.place), "message": found.text}
    shown = [f"{key}: {json.dumps(value)}" for key, value in pairs.items()]
    return [f"  - {shown[0]}", *(f"    {each}" for each in shown[1:])]
