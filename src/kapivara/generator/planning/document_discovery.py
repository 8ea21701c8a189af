"""Discovery for documents that describe types without validating them: types without validator are no errors.

A list of lists, or a type of a package that is not read, has no validator, but can be part of a document; its tags are
kept.
"""

from __future__ import annotations

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.types import Member, Type
from kapivara.generator.plan.nodes import Child
from kapivara.generator.planning.discovery import Discovery


class DocumentDiscovery(Discovery):
    """Walks types that are to be described."""

    def _refuse(self, message: str, owner: Type, member: Member | None = None, path: str = "") -> None:
        """Ignores a type that has no validator."""

    def _look_into(self, child: Child, path: str) -> None:
        try:
            super()._look_into(child, path)
        except TagError:
            child.node = None
