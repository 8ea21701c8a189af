"""Renders a Diagnosis as SARIF 2.1.0, the exchange format of code scanners."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from kapivara.cli.diagnosis import UNREADABLE, Diagnosis, Diagnostic, Level, RuleDescription, Subject
from kapivara.cli.findings import Location
from kapivara.cli.reports.json_document import document_text
from kapivara.values import JsonObject
from kapivara.version import VERSION

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


_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_sarif(diagnosis: Diagnosis) -> str:
    """Returns the whole diagnosis as one run; notifications list unreadable inputs and settings."""
    rules = _rules(diagnosis)
    index = {rule.id: place for place, rule in enumerate(rules)}
    found = [(subject, each) for subject, each in diagnosis.diagnostics() if each.rule != UNREADABLE]
    run: JsonObject = {
        "tool": {"driver": {"name": "kapivara", "version": VERSION, "rules": [_rule(each) for each in rules]}},
        "automationDetails": {"id": f"kapivara {diagnosis.command}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(diagnosis)],
        "results": [_result(subject, each, index) for subject, each in found],
    }
    return document_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(diagnosis: Diagnosis) -> list[RuleDescription]:
    """Returns the rules that the command describes, then other rules that diagnostics name."""
    known = {rule.id: rule for rule in diagnosis.rules}
    for _, each in diagnosis.diagnostics():
        if each.rule != UNREADABLE:
            known.setdefault(each.rule, RuleDescription(each.rule, each.rule, level=each.level))
    return list(known.values())


def _rule(rule: RuleDescription) -> JsonObject:
    text = rule.help or rule.what
    return {
        "id": rule.id,
        "name": "".join(word[:1].upper() + word[1:] for word in rule.id.split("-")),
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": rule.markdown or text},
        "defaultConfiguration": {"level": rule.level.value},
    }


def _invocation(diagnosis: Diagnosis) -> JsonObject:
    notes = [
        {
            "level": "error",
            "message": {"text": each.text},
            "locations": [{"physicalLocation": _physical(each.place, 0)}],
        }
        for _, each in diagnosis.diagnostics()
        if each.rule == UNREADABLE
    ]
    invocation: JsonObject = {"executionSuccessful": not notes, "toolExecutionNotifications": notes}
    if diagnosis.remarks:
        invocation["toolConfigurationNotifications"] = [_remark(each) for each in diagnosis.remarks]
    return invocation


def _remark(found: Diagnostic) -> JsonObject:
    return {
        "descriptor": {"id": found.rule},
        "level": found.level.value,
        "message": {"text": found.text},
        "locations": [{"physicalLocation": _physical(found.place, 0)}],
    }


def _result(subject: Subject, found: Diagnostic, index: dict[str, int]) -> JsonObject:
    result: JsonObject = {
        "ruleId": found.rule,
        "ruleIndex": index[found.rule],
        "level": found.level.value,
        "message": {"text": found.text},
        "partialFingerprints": {"subjectAndMessage/v1": fingerprint(found.rule, subject.name, found.message)},
    }
    location: JsonObject = {"physicalLocation": _physical(found.place, found.end_column)} if found.place.source else {}
    if subject.name and subject.name != found.place.source:
        location["logicalLocations"] = [{"fullyQualifiedName": subject.name, "kind": "object"}]
    if location:
        result["locations"] = [location]
    if related := list(_related(found)):
        result["relatedLocations"] = related
    return result


def _related(found: Diagnostic) -> Iterator[JsonObject]:
    """Yields other places of a diagnostic: another object, or the Helm template."""
    if found.related is not None:
        yield {"physicalLocation": _physical(found.related, 0), "message": {"text": "the same object"}}
    if found.place.template:
        template = _physical(Location(found.place.template), 0)
        yield {"physicalLocation": template, "message": {"text": "the template that it was rendered from"}}


def _physical(place: Location, end_column: int) -> JsonObject:
    physical: JsonObject = {"artifactLocation": {"uri": _uri(place.source)}}
    if place.line > 0:
        region = {"startLine": place.line, "startColumn": max(place.column, 1)}
        physical["region"] = region | ({"endColumn": end_column} if end_column else {})
    return physical


def _uri(name: str) -> str:
    path = Path(name)
    folder = "file://" if path.is_absolute() else ""
    # quote() encodes a colon as %3A: otherwise the first segment would be read as a scheme.
    return folder + quote(path.as_posix().encode("utf-8", "backslashreplace"), safe="/~")
