"""What becomes of the dependents of a deleted object where nobody says.

Upstream: apiserver/pkg/registry/rest/delete.go GarbageCollectionPolicy (1.37).
"""

from __future__ import annotations

from enum import StrEnum


class GarbageCollectionPolicy(StrEnum):
    """The policy of a kind. Whatever a deletion asks for, objects of an `UNSUPPORTED` one get no finalizer for it."""

    DELETE_DEPENDENTS = "DeleteDependents"
    ORPHAN_DEPENDENTS = "OrphanDependents"
    UNSUPPORTED = "Unsupported"
