"""What is odd about how a write was judged, for who observes the registry: rules that do not agree, repetitions.

Upstream: apiserver/pkg/registry/rest/validate.go compareDeclarativeErrorsAndEmitMismatches,
RecordDuplicateValidationErrors (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.verdict import Verdict
from kapivara.meta import GroupKind, GroupVersionResource
from kapivara.registry.active_request import ActiveRequest
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.rollout_note import RolloutNote


@record(eq=False)
class JudgedWrite:
    """A write, as those who look after the server want to find it: what it was about, and who made it.

    `rollout_note` tells where rules disagree or fail, `repeated` are the errors that are told once more.
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
    """Notes what is odd about the verdict on an object, or on what a subresource has `shown` of it.

    What was noted of an earlier try counts no more.
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
    """Returns what was said before."""
    seen: set[str] = set()
    again = []
    for text in texts:
        if text in seen:
            again.append(text)
        seen.add(text)
    return again
