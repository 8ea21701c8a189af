"""Finds the schemas inside a schema, and the keywords that hold them.

Works on the JSON of an `openAPIV3Schema` node after typed decoding: every keyword has its type, nulls are removed, and
empty keywords remain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.values import JsonObject

JUNCTORS: Final = ("allOf", "anyOf", "oneOf")
_IN_LISTS: Final = ("items", *JUNCTORS)
_IN_MAPS: Final = ("properties", "patternProperties", "definitions", "dependencies")
_ALONE: Final = ("items", "not", "additionalProperties", "additionalItems")
_HOLDERS: Final = frozenset(_IN_LISTS + _IN_MAPS + _ALONE)


def is_leaf(raw: JsonObject) -> bool:
    """Returns True if no keyword of a schema can hold another schema, as is usual."""
    return _HOLDERS.isdisjoint(raw)


def items_schema(raw: JsonObject) -> JsonObject | None:
    """Returns the single schema of all items; None for a list of schemas or other values."""
    items = raw.get("items")
    return items if isinstance(items, dict) else None


def additional_schema(raw: JsonObject) -> JsonObject | None:
    """Returns the schema of additional properties; None for a boolean."""
    additional = raw.get("additionalProperties")
    return additional if isinstance(additional, dict) else None


def properties_of(raw: JsonObject) -> list[tuple[str, JsonObject]]:
    """Returns the declared fields in sorted order; the server's order is random."""
    properties = raw.get("properties")
    return sorted(properties.items()) if properties else []


def children(raw: JsonObject) -> list[JsonObject]:
    """Returns the schemas directly inside a schema, in any keyword."""
    found: list[JsonObject] = []
    for keyword, value in raw.items():
        if keyword not in _HOLDERS:
            continue
        if keyword in _IN_MAPS:
            found += [value[name] for name in sorted(value) if isinstance(value[name], dict)]
        elif isinstance(value, list):
            found += value
        elif isinstance(value, dict):
            found.append(value)
    return found


def every_schema(raw: JsonObject) -> Iterator[JsonObject]:
    """Yields a schema and all schemas inside it, level by level.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go SchemaHas (1.37).
    """
    level = [raw]
    while level:
        yield from level
        level = [child for schema in level if not is_leaf(schema) for child in children(schema)]
