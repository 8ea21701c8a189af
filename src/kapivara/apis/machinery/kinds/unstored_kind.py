"""Kinds whose objects are never stored: a create returns the object with the server's response in it.

Upstream: pkg/registry/authorization, pkg/registry/authentication, pkg/registry/core/componentstatus (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.field import ErrorList, Operation
from kapivara.values import Absent, JsonObject


class _Question(Subresource):
    """The access to a kind that only responds; it has no Table."""

    __slots__ = ()

    has_table = False


class UnstoredKind(Kind):
    """A kind that stores nothing; `respond` computes the server's response."""

    is_stored = False
    whole_type: ClassVar[type[Subresource]] = _Question

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Accepts any metadata, since nothing is stored under its name."""
        return []
