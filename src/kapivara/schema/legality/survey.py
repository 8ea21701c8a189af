"""A first look over a whole schema: its nesting, its keywords, and whether it converts to a structural schema.

A schema that does not convert is not validated further as a structural one, and the field paths of its rules are not
checked.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go NewStructural (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.schema.legality.go_schema import FIELDS
from kapivara.schema.structural.subschemas import JUNCTORS, children, is_leaf, properties_of
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

MAX_NESTING: Final = 1000
"""The maximum nesting of schemas. The server has no such limit; real CRDs nest fewer than forty levels."""

_UNSUPPORTED: Final = {
    "id": "id",
    "$schema": "schema",
    "$ref": "$ref",
    "patternProperties": "patternProperties",
    "dependencies": "dependencies",
    "additionalItems": "additionalItems",
    "definitions": "definitions",
}
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_SUSPECT: Final = frozenset((*_UNSUPPORTED, "items", _PRESERVE))
_EMPTY_IS_NOTHING: Final = frozenset((*_UNSUPPORTED, *JUNCTORS, "enum")) - {"additionalItems"}
_ZEROS: Final = {keyword: zero for keyword, _, zero in FIELDS if zero is not None}


@record
class Survey:
    """The result: the keywords in use, and the reason why the schema is not structural (None: it may be)."""

    keywords: frozenset[str]
    conversion_problem: str | None
    too_deep: bool


def survey(raw: JsonObject) -> Survey:
    """Examines every schema inside a schema once, down to the maximum nesting."""
    keywords: set[str] = set()
    convertible = True
    level, depth = [raw], 0
    while level and depth <= MAX_NESTING:
        for schema in level:
            keywords.update(schema)
            if convertible and not _SUSPECT.isdisjoint(schema):
                convertible = _unsupported(schema) is None and _misused(schema) is None
        level = [child for schema in level if not is_leaf(schema) for child in children(schema)]
        depth += 1
    problem = None if convertible else _first_problem(raw, MAX_NESTING)
    return Survey(frozenset(keywords), problem, bool(level))


def _first_problem(schema: JsonObject, depth: int) -> str | None:
    """Returns the reason why a schema is not structural; of several reasons, the one that the server reports."""
    problem = _unsupported(schema)
    if problem is not None or not depth:
        return problem
    logical = [schema["not"]] if "not" in schema else []
    logical += [each for keyword in ("allOf", "anyOf", "oneOf") for each in schema.get(keyword) or ()]
    inside = [schema.get("items"), *(each for _, each in properties_of(schema)), schema.get("additionalProperties")]
    for child in logical:
        problem = problem or _first_problem(child, depth - 1)
    problem = problem or _misused(schema)
    for child in inside:
        if isinstance(child, dict):
            problem = problem or _first_problem(child, depth - 1)
    return problem


def _unsupported(schema: JsonObject) -> str | None:
    for keyword, name in _UNSUPPORTED.items():
        if schema.get(keyword) or (keyword == "additionalItems" and keyword in schema):
            return f"OpenAPIV3Schema '{name}' is not supported"
    return None


def _misused(schema: JsonObject) -> str | None:
    if schema.get(_PRESERVE) is False:
        return f"internal error: '{_PRESERVE}' must be true or undefined"
    if schema.get("items") and isinstance(schema["items"], list):
        return "OpenAPIV3Schema 'items' must be a schema, but is an array"
    return None


def leaves_a_trace(keyword: str, value: JsonValue) -> bool:
    """Returns True if a keyword makes the structural schema differ from an empty one.

    For some keywords an empty list does, because the server distinguishes nil from empty lists.
    """
    if keyword in _EMPTY_IS_NOTHING:
        return bool(value)
    if keyword == "items":
        return isinstance(value, dict)
    return keyword not in _ZEROS or bool(value != _ZEROS[keyword])
