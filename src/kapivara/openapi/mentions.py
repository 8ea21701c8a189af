"""Searches keywords at a schema or anywhere below; caches results, because nodes refer to each other.

Each definition is scanned once; then the references between definitions are followed, each once per search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kapivara.openapi.flattening import STRUCTURE
from kapivara.openapi.references import children
from kapivara.schema.structural.combining import LIST_TYPE, RULES, STRIP_ZERO
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.openapi.document import Document

_ASKED: Final = ("default", "nullable", "x-kubernetes-embedded-resource", RULES, LIST_TYPE, STRIP_ZERO)
_JUNCTORS: Final = frozenset(("anyOf", "oneOf", "not"))


@record(eq=False)
class _Survey:
    """The content of a schema and its children: the values of keywords, and the schemas with references."""

    said: dict[str, list[JsonValue]]
    references: list[JsonObject]


class Mentions:
    """Searches the schemas of one document; `in_junctors` includes anyOf, oneOf and not."""

    def __init__(self, document: Document, *, in_junctors: bool = False):
        self._document = document
        self._in_junctors = in_junctors
        self._surveys: dict[int, tuple[JsonObject, _Survey]] = {}
        self._silent: set[tuple[object, str]] = set()

    def found(
        self, raw: JsonObject, keyword: str, matters: Callable[[JsonValue], bool], *, itself: bool = True
    ) -> bool:
        """Returns True if a keyword with a matching value is at a schema or below; `itself=False` skips the schema."""
        question = keyword, getattr(matters, "__code__", matters)
        seen: set[str] = set()
        waiting = [self._survey(raw, itself=itself)]
        while waiting:
            survey = waiting.pop()
            if any(map(matters, survey.said.get(keyword, ()))):
                return True
            for each in survey.references:
                reference = each["$ref"]
                if reference not in seen and (question, reference) not in self._silent:
                    seen.add(reference)
                    waiting.append(self._surveyed(self._document.resolve(each)))
        self._silent.update((question, reference) for reference in seen)
        return False

    def _surveyed(self, raw: JsonObject) -> _Survey:
        """Returns the cached survey of a definition."""
        known = self._surveys.get(id(raw))
        if known is None:
            known = self._surveys[id(raw)] = raw, self._survey(raw, itself=True)
        return known[1]

    def _survey(self, raw: JsonObject, *, itself: bool) -> _Survey:
        said: dict[str, list[JsonValue]] = {}
        references: list[JsonObject] = []
        waiting: list[tuple[JsonObject, bool]] = [(raw, itself)]
        while waiting:
            each, counts = waiting.pop()
            if counts:
                for keyword in _ASKED:
                    if keyword in each:
                        said.setdefault(keyword, []).append(each[keyword])
            if STRUCTURE in each:
                waiting.append((each[STRUCTURE], counts))
            if "$ref" in each:
                references.append(each)
            for path, below in children(each):
                if isinstance(below, dict) and (self._in_junctors or path[0] not in _JUNCTORS):
                    waiting.append((below, counts or path[0] != "allOf"))
        return _Survey(said, references)
