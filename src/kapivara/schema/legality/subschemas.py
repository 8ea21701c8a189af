"""The schemas inside a schema: which keywords hold some, and how to reach them all.

Works on the JSON of one `openAPIV3Schema` node after typed decoding: every keyword has its type, nulls are gone,
and keywords that were written stay, empty or not.
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
    """Tells whether no keyword of a schema could hold another one; true of most."""
    return _HOLDERS.isdisjoint(raw)


def items_schema(raw: JsonObject) -> JsonObject | None:
    """Returns the one schema of all items, where there is one (and not a list of schemas, nor something else)."""
    items = raw.get("items")
    return items if isinstance(items, dict) else None


def additional_schema(raw: JsonObject) -> JsonObject | None:
    """Returns the schema of additional properties, where there is one (and not a boolean)."""
    additional = raw.get("additionalProperties")
    return additional if isinstance(additional, dict) else None


def properties_of(raw: JsonObject) -> list[tuple[str, JsonObject]]:
    """Returns the declared fields in a fixed order; the server walks them in none."""
    properties = raw.get("properties")
    return sorted(properties.items()) if properties else []


def children(raw: JsonObject) -> list[JsonObject]:
    """Returns the schemas that stand directly inside a schema, wherever they stand."""
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
