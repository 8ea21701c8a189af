"""The report of `crd upgrade` for programs: one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.report_json import (
    document_text,
    finding_to_json,
    identity_to_json,
    place_to_json,
    result_to_json,
    unreadable_to_json,
)
from kapivara.cli.upgrade_findings import DefinitionFate, FieldValue, ObjectFate, UpgradeReport, VersionFate
from kapivara.values import JsonObject


def render_json(report: UpgradeReport) -> str:
    """Renders the whole report as JSON, indented, with a newline at its end."""
    return document_text(
        {
            "summary": {
                "verdict": report.verdict,
                "definitions": len(report.definitions),
                **report.counts(),
                "others": report.others,
                "unreadable": len(report.unreadable),
            },
            "definitions": [_definition(each) for each in report.definitions],
            "objects": [_object(each) for each in report.objects],
            "unreadable": [unreadable_to_json(item) for item in report.unreadable],
        }
    )


def _definition(fate: DefinitionFate) -> JsonObject:
    return {**result_to_json(fate.result), "droppedVersions": list(fate.dropped_versions)}


def _object(fate: ObjectFate) -> JsonObject:
    return {
        **place_to_json(fate.place),
        **identity_to_json(fate.identity),
        "verdict": _verdict(fate.breaking) if fate.versions else "skipped",
        "note": fate.note,
        "versions": [_version(each) for each in fate.versions],
    }


def _version(fate: VersionFate) -> JsonObject:
    return {
        "version": fate.version,
        "storage": fate.storage,
        "verdict": _verdict(fate.breaking),
        "invalidAtRest": fate.invalid_at_rest,
        "createErrors": [finding_to_json(error) for error in fate.create_errors],
        "createRefusedBefore": fate.create_refused_before,
        "updateErrors": [finding_to_json(error) for error in fate.update_errors],
        "updateRefusedBefore": fate.update_refused_before,
        "forgiven": [finding_to_json(error) for error in fate.forgiven],
        "refusedWrites": [{"write": write.value, "changing": field} for write, field in fate.refused_writes],
        "pruned": [_field(each) for each in fate.pruned],
        "defaulted": [_field(each) for each in fate.defaulted],
    }


def _field(each: FieldValue) -> JsonObject:
    return {"field": each.field, "value": each.value}


def _verdict(breaking: bool) -> str:
    return "breaking" if breaking else "safe"
