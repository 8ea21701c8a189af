"""Converts the registry's outcome to the result of an object, and builds results that need no registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.findings import NOT_ASKED, Finding, Result, Verdict, Write
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import forgiven_findings, noted_findings
from kapivara.meta.identity import member, text_member
from kapivara.registry.requests.outcome import Outcome

if TYPE_CHECKING:
    from kapivara.cli.hints.kinds import KindGuide

EXISTS = "AlreadyExists"
_ALIKE = 0.8
CANNOT = 501  # the code of outcomes that kapivara does not support though a server does


def judge(manifest: Manifest, outcome: Outcome, write: Write = Write.CREATE, note: str = "") -> Result:
    """Returns the result for an outcome; an object that already exists is valid, an unsupported one is skipped."""
    status = outcome.status
    if status is not None and status.code == CANNOT:
        return Result(manifest.place, manifest.identity, Verdict.SKIPPED, note=f"not validated: {status.message}")
    refused = not outcome.ok and status is not None and status.reason != EXISTS
    errors = noted_findings(outcome, manifest) if refused else ()
    verdict = Verdict.INVALID if errors else Verdict.VALID
    forgiven = forgiven_findings(outcome, manifest)
    return Result(
        manifest.place,
        manifest.identity,
        verdict,
        errors=errors,
        warnings=_warnings(outcome, manifest) if outcome.warnings else (),
        note=note,
        write=write,
        forgiven=forgiven,
    )


def _warnings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    from kapivara.cli.validation.warning_findings import placed_warnings  # most objects have none

    return placed_warnings(outcome.warnings, manifest)


def judge_unknown(manifest: Manifest, guide: KindGuide, *, fails_undefined: bool = True) -> Result:
    """Returns the result for a kind that is not served; a kind that may have a CRD elsewhere need not fail."""
    found = guide.judge(manifest.identity.api_version, manifest.identity.kind)
    if found.is_undefined and not fails_undefined:
        return Result(manifest.place, manifest.identity, Verdict.UNKNOWN, note=found.message)
    return refuse(manifest, found.message, found.field)


def refuse(manifest: Manifest, message: str, field: str = "") -> Result:
    """Returns the result of an object that kapivara itself rejects with a message."""
    error = Finding(manifest.find(field), field, NOT_ASKED, message)
    return Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))


def refuse_nameless(manifest: Manifest) -> Result:
    """Returns the result of an object without apiVersion or kind; names a misspelt key."""
    value = manifest.value
    if type(value) is not dict:
        return refuse(manifest, "a manifest must be an object")
    field = "kind" if manifest.identity.api_version else "apiVersion"
    if field not in value:
        from kapivara.content.nearest import nearest  # rarely needed

        if near := nearest(field, value, _ALIKE):
            return refuse(manifest, f"did you mean {field}?", near)
    return refuse(manifest, "must be set to a string", field)


def name_conflicts(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Returns why an accepted CRD is not served: its names conflict with those of another CRD."""
    conditions = member(member(outcome.object, "status"), "conditions")
    return tuple(
        Finding(manifest.find("spec.names"), "", "", f"accepted, but never served: {text_member(each, 'message')}")
        for each in (conditions if type(conditions) is list else ())
        if text_member(each, "type") == "NamesAccepted" and text_member(each, "status") == "False"
    )
