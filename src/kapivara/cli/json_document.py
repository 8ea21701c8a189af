"""How commands print JSON: one document, indented, that cannot steer a terminal; and places in it."""

from __future__ import annotations

import json
from re import Match

import orjson

from kapivara.cli.findings import Location, Unreadable
from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern


def document_text(document: JsonValue) -> str:
    """Prints a document as commands do: indented, with a newline at its end.

    What could steer a terminal that shows it is escaped, as JSON can escape anything: programs read the same strings.
    """
    try:
        text = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
    except TypeError:  # nested deeper than orjson goes
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return _BEYOND_ASCII.sub(_escaped, text)


_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7e]")  # ASCII's own control characters are escaped already


def _escaped(found: Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else json.dumps(character)[1:-1]


def unreadable_to_json(item: Unreadable) -> JsonObject:
    """Renders an input that could not be read."""
    return {**place_to_json(item.place), "message": item.message}


def place_to_json(place: Location) -> JsonObject:
    """Renders a place in the input; the template that Helm made it from only where that is known."""
    found: JsonObject = {"source": place.source, "line": place.line, "column": place.column}
    return found | {"template": place.template} if place.template else found
