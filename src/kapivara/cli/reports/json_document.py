"""Renders JSON for all commands: indented, and safe to print on a terminal; and renders places of the input."""

from __future__ import annotations

import json
from re import Match

import orjson

from kapivara.cli.findings import Location, Unreadable
from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern


def document_text(document: JsonValue) -> str:
    """Returns a document as indented JSON with a newline at its end.

    Characters that could control a terminal are escaped; programs read the same strings.
    """
    try:
        text = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
    except TypeError:  # nested deeper than orjson supports
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return _BEYOND_ASCII.sub(_escaped, text)


_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7e]")  # orjson escapes ASCII's control characters


def _escaped(found: Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else json.dumps(character)[1:-1]


def unreadable_to_json(item: Unreadable) -> JsonObject:
    """Returns an input that could not be read as JSON."""
    return {**place_to_json(item.place), "message": item.message}


def place_to_json(place: Location) -> JsonObject:
    """Returns a place of the input as JSON, with the Helm template if known."""
    found: JsonObject = {"source": place.source, "line": place.line, "column": place.column}
    return found | {"template": place.template} if place.template else found
