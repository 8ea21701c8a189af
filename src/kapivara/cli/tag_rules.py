"""What the validation tags on a field mean: their handlers know, which generate the validators, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.cli.field_nodes import FieldRule
from kapivara.generator.model import CommentLine, Position
from kapivara.generator.tags.catalog import HANDLERS
from kapivara.generator.tags.extraction import TagExtractor

_COMPARED_ONLY = "k8s:alpha"
_NOWHERE = Position("", 1, 1)


def rules_of_tags(tags: Iterable[str], about: str = "") -> Iterator[FieldRule]:
    """Returns the rules that tags ask for, in their order; of tags around others, what the innermost means."""
    extractor = TagExtractor()
    for text in tags:
        (tag,) = extractor.read_tags((CommentLine(text, _NOWHERE),))
        enforced = tag.name != _COMPARED_ONLY
        while tag.value_tag is not None:
            tag = tag.value_tag
        yield FieldRule(text, HANDLERS[tag.name].description, about, enforced)
