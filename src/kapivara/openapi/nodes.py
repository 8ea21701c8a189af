"""The nodes of a document: structural schemas that may be shared and recursive.

A node is created on first use, once per schema in the document, so all references share its compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.openapi.errors import DocumentError
from kapivara.openapi.own_types import OWN
from kapivara.schema.server_version import NEWEST
from kapivara.schema.structural.combining import STRIP_ZERO
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.openapi.document import Document


class DocumentNode(Structural):
    """One schema of a document; `raw` has its references resolved, except those of its children."""

    is_shared = True
    server = replace(NEWEST, has_libraries=True, has_formats=True)
    """The server version for rules and formats, including the additions of KEP-4153, on which documents rely."""

    def __init__(self, raw: JsonObject, document: Document, number: int):
        super().__init__(raw)
        self._document = document
        self._number = number

    def like(self, raw: JsonObject) -> Structural:
        """Returns the node of a schema in the same document."""
        return self._document.node(raw)

    def expanded(self, raw: JsonObject) -> JsonObject:
        """Returns a schema with its references resolved."""
        return self._document.flat(raw)

    @property
    def asks_unique(self) -> bool:
        """Whether items must be unique; for Kubernetes' own types, list types only describe merging."""
        return super().asks_unique and OWN not in self.raw

    @property
    def is_go_value(self) -> bool:
        """Whether values are in Go's encoding."""
        return OWN in self.raw

    @cached_property
    def digest(self) -> str:
        """A text unique among the nodes of all documents; recursive nodes have no text of their own."""
        return f"{self._document.name} {self._number}"

    @cached_property
    def holds_defaults(self) -> bool:
        """Whether there is a default anywhere below this node."""
        return self._document.mentions.found(self.raw, "default", lambda value: value is not None, itself=False)

    @cached_property
    def defaulted_properties(self) -> tuple[tuple[str, Structural, bool], ...]:
        """The fields with a default; raises DocumentError if they would be filled endlessly."""
        self._document.refuse_endless_defaults(self)
        fields = self.properties.items()
        return tuple((name, each, each.nullable) for name, each in fields if each.default is not ABSENT)

    def _mentions(self, keyword: str, matters: Callable[[JsonValue], bool]) -> bool:
        return self._document.mentions.found(self.raw, keyword, matters)

    @cached_property
    def holds_zeros(self) -> bool:
        """Whether a field at any level is stripped of its zero value."""
        return self._mentions(STRIP_ZERO, lambda value: value is True)

    def _branches(self, keyword: str) -> tuple[Structural, ...]:
        return tuple(self._branch(raw) for raw in self.raw.get(keyword) or ())

    @cached_property
    def not_(self) -> Structural | None:
        """A schema that must not match."""
        raw = self.raw.get("not")
        return self._branch(raw) if isinstance(raw, dict) else None

    def _branch(self, raw: JsonObject) -> Structural:
        return self._document.branch(raw, self.raw)

    def refuse_rule(self, rule: JsonObject, problem: str) -> None:
        """Raises DocumentError for a rule that does not compile."""
        raise DocumentError(
            f"the rule {rule.get('rule')!r} does not compile: {problem}",
            place=self._document.place_of(rule),
            cure="correct its text or the types that it reads",
            source=self._document.source,
        )


class BranchNode(DocumentNode):
    """A schema in a junctor."""

    @cached_property
    def ruled(self) -> Structural | None:
        """The schema whose rules are evaluated with the branch; None if it has none."""
        return self._document.node(self.raw) if self.holds_rules else None
