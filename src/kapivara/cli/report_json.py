"""A report for programs: one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

import json
from re import Match

import orjson

from kapivara.cli.findings import Finding, Gone, Location, Report, Result, Unreadable, Verdict, Write
from kapivara.meta.identity import Identity
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern


def render_json(report: Report) -> str:
    """Renders the whole report as JSON, indented, with a newline at its end."""
    document: JsonObject = {
        "summary": {
            "objects": len(report.results),
            "valid": report.count(Verdict.VALID),
            "invalid": report.count(Verdict.INVALID),
            "skipped": report.count(Verdict.SKIPPED),
            "unreadable": len(report.unreadable),
            "creates": report.count_writes(Write.CREATE),
            "updates": report.count_writes(Write.UPDATE),
            "gone": len(report.gone),
        },
        "objects": [result_to_json(result) for result in report.results],
        "gone": [_gone(each) for each in report.gone],
        "unreadable": [unreadable_to_json(item) for item in report.unreadable],
    }
    return document_text(document)


def document_text(document: JsonObject) -> str:
    """Prints a document as commands do: indented, with a newline at its end.

    What could steer a terminal that shows it is escaped, as JSON can escape anything: programs read the same strings.
    """
    try:
        text = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
    except TypeError:  # nested deeper than orjson goes
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return _BEYOND_ASCII.sub(_escaped, text)


_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7e]")  # ASCII's own control characters are escaped already


def _escaped(found: Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else json.dumps(character)[1:-1]


def unreadable_to_json(item: Unreadable) -> JsonObject:
    """Renders an input that could not be read."""
    return {**place_to_json(item.place), "message": item.message}


def result_to_json(result: Result) -> JsonObject:
    """Renders the answer for one object."""
    return {
        **place_to_json(result.place),
        **identity_to_json(result.identity),
        "write": result.write.value,
        "verdict": result.verdict.value,
        "errors": [finding_to_json(error) for error in result.errors],
        "forgiven": [finding_to_json(error) for error in result.forgiven],
        "warnings": list(result.warnings),
        "note": result.note,
    }


def identity_to_json(identity: Identity) -> JsonObject:
    """Renders what an object calls itself."""
    return {
        "apiVersion": identity.api_version,
        "kind": identity.kind,
        "namespace": identity.namespace,
        "name": identity.name,
    }


def finding_to_json(error: Finding) -> JsonObject:
    """Renders an error, and why it was or was not forgiven."""
    return {
        **place_to_json(error.place),
        "field": error.field,
        "reason": error.reason,
        "message": error.message,
        "whyNotForgiven": error.why,
        "compared": error.compared,
        "note": error.note,
    }


def _gone(gone: Gone) -> JsonObject:
    return {**place_to_json(gone.place), **identity_to_json(gone.identity)}


def place_to_json(place: Location) -> JsonObject:
    """Renders a place in the input."""
    return {"source": place.source, "line": place.line, "column": place.column}
