"""The server's regular expressions beyond `matches`: what matches, not only whether.

Upstream: k8s.io/apiserver/pkg/cel/library/regex.go (1.37); Go regexp allMatches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kapivara.cel.cost.library_table import FIND
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.patterns import searcher
from kapivara.cel.types import INT, STRING, list_of


def find(text: str, pattern: str) -> str:
    """The first part of a text that matches; empty where none does."""
    data = text.encode("utf-8", "replace")
    spans = _compiled(pattern).spans(data, 0)
    return data[spans[0][0] : spans[0][1]].decode() if spans else ""


def find_all(text: str, pattern: str, limit: int = -1) -> list[str]:
    """The parts of a text that match, one after the other, so many at most; a negative limit means all."""
    data, search = text.encode("utf-8", "replace"), _compiled(pattern)
    found: list[str] = []
    if limit == 0:
        return found
    for spans in all_matches(search, data):
        found.append(data[spans[0][0] : spans[0][1]].decode())
        if len(found) == limit:
            break
    return found


def all_matches(search: Any, data: bytes) -> Iterator[list[tuple[int, int]]]:
    """Every match that does not overlap the one before; an empty one never follows another at once."""
    place, last_end = 0, -1
    while place <= len(data):
        spans = search.spans(data, place)
        if spans is None:
            return
        start, end = spans[0]
        if end > place:
            place = end
        else:
            place += _width(data, place)
            if start == last_end:
                last_end = end
                continue
        last_end = end
        yield spans


def _width(data: bytes, place: int) -> int:
    """How many bytes the character at a place has; 1 at the end."""
    width = 1
    while place + width < len(data) and data[place + width] & 0xC0 == 0x80:
        width += 1
    return width


def _compiled(pattern: str) -> Any:
    try:
        return searcher(pattern)
    except ValueError as problem:
        raise CelError(f"Illegal regex: {problem}") from None


REGEX = library(
    function(
        "find",
        Overload("string_find_string", (STRING, STRING), STRING, find, member=True, cost=FIND),
        doc="The first part of a string that matches a regular expression; empty where none does.",
        examples=(("'abc 123'.find('[0-9]+')", "'123'"), ("'abc'.find('xyz')", "''")),
    ),
    function(
        "findAll",
        Overload("string_find_all_string", (STRING, STRING), list_of(STRING), find_all, member=True, cost=FIND),
        Overload(
            "string_find_all_string_int", (STRING, STRING, INT), list_of(STRING), find_all, member=True, cost=FIND
        ),
        doc="The parts of a string that match a regular expression, so many at most.",
        examples=(
            ("'123 abc 456'.findAll('[0-9]+')", "['123', '456']"),
            ("'123 abc 456'.findAll('[0-9]+', 1)", "['123']"),
        ),
    ),
)
