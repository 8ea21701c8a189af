"""The report of `crd upgrade` for programs: one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.change_report_json import change_to_json
from kapivara.cli.report_json import (
    document_text,
    finding_to_json,
    identity_to_json,
    place_to_json,
    result_to_json,
    unreadable_to_json,
)
from kapivara.cli.upgrade_findings import (
    Attempt,
    DefinitionFate,
    FieldValue,
    ObjectFate,
    PlacedAdvice,
    UpgradeReport,
    VersionFate,
    is_breaking,
)
from kapivara.values import JsonObject


def render_json(report: UpgradeReport) -> str:
    """Renders the whole report as JSON, indented, with a newline at its end."""
    changes = report.changes()
    return document_text(
        {
            "summary": {
                "verdict": report.verdict,
                "allowed": sorted(report.allowed),
                "definitions": len(report.definitions),
                "changes": len(changes),
                "breakingChanges": sum(is_breaking(each.change, report.allowed) for each in changes),
                **report.counts(),
                "notAsked": report.not_asked,
                "others": report.others,
                "unreadable": len(report.unreadable),
            },
            "definitions": [_definition(each, report) for each in report.definitions],
            "objects": [_object(each, report) for each in report.objects],
            "unreadable": [unreadable_to_json(item) for item in report.unreadable],
        }
    )


def _definition(fate: DefinitionFate, report: UpgradeReport) -> JsonObject:
    return {
        **result_to_json(fate.result),
        "droppedVersions": list(fate.dropped_versions),
        "compared": fate.compared,
        "changes": [change_to_json(each, report.allowed) for each in fate.changes],
        "advice": [_advice(each) for each in fate.advice],
    }


def _advice(placed: PlacedAdvice) -> JsonObject:
    advice = placed.advice
    return {
        **place_to_json(placed.place),
        "topic": advice.topic.value,
        "version": advice.version,
        "field": advice.field,
        "message": advice.text,
    }


def _object(fate: ObjectFate, report: UpgradeReport) -> JsonObject:
    return {
        **place_to_json(fate.place),
        **identity_to_json(fate.identity),
        "verdict": _verdict(fate.breaking(report.allowed)) if fate.versions else "skipped",
        "note": fate.note,
        "notAsked": list(fate.not_asked),
        "versions": [_version(each, report) for each in fate.versions],
    }


def _version(fate: VersionFate, report: UpgradeReport) -> JsonObject:
    found: JsonObject = {
        "version": fate.version,
        "storage": fate.storage,
        "verdict": _verdict(bool(fate.kinds.difference(report.allowed))),
        "classes": sorted(fate.kinds),
        "invalidAtRest": fate.invalid_at_rest,
    }
    for attempt in Attempt:
        found[f"{attempt.value}Errors"] = [finding_to_json(error) for error in fate.errors(attempt)]
        found[f"{attempt.value}RefusedBefore"] = fate.refused_before(attempt)
    return {
        **found,
        "forgiven": [finding_to_json(error) for error in fate.forgiven],
        "refusedWrites": [{"write": write.value, "changing": field} for write, field in fate.refused_writes],
        "pruned": [_field(each) for each in fate.pruned],
        "defaulted": [_field(each) for each in fate.defaulted],
    }


def _field(each: FieldValue) -> JsonObject:
    return {"field": each.field, "value": each.value}


def _verdict(breaking: bool) -> str:
    return "breaking" if breaking else "safe"
