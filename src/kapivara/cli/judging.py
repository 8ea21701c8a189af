"""From the registry's answer to the result for an object; and the answers that need no registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.answers import forgiven_findings, noted_findings
from kapivara.cli.findings import Finding, Result, Verdict, Write
from kapivara.cli.manifests import Manifest
from kapivara.meta.identity import member, text_member
from kapivara.registry.outcome import Outcome

if TYPE_CHECKING:
    from kapivara.cli.unknown_kinds import KindGuide

EXISTS = "AlreadyExists"
CANNOT = 501  # the code of answers that say what kapivara cannot do, though a server would
NOT_ASKED = "NotAsked"  # the reason of errors that kept an object from being put to the registry at all


def judge(manifest: Manifest, outcome: Outcome, write: Write = Write.CREATE, note: str = "") -> Result:
    """Words an answer; an object that exists already has passed all rules, one that kapivara cannot judge none."""
    status = outcome.status
    if status is not None and status.code == CANNOT:
        return Result(manifest.place, manifest.identity, Verdict.SKIPPED, note=f"not judged: {status.message}")
    refused = not outcome.ok and status is not None and status.reason != EXISTS
    errors = noted_findings(outcome, manifest) if refused else ()
    verdict = Verdict.INVALID if errors else Verdict.VALID
    forgiven = forgiven_findings(outcome, manifest)
    return Result(
        manifest.place,
        manifest.identity,
        verdict,
        errors=errors,
        warnings=outcome.warnings,
        note=note,
        write=write,
        forgiven=forgiven,
    )


def judge_unknown(manifest: Manifest, guide: KindGuide) -> Result:
    """Words what is known of a kind that the registry does not have."""
    found = guide.judge(manifest.identity.api_version, manifest.identity.kind)
    return refuse(manifest, found.message, found.field)


def refuse(manifest: Manifest, message: str, field: str = "") -> Result:
    """Refuses an object in kapivara's own words."""
    error = Finding(manifest.find(field), field, NOT_ASKED, message)
    return Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))


def name_conflicts(outcome: Outcome) -> tuple[str, ...]:
    """Says why a definition that was accepted is not served: names that another one has."""
    conditions = member(member(outcome.object, "status"), "conditions")
    return tuple(
        f"accepted, but never served: {text_member(each, 'message')}"
        for each in (conditions if type(conditions) is list else ())
        if text_member(each, "type") == "NamesAccepted" and text_member(each, "status") == "False"
    )
