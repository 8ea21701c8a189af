"""Numbers that never decrease. Upstream: apimachinery/pkg/api/validate/monotonic.go (1.37)."""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid


def monotonic(op: Operation, path: FieldPath | None, new: int | None, old: int | None) -> ErrorList:
    """Rejects, on update, a number below the old one."""
    if op.verb is not Verb.UPDATE or new is None or old is None or new >= old:
        return []
    return [invalid(path, new, f"may not be decreased from {old}").with_origin("monotonic")]
