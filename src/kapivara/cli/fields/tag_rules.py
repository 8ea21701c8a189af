"""Returns the meanings of validation tags on a field, from the tag handlers that generate the validators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.cli.fields.tree import FieldRule
from kapivara.generator.model.types import CommentLine, Position
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.extraction import TagExtractor

_COMPARED_ONLY = "k8s:alpha"
_NOWHERE = Position("", 1, 1)


def rules_of_tags(tags: Iterable[str], about: str = "") -> Iterator[FieldRule]:
    """Yields the rules that tags declare, in order; the meaning of nested tags is that of the innermost one."""
    extractor = TagExtractor()
    for text in tags:
        (tag,) = extractor.read_tags((CommentLine(text, _NOWHERE),))
        enforced = tag.name != _COMPARED_ONLY
        while tag.value_tag is not None:
            tag = tag.value_tag
        yield FieldRule(text, HANDLERS[tag.name].description, about, enforced)
