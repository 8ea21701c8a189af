"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.tags import (
    custom,
    dependents,
    enums,
    equality,
    formats,
    immutable,
    limits,
    list_types,
    monotonic,
    opaque,
    presence,
    probes,
    sizes,
    updates,
)
from kapivara.generator.tags.handler import TagHandler

_FAMILIES: tuple[tuple[TagHandler, ...], ...] = (
    custom.HANDLERS,
    dependents.HANDLERS,
    enums.HANDLERS,
    equality.HANDLERS,
    formats.HANDLERS,
    immutable.HANDLERS,
    limits.HANDLERS,
    list_types.HANDLERS,
    monotonic.HANDLERS,
    opaque.HANDLERS,
    presence.HANDLERS,
    probes.HANDLERS,
    sizes.HANDLERS,
    updates.HANDLERS,
)

HANDLERS: Mapping[str, TagHandler] = MappingProxyType({each.name: each for family in _FAMILIES for each in family})
