"""The report of `validate` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.findings import BrokenRule, Finding, Gone, Report, Result, Verdict, Write
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_diagnosis import diagnose
from kapivara.cli.reports.result_text import error_text
from kapivara.meta.identity import Identity
from kapivara.values import JsonObject


def render_json(report: Report, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    document: JsonObject = {
        **report_head(diagnosis, found),
        "summary": {
            "objects": len(report.results),
            "valid": report.count(Verdict.VALID),
            "invalid": report.count(Verdict.INVALID),
            "skipped": report.count(Verdict.SKIPPED),
            "unknown": report.count(Verdict.UNKNOWN),
            "leftOut": sum(count for _, count in report.left_out),
            "unreadable": len(report.unreadable),
            "creates": report.count_writes(Write.CREATE),
            "updates": report.count_writes(Write.UPDATE),
            "gone": len(report.gone),
            "duplicates": sum(result.duplicate_of is not None for result in report.results),
        },
        "objects": [result_to_json(result) for result in report.results],
        "gone": [_gone(each) for each in report.gone],
        "leftOut": [{"what": what, "count": count} for what, count in report.left_out],
        "unreadable": [unreadable_to_json(item) for item in report.unreadable],
        **report_diagnostics(diagnosis),
    }
    return document_text(document)


def result_to_json(result: Result) -> JsonObject:
    """Returns the result of one object as JSON."""
    return {
        **place_to_json(result.place),
        **identity_to_json(result.identity),
        "write": result.write.value,
        "verdict": result.verdict.value,
        "errors": [finding_to_json(error) for error in result.errors],
        "next": [finding_to_json(error) for error in result.next],
        "forgiven": [finding_to_json(error) for error in result.forgiven],
        "warnings": [error_text(warning) for warning in result.warnings],
        "note": result.note,
        "duplicateOf": None if result.duplicate_of is None else place_to_json(result.duplicate_of),
    }


def identity_to_json(identity: Identity) -> JsonObject:
    """Returns the identity of an object as JSON."""
    return {
        "apiVersion": identity.api_version,
        "kind": identity.kind,
        "namespace": identity.namespace,
        "name": identity.name,
    }


def finding_to_json(error: Finding) -> JsonObject:
    """Returns an error as JSON, with the reason why it was or was not forgiven."""
    return {
        **place_to_json(error.place),
        "field": error.field,
        "reason": error.reason,
        "message": error.message,
        "whyNotForgiven": error.why,
        "compared": error.compared,
        "note": error.note,
        "rule": None if error.rule is None else _rule(error.rule),
    }


def _rule(rule: BrokenRule) -> JsonObject:
    """Returns the CEL rule that caused an error as JSON."""
    parts = [{"expression": each.text, "value": each.value, "failed": each.failed} for each in rule.parts]
    return {**place_to_json(rule.place), "expression": rule.text, "parts": parts}


def _gone(gone: Gone) -> JsonObject:
    return {**place_to_json(gone.place), **identity_to_json(gone.identity)}
