"""Unusual results of a validation, for the observer: mismatches of declarative validation, duplicate errors.

Upstream: apiserver/pkg/registry/rest/validate.go compareDeclarativeErrorsAndEmitMismatches,
RecordDuplicateValidationErrors (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.registry.observer import ValidatedWrite
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.values import JsonObject


def note_oddities(active: ActiveRequest, obj: JsonObject, verdict: Verdict, *, shown: str = "") -> None:
    """Records unusual results of the validation of an object, or of the object of the subresource `shown`.

    Replaces the record of an earlier attempt.
    """
    repeated = _repeated([str(error) for error in verdict.errors])
    if verdict.rollout_note is None and not repeated:
        active.oddities.pop(shown, None)
        return
    active.oddities[shown] = ValidatedWrite(
        active.kind.gvr,
        active.kind.gvk.group_kind,
        active.subresource.name,
        active.namespace,
        active.request.name or obj["metadata"].get("name") or "",
        active.kind.surroundings.user.name,
        verdict.rollout_note,
        repeated,
    )


def _repeated(texts: list[str]) -> list[str]:
    """Returns the texts that occurred before."""
    seen: set[str] = set()
    again = []
    for text in texts:
        if text in seen:
            again.append(text)
        seen.add(text)
    return again
