"""References within a document: `#/components/schemas/NAME`, `#/definitions/NAME`, or any other JSON pointer."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from kapivara.values import ABSENT, Absent, JsonObject, JsonValue

DEFINITIONS: Final = (("components", "schemas"), ("definitions",))
"""The places of definitions in documents: OpenAPI v3, and v2."""
SCHEMA_MAPS: Final = ("properties", "patternProperties", "definitions")
SCHEMA_LISTS: Final = ("allOf", "anyOf", "oneOf")
SCHEMA_SINGLES: Final = ("items", "additionalProperties", "not")


def find(document: JsonObject, reference: str) -> JsonValue | Absent:
    """Returns the target of a reference; ABSENT if there is none or it is outside the document."""
    if not reference.startswith("#"):
        return ABSENT
    found: JsonValue = document
    for step in steps(reference):
        if isinstance(found, dict) and step in found:
            found = found[step]
        elif isinstance(found, list) and step.isdecimal() and len(step) < 10 and int(step) < len(found):
            found = found[int(step)]
        else:
            return ABSENT
    return found


def steps(reference: str) -> list[str]:
    """Splits a reference into names and indices."""
    return [
        unquote(each).replace("~1", "/").replace("~0", "~")
        for each in reference.removeprefix("#").removeprefix("/").split("/")
        if each
    ]


def pointer(*path: str | int) -> str:
    """Returns the reference of a path of names and indices."""
    return "#" + "".join("/" + str(each).replace("~", "~0").replace("/", "~1") for each in path)


def children(raw: JsonObject) -> list[tuple[tuple[str | int, ...], JsonValue]]:
    """Returns the child schemas of a schema with their paths."""
    found: list[tuple[tuple[str | int, ...], JsonValue]] = []
    for keyword in SCHEMA_MAPS:
        below = raw.get(keyword)
        if isinstance(below, dict):
            found += [((keyword, name), each) for name, each in below.items()]
    for keyword in SCHEMA_LISTS:
        below = raw.get(keyword)
        if isinstance(below, list):
            found += [((keyword, position), each) for position, each in enumerate(below)]
    for keyword in SCHEMA_SINGLES:
        below = raw.get(keyword)
        if isinstance(below, dict):
            found.append(((keyword,), below))
    return found


def place_of(document: JsonObject, wanted: object) -> str:
    """Returns the pointer to a part of a document, compared by identity; empty if it is not found."""
    waiting: list[tuple[tuple[str | int, ...], JsonValue]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if value is wanted:
            return pointer(*path)
        if isinstance(value, dict):
            waiting += [((*path, str(name)), each) for name, each in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, position), each) for position, each in enumerate(value)]
    return ""
