"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.tags import custom, dependents, enums, immutable, list_types, opaque, updates
from kapivara.generator.tags.handler import TagHandler

_FAMILIES: tuple[tuple[TagHandler, ...], ...] = (
    custom.HANDLERS,
    dependents.HANDLERS,
    enums.HANDLERS,
    immutable.HANDLERS,
    list_types.HANDLERS,
    opaque.HANDLERS,
    updates.HANDLERS,
)

HANDLERS: Mapping[str, TagHandler] = MappingProxyType({each.name: each for family in _FAMILIES for each in family})
