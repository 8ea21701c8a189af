"""Keeps fields of a pod's status across updates, and sets its conditions.

Upstream: pkg/registry/core/pod/strategy.go podStatusStrategy, pkg/api/pod/util.go UpdatePodCondition (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.values import copy_json

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import PodCondition, PodStatus

_KEPT: Final = (
    "qosClass",
    "resourceClaimStatuses",
    "extendedResourceClaimStatus",
    "nodeAllocatableResourceClaimStatuses",
    "observedGeneration",
)
"""The fields that old clients do not know, and omit without meaning to remove them."""


def keep_status_fields(status: PodStatus, old: PodStatus) -> None:
    """Copies the fields that old clients omit from the old status, and the observed generations of conditions."""
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


def set_condition(status: PodStatus, wanted: Mapping[str, str], now: str) -> None:
    """Sets a condition, replacing one of its type; the transition time only changes with the status."""
    condition = cast("PodCondition", {"lastProbeTime": None, "lastTransitionTime": now, **wanted})
    conditions = status.setdefault("conditions", [])
    for position, old in enumerate(conditions):
        if old["type"] == condition["type"]:
            if old["status"] == condition["status"]:
                condition["lastTransitionTime"] = old["lastTransitionTime"]
            conditions[position] = condition
            return
    conditions.append(condition)
