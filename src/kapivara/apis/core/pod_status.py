"""What a pod's status keeps although it is written anew, and how its conditions are set.

Upstream: pkg/registry/core/pod/strategy.go podStatusStrategy, pkg/api/pod/util.go UpdatePodCondition (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.values import copy_json

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import PodCondition, PodStatus

_KEPT: Final = (
    "qosClass",
    "resourceClaimStatuses",
    "extendedResourceClaimStatus",
    "nodeAllocatableResourceClaimStatuses",
    "observedGeneration",
)
"""What old clients do not know of, so that they do not mean to take it away."""


def keep_status_fields(status: PodStatus, old: PodStatus) -> None:
    """Takes over from the old status what old clients leave out, and generations that conditions were seen at."""
    new, before = cast("dict[str, Any]", status), cast("dict[str, Any]", old)
    for field in _KEPT:
        if field in before and field not in new:
            new[field] = copy_json(before[field])
    seen: dict[str, list[int]] = {}
    for condition in old.get("conditions", ()):
        seen.setdefault(condition["type"], []).append(condition.get("observedGeneration", 0))
    for condition in status.get("conditions", ()):
        generations = seen.get(condition["type"])
        generation = generations.pop(0) if generations else 0
        if generation and "observedGeneration" not in condition:
            condition["observedGeneration"] = generation


def set_condition(status: PodStatus, said: Mapping[str, str], now: str) -> None:
    """Gives a status a condition, instead of one of its type; its time stays where it says what it said."""
    condition = cast("PodCondition", {"lastProbeTime": None, "lastTransitionTime": now, **said})
    conditions = status.setdefault("conditions", [])
    for position, old in enumerate(conditions):
        if old["type"] == condition["type"]:
            if old["status"] == condition["status"]:
                condition["lastTransitionTime"] = old["lastTransitionTime"]
            conditions[position] = condition
            return
    conditions.append(condition)
