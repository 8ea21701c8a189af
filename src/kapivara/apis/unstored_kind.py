"""Kinds whose objects are never stored: who creates one asks a question, and gets it back with the answer.

Upstream: pkg/registry/authorization, pkg/registry/authentication, pkg/registry/core/componentstatus (1.37).
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import Absent, JsonObject


class UnstoredKind(Kind):
    """A kind that stores nothing: what it says to an object is told by `respond`."""

    is_stored = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Takes every question, whatever its metadata says: nothing is stored under its name."""
        return []
