"""The results of `crd upgrade` as a Diagnosis: the effects of each change, and the affected stored objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.upgrade.change_summary import change_words
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    ObjectOutcome,
    PlacedChange,
    UpgradeReport,
    VersionOutcome,
    is_breaking,
)
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import Location
from kapivara.cli.reports.result_diagnosis import diagnostic_of, subject_of
from kapivara.schema.changes.change import ChangeClass
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
    definitions = (_definition(each, report.allowed) for each in report.definitions)
    objects = (_object(each, report.allowed) for each in report.objects)
    subjects = (*definitions, *objects, *map(unreadable_subject, report.unreadable))
    return Diagnosis("crd upgrade", subjects, _RULES)


def _definition(outcome: DefinitionOutcome, allowed: frozenset[ChangeClass]) -> Subject:
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


def _object(outcome: ObjectOutcome, allowed: frozenset[ChangeClass]) -> Subject:
    identity = outcome.identity
    group = f"{identity.api_version}.{identity.kind}".strip(".")
    found = dict.fromkeys(each for version in outcome.versions for each in _version(outcome, version, allowed))
    skipped = "" if outcome.versions else outcome.note
    return Subject(str(identity), outcome.place, tuple(found), group=group, skipped=skipped)


def _version(outcome: ObjectOutcome, version: VersionOutcome, allowed: frozenset[ChangeClass]) -> Iterator[Diagnostic]:
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
