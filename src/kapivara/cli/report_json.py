"""A report for programs: one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

import orjson

from kapivara.cli.findings import Finding, Place, Report, Result, Unreadable, Verdict
from kapivara.values import JsonObject


def render_json(report: Report) -> str:
    """Renders the whole report as JSON, indented, with a newline at its end."""
    document: JsonObject = {
        "summary": {
            "objects": len(report.results),
            "valid": report.count(Verdict.VALID),
            "invalid": report.count(Verdict.INVALID),
            "skipped": report.count(Verdict.SKIPPED),
            "unreadable": len(report.unreadable),
        },
        "objects": [result_to_json(result) for result in report.results],
        "unreadable": [unreadable_to_json(item) for item in report.unreadable],
    }
    return document_text(document)


def document_text(document: JsonObject) -> str:
    """Prints a document as commands do: indented, with a newline at its end."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def unreadable_to_json(item: Unreadable) -> JsonObject:
    """Renders an input that could not be read."""
    return {**place_to_json(item.place), "message": item.message}


def result_to_json(result: Result) -> JsonObject:
    """Renders the answer for one object."""
    identity = result.identity
    return {
        **place_to_json(result.place),
        "apiVersion": identity.api_version,
        "kind": identity.kind,
        "namespace": identity.namespace,
        "name": identity.name,
        "verdict": result.verdict.value,
        "errors": [_finding(error) for error in result.errors],
        "warnings": list(result.warnings),
        "note": result.note,
    }


def _finding(error: Finding) -> JsonObject:
    return {**place_to_json(error.place), "field": error.field, "reason": error.reason, "message": error.message}


def place_to_json(place: Place) -> JsonObject:
    """Renders a place in the input."""
    return {"source": place.source, "line": place.line, "column": place.column}
