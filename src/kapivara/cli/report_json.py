"""A report for programs: one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

import orjson

from kapivara.cli.findings import Finding, Place, Report, Result, Verdict
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
        "objects": [_result(result) for result in report.results],
        "unreadable": [{**_place(item.place), "message": item.message} for item in report.unreadable],
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def _result(result: Result) -> JsonObject:
    identity = result.identity
    return {
        **_place(result.place),
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
    return {**_place(error.place), "field": error.field, "reason": error.reason, "message": error.message}


def _place(place: Place) -> JsonObject:
    return {"source": place.source, "line": place.line, "column": place.column}
