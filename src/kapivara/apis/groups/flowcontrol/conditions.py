"""Validation rules of the conditions of this group.

Upstream: pkg/apis/flowcontrol/validation/validation.go ValidateFlowSchemaStatus (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kapivara.field import ErrorList, FieldPath, duplicate, required
from kapivara.values.rendering import NamedString

_CONDITIONS = FieldPath.of("status", "conditions")


def validate_conditions(conditions: Sequence[Mapping[str, Any]]) -> ErrorList:
    """Requires a type of each condition, and at most one condition per type."""
    errors: ErrorList = []
    seen: set[str] = set()
    for position, condition in enumerate(conditions):
        kind, path = condition.get("type", ""), _CONDITIONS.index(position).child("type")
        if kind in seen:
            errors.append(duplicate(path, NamedString(kind)))
        seen.add(kind)
        if not kind:
            errors.append(required(path))
    return errors
