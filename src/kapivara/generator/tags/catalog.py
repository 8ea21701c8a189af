"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.tags.handler import TagHandler

_FAMILIES: tuple[tuple[TagHandler, ...], ...] = ()

HANDLERS: Mapping[str, TagHandler] = MappingProxyType({each.name: each for family in _FAMILIES for each in family})
