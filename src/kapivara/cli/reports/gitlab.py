"""Renders a Diagnosis as GitLab's code quality report; merge requests show new issues beside the lines."""

from __future__ import annotations

import hashlib

from kapivara.cli.diagnosis import Diagnosis, Level
from kapivara.cli.reports.json_document import document_text

_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.NOTE: "info"}


def render_gitlab(diagnosis: Diagnosis) -> str:
    """Returns a list with an issue for each diagnostic; those about the run come first.

    GitLab recognises known issues by their fingerprints, so these do not depend on line numbers.
    """
    times: dict[tuple[str, ...], int] = {}
    issues = []
    found = [("", each) for each in diagnosis.remarks]
    found += ((subject.name, each) for subject, each in diagnosis.diagnostics())
    for name, each in found:
        same = (each.rule, each.place.source, name, each.message)
        times[same] = times.get(same, 0) + 1
        issues.append(
            {
                "engine_name": "kapivara",
                "description": each.text,
                "check_name": each.rule,
                "fingerprint": fingerprint(*same, str(times[same])),
                "severity": _SEVERITIES[each.level],
                "location": {"path": each.place.source, "lines": {"begin": max(each.place.line, 1)}},
            }
        )
    return document_text(issues)


def fingerprint(*parts: str) -> str:
    """Returns a hash of the parts."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()
