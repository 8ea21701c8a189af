"""From the server's answer to findings: each cause of a Status at its place in the file."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.findings import Finding, Location
from kapivara.cli.manifests import Manifest
from kapivara.meta import Cause, Status
from kapivara.registry.outcome import Outcome
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

_STRICT = "strict decoding error: "
_JUNCTOR = lazy_pattern(r'"([^"]+)" must (?:not )?validate')
_STRICT_FIELD = lazy_pattern(r'(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"')


def findings_of(status: Status, manifest: Manifest) -> Iterator[Finding]:
    """Lists what a refusal says, one finding for each cause; for each field where a strict decoder refused."""
    if status.details is not None and status.details.causes:
        for cause in status.details.causes:
            yield Finding(_place(cause, manifest), cause.field, cause.reason, cause.message)
        return
    _, strict, problems = status.message.partition(_STRICT)
    fields = list(_STRICT_FIELD.finditer(problems)) if strict else []
    if not fields or ", ".join(field[0] for field in fields) != problems:
        yield Finding(manifest.place, "", status.reason, status.message)
        return
    for field in fields:
        yield Finding(manifest.find(field[1]), field[1], status.reason, field[0])


def noted_findings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Lists what a refusal says, with a note beside each error of an update: why it was not forgiven."""
    if outcome.status is None:
        return ()
    found = tuple(findings_of(outcome.status, manifest))
    if len(found) != len(outcome.unforgiven):
        return found
    return tuple(
        replace(finding, why=each.why.value, compared=each.place, note=f"not forgiven: {each.text()}")
        for finding, each in zip(found, outcome.unforgiven, strict=True)
    )


def forgiven_findings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Lists what an update was forgiven, with a note beside each error: what is as it was."""
    found = []
    for each in outcome.ratcheted:
        error = each.error
        cause = Cause(error.type.value, error.body(), error.field)
        note = "unchanged" if each.place == error.field else f"{each.place} is unchanged"
        if not each.place:
            note = "the stored object breaks list types already"
        if str(error) in outcome.warnings:
            note += "; the server warns of it"
        place = _place(cause, manifest)
        found.append(Finding(place, cause.field, cause.reason, cause.message, compared=each.place, note=note))
    return tuple(found)


def _place(cause: Cause, manifest: Manifest) -> Location:
    """Finds the place of a cause, also where the server names no field."""
    if cause.field != "<nil>":
        return place_of(cause.field, manifest)
    named = _JUNCTOR.search(cause.message)  # some checks blame no field, but name it in their text
    return manifest.find(named[1] if named else "")


def place_of(field: str, manifest: Manifest) -> Location:
    """Finds the place of a field that the server names, also where the file spells it otherwise."""
    if manifest.is_definition:
        from kapivara.apis.apiextensions.written_fields import written_field  # most manifests are none

        field = written_field(field)
    return manifest.find(field)
