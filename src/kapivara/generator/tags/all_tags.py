"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.types import CommentLine
from kapivara.generator.tags.changes import immutable, monotonic, updates
from kapivara.generator.tags.conditions import levels, options, subresource_gates
from kapivara.generator.tags.contract.handler import TagHandler
from kapivara.generator.tags.expressions import validation_rule as expressions
from kapivara.generator.tags.fields import custom, dependents, native, opaque, overriding, presence, probes, subfields
from kapivara.generator.tags.lists import each, items, list_types
from kapivara.generator.tags.unions import groups, modes, unions
from kapivara.generator.tags.values import enums, equality, formats, limits, patterns, plain_names, sizes

_FAMILIES: tuple[tuple[TagHandler, ...], ...] = (
    custom.HANDLERS,
    dependents.HANDLERS,
    each.HANDLERS,
    enums.HANDLERS,
    equality.HANDLERS,
    expressions.HANDLERS,
    formats.HANDLERS,
    groups.HANDLERS,
    immutable.HANDLERS,
    items.HANDLERS,
    levels.HANDLERS,
    limits.HANDLERS,
    list_types.HANDLERS,
    modes.HANDLERS,
    monotonic.HANDLERS,
    native.HANDLERS,
    opaque.HANDLERS,
    options.HANDLERS,
    overriding.HANDLERS,
    patterns.HANDLERS,
    plain_names.HANDLERS,
    presence.HANDLERS,
    probes.HANDLERS,
    sizes.HANDLERS,
    subfields.HANDLERS,
    subresource_gates.HANDLERS,
    unions.HANDLERS,
    updates.HANDLERS,
)

HANDLERS: Mapping[str, TagHandler] = MappingProxyType({each.name: each for family in _FAMILIES for each in family})

SPELLINGS = grammar.Spellings(
    quoted=frozenset(name for name, handler in HANDLERS.items() if not handler.upstream),
    listed=frozenset(name for name, handler in HANDLERS.items() if handler.takes_words),
)
"""The tags that may also have KEP-5073's syntax, which the reference cannot parse."""


def read_tag(name: str, line: CommentLine) -> Tag:
    """Parses a line with a tag, known or not; raises GrammarError."""
    handler = HANDLERS.get(name)
    raw = handler is not None and handler.raw
    return grammar.parse(line.text, raw=raw, place=line.place, spellings=SPELLINGS)
