"""Kinds whose objects are never stored: who creates one asks a question, and gets it back with the answer.

Upstream: pkg/registry/authorization, pkg/registry/authentication, pkg/registry/core/componentstatus (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.apis.kind import Kind
from kapivara.apis.subresource import Subresource
from kapivara.field import ErrorList, Operation
from kapivara.values import Absent, JsonObject


class _Question(Subresource):
    """The way by which something is asked; the answer is no Table."""

    __slots__ = ()

    has_table = False


class UnstoredKind(Kind):
    """A kind that stores nothing: what it says to an object is told by `respond`."""

    is_stored = False
    whole_type: ClassVar[type[Subresource]] = _Question

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Takes every question, whatever its metadata says: nothing is stored under its name."""
        return []
