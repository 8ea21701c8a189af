"""The report of `crd upgrade` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.commands.crd.upgrade.change_json import change_to_json
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    FieldValue,
    ObjectOutcome,
    PlacedAdvice,
    UpgradeReport,
    VersionOutcome,
    is_breaking,
)
from kapivara.cli.commands.crd.upgrade.report_diagnosis import diagnose
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_json import finding_to_json, identity_to_json, result_to_json
from kapivara.values import JsonObject


def render_json(report: UpgradeReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    changes, diagnosis = report.changes(), diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
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
            **report_diagnostics(diagnosis),
        }
    )


def _definition(outcome: DefinitionOutcome, report: UpgradeReport) -> JsonObject:
    return {
        **result_to_json(outcome.result),
        "droppedVersions": list(outcome.dropped_versions),
        "compared": outcome.compared,
        "changes": [change_to_json(each, report.allowed) for each in outcome.changes],
        "advice": [_advice(each) for each in outcome.advice],
    }


def _advice(placed: PlacedAdvice) -> JsonObject:
    advice = placed.advice
    return {
        **place_to_json(placed.place),
        "topic": advice.topic,
        "version": advice.version,
        "field": advice.field,
        "message": advice.text,
    }


def _object(outcome: ObjectOutcome, report: UpgradeReport) -> JsonObject:
    return {
        **place_to_json(outcome.place),
        **identity_to_json(outcome.identity),
        "verdict": _verdict(outcome.breaking(report.allowed)) if outcome.versions else "skipped",
        "note": outcome.note,
        "notAsked": list(outcome.not_asked),
        "versions": [_version(each, report) for each in outcome.versions],
    }


def _version(outcome: VersionOutcome, report: UpgradeReport) -> JsonObject:
    found: JsonObject = {
        "version": outcome.version,
        "storage": outcome.storage,
        "verdict": _verdict(bool(outcome.kinds.difference(report.allowed))),
        "classes": sorted(outcome.kinds),
        "invalidAtRest": outcome.invalid_at_rest,
    }
    for attempt in Attempt:
        found[f"{attempt.value}Errors"] = [finding_to_json(error) for error in outcome.errors(attempt)]
        found[f"{attempt.value}RefusedBefore"] = outcome.refused_before(attempt)
    return {
        **found,
        "forgiven": [finding_to_json(error) for error in outcome.forgiven],
        "refusedWrites": [{"write": write.value, "changing": field} for write, field in outcome.refused_writes],
        "pruned": [_field(each) for each in outcome.pruned],
        "defaulted": [_field(each) for each in outcome.defaulted],
    }


def _field(each: FieldValue) -> JsonObject:
    return {"field": each.field, "value": each.value}


def _verdict(breaking: bool) -> str:
    return "breaking" if breaking else "safe"
