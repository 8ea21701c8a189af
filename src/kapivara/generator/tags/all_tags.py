"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.model import CommentLine
from kapivara.generator.tags import (
    custom,
    dependents,
    each,
    enums,
    equality,
    expressions,
    formats,
    grammar,
    groups,
    immutable,
    items,
    levels,
    limits,
    list_types,
    modes,
    monotonic,
    native,
    opaque,
    options,
    overriding,
    patterns,
    plain_names,
    presence,
    probes,
    sizes,
    subfields,
    subresource_gates,
    unions,
    updates,
)
from kapivara.generator.tags.handler import TagHandler
from kapivara.generator.tags.tag import Tag

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
