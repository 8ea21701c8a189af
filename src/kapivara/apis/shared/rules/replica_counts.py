"""Validation rules of counts in workload statuses.

Upstream: pkg/apis/apps/validation/validation.go; pkg/apis/core/validation/validation.go IsDecremented (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.field import ErrorList, FieldPath, invalid

STATUS: Final = FieldPath.of("status")
_COLLISIONS: Final = "collisionCount"


def validate_replica_counts(
    status: Mapping[str, Any], numbers: Sequence[str], parts: Sequence[str], ready: str = "readyReplicas"
) -> ErrorList:
    """Rejects negative counts, parts above the total, and more available than ready pods.

    `ready` is the name of the ready count in messages.
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
    """Rejects a decreased collision count."""
    count, before = status.get(_COLLISIONS), old.get(_COLLISIONS)
    if before is None or (count is not None and count >= before):
        return []
    return [invalid(STATUS.child(_COLLISIONS), count or 0, "cannot be decremented")]
