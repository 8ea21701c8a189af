"""Values that never change. Upstream: apimachinery/pkg/api/validate/immutable.go (1.37)."""

from __future__ import annotations

from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid


def immutable(op: Operation, path: FieldPath | None, _new: Any, _old: Any) -> ErrorList:
    """Rejects every update: generated code calls it only for values that have changed."""
    if op.verb is not Verb.UPDATE:
        return []
    return [invalid(path, None, "field is immutable").with_origin("immutable")]
