"""The default handling of a deleted object's dependents.

Upstream: apiserver/pkg/registry/rest/delete.go GarbageCollectionPolicy (1.37).
"""

from __future__ import annotations

from enum import StrEnum


class GarbageCollectionPolicy(StrEnum):
    """The policy of a kind. Objects of an `UNSUPPORTED` kind never get a finalizer for it."""

    DELETE_DEPENDENTS = "DeleteDependents"
    ORPHAN_DEPENDENTS = "OrphanDependents"
    UNSUPPORTED = "Unsupported"
