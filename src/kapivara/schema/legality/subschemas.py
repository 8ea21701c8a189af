"""The schemas inside a schema: which keywords hold some, and how to reach them all.

Works on the JSON of one `openAPIV3Schema` node after typed decoding: every keyword has its type, nulls are gone,
and keywords that were written stay, empty or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.values import JsonObject

MAX_NESTING: Final = 128
"""How deep schemas may nest. The server has no such limit of its own; real definitions stay below forty."""

JUNCTORS: Final = ("allOf", "anyOf", "oneOf")
_IN_LISTS: Final = ("items", *JUNCTORS)
_IN_MAPS: Final = ("properties", "patternProperties", "definitions", "dependencies")
_ALONE: Final = ("items", "not", "additionalProperties", "additionalItems")
_HOLDERS: Final = frozenset(_IN_LISTS + _IN_MAPS + _ALONE)


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


def children(raw: JsonObject) -> Iterator[JsonObject]:
    """Yields the schemas that stand directly inside a schema, wherever they stand."""
    if _HOLDERS.isdisjoint(raw):
        return
    for keyword in _ALONE:
        if isinstance(raw.get(keyword), dict):
            yield raw[keyword]
    for keyword in _IN_LISTS:
        if isinstance(raw.get(keyword), list):
            yield from raw[keyword]
    for keyword in _IN_MAPS:
        if raw.get(keyword):
            yield from (each for _, each in sorted(raw[keyword].items()) if isinstance(each, dict))


def every_schema(raw: JsonObject) -> Iterator[JsonObject]:
    """Yields a schema and all schemas inside it.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go SchemaHas (1.37).
    """
    waiting = [raw]
    while waiting:
        schema = waiting.pop()
        yield schema
        waiting.extend(children(schema))


def nests_too_deeply(raw: JsonObject) -> bool:
    """Tells whether schemas nest deeper than the limit."""
    level = [raw]
    for _ in range(MAX_NESTING):
        level = [child for schema in level for child in children(schema)]
        if not level:
            return False
    return True
