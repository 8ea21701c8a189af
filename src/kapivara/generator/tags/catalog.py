"""All tags, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.tags import (
    custom,
    dependents,
    each,
    enums,
    equality,
    formats,
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
    presence,
    probes,
    sizes,
    subfields,
    subresource_gates,
    unions,
    updates,
)
from kapivara.generator.tags.handler import TagHandler

_FAMILIES: tuple[tuple[TagHandler, ...], ...] = (
    custom.HANDLERS,
    dependents.HANDLERS,
    each.HANDLERS,
    enums.HANDLERS,
    equality.HANDLERS,
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
    presence.HANDLERS,
    probes.HANDLERS,
    sizes.HANDLERS,
    subfields.HANDLERS,
    subresource_gates.HANDLERS,
    unions.HANDLERS,
    updates.HANDLERS,
)

HANDLERS: Mapping[str, TagHandler] = MappingProxyType({each.name: each for family in _FAMILIES for each in family})
