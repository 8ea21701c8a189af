"""The report of `crd upgrade` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.upgrade.change_summary import change_words
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    FieldValue,
    ObjectOutcome,
    PlacedAdvice,
    PlacedChange,
    UpgradeReport,
    VersionOutcome,
    is_breaking,
)
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_diagnosis import diagnostic_of, subject_of
from kapivara.cli.reports.result_json import finding_to_json, identity_to_json, result_to_json
from kapivara.schema.changes.change import ChangeClass, Suggestion
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.record import replace

_RULES: Final = tuple(RuleDescription(each.value, each.meaning) for each in ChangeClass if each.breaking)
_WRITES: Final = {
    Attempt.CREATE: "cannot be created any more",
    Attempt.UPDATE: "cannot be updated any more",
    Attempt.STATUS: "its status cannot be written any more",
    Attempt.SCALE: "cannot be scaled any more",
    Attempt.APPLY: "cannot be applied any more",
}


def diagnose(report: UpgradeReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    definitions = (_definition_of_report_diagnosis(each, report.allowed) for each in report.definitions)
    objects = (_object_of_report_diagnosis(each, report.allowed) for each in report.objects)
    subjects = (*definitions, *objects, *map(unreadable_subject, report.unreadable))
    return Diagnosis("crd upgrade", subjects, _RULES)


def _definition_of_report_diagnosis(outcome: DefinitionOutcome, allowed: frozenset[ChangeClass]) -> Subject:
    subject = subject_of(outcome.result)
    changes = (_change(each, allowed) for each in outcome.changes if each.change.kind is not ChangeClass.SAFE)
    return replace(subject, diagnostics=(*subject.diagnostics, *changes))


def _change(placed: PlacedChange, allowed: frozenset[ChangeClass]) -> Diagnostic:
    change = placed.change
    level = Level.NOTE
    if change.kind.breaking:
        level = Level.ERROR if is_breaking(change, allowed) else Level.WARNING
    reasons = "; ".join(effect.reason for effect in change.effects)
    place = placed.place or Location("")
    return Diagnostic(level, change.kind.value, place, change_words(change), hint=reasons)


def _object_of_report_diagnosis(outcome: ObjectOutcome, allowed: frozenset[ChangeClass]) -> Subject:
    identity = outcome.identity
    group = f"{identity.api_version}.{identity.kind}".strip(".")
    found = dict.fromkeys(
        each for version in outcome.versions for each in _version_of_report_diagnosis(outcome, version, allowed)
    )
    skipped = "" if outcome.versions else outcome.note
    return Subject(str(identity), outcome.place, tuple(found), group=group, skipped=skipped)


def _version_of_report_diagnosis(
    outcome: ObjectOutcome, version: VersionOutcome, allowed: frozenset[ChangeClass]
) -> Iterator[Diagnostic]:
    """Yields the diagnostics of an object in one version; a write that was rejected before is only a note."""
    level = Level.ERROR if version.kinds.difference(allowed) else Level.WARNING
    for refusal in version.refusals:
        for error in refusal.errors:
            found = diagnostic_of(error, Level.NOTE if refusal.before else level)
            yield replace(found, message=f"{found.message} ({_WRITES[refusal.attempt]})")
    for error in version.forgiven:
        yield diagnostic_of(error, Level.NOTE)
    for each in version.pruned:
        yield Diagnostic(level, ChangeClass.LOSES_DATA.value, outcome.place, f"{each.field} is dropped")


def change_to_json(placed: PlacedChange, allowed: frozenset[ChangeClass]) -> JsonObject:
    """Returns a change, its effects, and the CEL rule suggested in its place."""
    change = placed.change
    return {
        "class": change.kind.value,
        "classWithoutObjects": change.kind_without_objects.value,
        "breaking": is_breaking(change, allowed),
        "versions": list(change.versions),
        "field": change.field,
        "keyword": change.keyword,
        "change": change.words,
        "message": change_words(change),
        "old": _side(placed.old, None if change.old_path is None else str(change.old_path), change.before),
        "new": _side(placed.new, None if change.new_path is None else str(change.new_path), change.after),
        "effects": [
            {"class": each.kind.value, "reason": each.reason, "onlyWhereStored": each.stored} for each in change.effects
        ],
        "objectsConcerned": placed.concerned,
        "suggestion": None if change.suggestion is None else _suggestion(change.suggestion),
    }


def _side(place: Location | None, path: str | None, value: JsonValue | Absent) -> JsonObject | None:
    """Returns the place and the value on one side of a change; `value` is null where the side has none."""
    if place is None:
        return None
    return {**place_to_json(place), "path": path, "value": None if value is ABSENT else value}


def _suggestion(suggestion: Suggestion) -> JsonObject:
    return {
        "path": str(suggestion.path),
        "field": suggestion.field,
        "rule": suggestion.rule,
        "replaces": suggestion.replaces,
        "keep": {keyword: None if value is ABSENT else value for keyword, value in suggestion.kept},
    }


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
