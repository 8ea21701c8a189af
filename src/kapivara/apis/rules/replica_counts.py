"""Numbers in the statuses of workloads: of some there cannot be more than of others, and some only grow.

Upstream: pkg/apis/apps/validation/validation.go; pkg/apis/core/validation/validation.go IsDecremented (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kapivara.apis.rules.numbers import validate_non_negative_fields
from kapivara.field import ErrorList, FieldPath, invalid

STATUS: Final = FieldPath.of("status")
_COLLISIONS: Final = "collisionCount"


def validate_replica_counts(
    status: Mapping[str, Any], numbers: Sequence[str], parts: Sequence[str], ready: str = "readyReplicas"
) -> ErrorList:
    """Refuses numbers below zero, parts of the pods that are more than all, and more available ones than ready ones.

    Messages call the number of ready ones `ready`.
    """
    errors = validate_non_negative_fields(status, STATUS, *numbers)
    replicas = status.get("replicas", 0)
    for field in parts:
        if status.get(field, 0) > replicas:
            errors.append(invalid(STATUS.child(field), status.get(field, 0), "cannot be greater than status.replicas"))
    available = status.get("availableReplicas", 0)
    if available > status.get("readyReplicas", 0):
        errors.append(invalid(STATUS.child("availableReplicas"), available, f"cannot be greater than {ready}"))
    return errors


def validate_collision_count(status: Mapping[str, Any], old: Mapping[str, Any]) -> ErrorList:
    """Refuses less collisions than there were."""
    count, before = status.get(_COLLISIONS), old.get(_COLLISIONS)
    if before is None or (count is not None and count >= before):
        return []
    return [invalid(STATUS.child(_COLLISIONS), count or 0, "cannot be decremented")]
