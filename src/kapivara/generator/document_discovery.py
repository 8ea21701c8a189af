"""Discovery for those who describe types and validate nothing: what validators cannot handle is passed over.

A list of lists, or a type of a package that is not read, has no validator, and can stand in a document all the same;
what tags say of it is kept.
"""

from __future__ import annotations

from kapivara.generator.author_error import TagError
from kapivara.generator.discovery import Discovery
from kapivara.generator.model import Member, Type
from kapivara.generator.nodes import Child


class DocumentDiscovery(Discovery):
    """A walk over types that are to be described."""

    def _refuse(self, message: str, owner: Type, member: Member | None = None, path: str = "") -> None:
        """Passes over a type that has no validator."""

    def _look_into(self, child: Child, path: str) -> None:
        try:
            super()._look_into(child, path)
        except TagError:
            child.node = None
