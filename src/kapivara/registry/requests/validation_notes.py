"""Unusual results of a validation, for the observer: mismatches of declarative validation, duplicate errors.

Upstream: apiserver/pkg/registry/rest/validate.go compareDeclarativeErrorsAndEmitMismatches,
RecordDuplicateValidationErrors (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.meta import GroupKind, GroupVersionResource
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.validation.rollout_note import RolloutNote


@record(eq=False)
class JudgedWrite:
    """A write with unusual validation results: its object and its user.

    `rollout_note` describes mismatches and failures of declarative validation; `repeated` are the duplicate errors.
    """

    resource: GroupVersionResource
    kind: GroupKind
    subresource: str
    namespace: str
    name: str
    user: str
    rollout_note: RolloutNote | None = None
    repeated: Sequence[str] = ()


def note_oddities(active: ActiveRequest, obj: JsonObject, verdict: Verdict, *, shown: str = "") -> None:
    """Records unusual results of the validation of an object, or of the object of the subresource `shown`.

    Replaces the record of an earlier attempt.
    """
    repeated = _repeated([str(error) for error in verdict.errors])
    if verdict.rollout_note is None and not repeated:
        active.oddities.pop(shown, None)
        return
    active.oddities[shown] = JudgedWrite(
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
