"""Can this schema be read as a structural one at all, and what of it survives the reading?

A schema that cannot is not judged further as a structural one, and keeps its rules' field paths unchecked.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go NewStructural (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.schema.legality.go_schema import FIELDS
from kapivara.schema.legality.subschemas import JUNCTORS, additional_schema, items_schema, properties_of
from kapivara.values import JsonObject, JsonValue

_UNSUPPORTED: Final = {
    "id": "id",
    "$schema": "schema",
    "$ref": "$ref",
    "patternProperties": "patternProperties",
    "dependencies": "dependencies",
    "definitions": "definitions",
}
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_BARRED: Final = frozenset((*_UNSUPPORTED, "additionalItems"))
_EMPTY_IS_NOTHING: Final = frozenset((*_UNSUPPORTED, *JUNCTORS, "enum"))
_ZEROS: Final = {keyword: zero for keyword, _, zero in FIELDS if zero is not None}


def conversion_problem(raw: JsonObject) -> str | None:
    """Returns why a schema cannot be read as a structural one, or None where it can."""
    waiting = [raw]
    while waiting:
        schema = waiting.pop()
        if not _BARRED.isdisjoint(schema):
            for keyword, name in _UNSUPPORTED.items():
                if schema.get(keyword):
                    return f"OpenAPIV3Schema '{name}' is not supported"
            if "additionalItems" in schema:
                return "OpenAPIV3Schema 'additionalItems' is not supported"
        if schema.get(_PRESERVE) is False:
            return f"internal error: '{_PRESERVE}' must be true or undefined"
        if schema.get("items") and isinstance(schema["items"], list):
            return "OpenAPIV3Schema 'items' must be a schema, but is an array"
        waiting.extend(_within(schema))
    return None


def _within(schema: JsonObject) -> list[JsonObject]:
    found = [each for keyword in JUNCTORS for each in schema.get(keyword) or ()]
    found += [each for each in (schema.get("not"), items_schema(schema), additional_schema(schema)) if each is not None]
    found += [each for _, each in properties_of(schema)]
    return found


def leaves_a_trace(keyword: str, value: JsonValue) -> bool:
    """Tells whether a keyword makes the structural schema differ from an empty one.

    An empty list of some keywords does, because the server compares lists that are nil with lists that are empty.
    """
    if keyword in _EMPTY_IS_NOTHING:
        return bool(value)
    if keyword == "items":
        return isinstance(value, dict)
    return keyword not in _ZEROS or bool(value != _ZEROS[keyword])
