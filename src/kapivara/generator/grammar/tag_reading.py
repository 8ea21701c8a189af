"""The grammar of tags: finds tags in comments, and parses them.

    tag   = name [ "(" [ args ] ")" ] [ "=" value | "=+" tag ]
    args  = value | name ":" value { "," name ":" value }
    value = identifier | quoted text | integer | true | false

A line may end with a comment (`# …`). Later steps check whether a tag exists and accepts its arguments. KEP-5073 has a
syntax for some tags that the reference cannot parse; `Spellings` enables it. `tag_reader` parses the parts of one tag.
Upstream: gengo/v2/codetags extractor.go, parser.go.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from kapivara.generator.grammar.marker_lines import goes_on
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.grammar.tag_parts import (
    NO_SPELLINGS,
    SPACES,
    GrammarError,
    Link,
    Spellings,
    TagReader,
    begins_name,
    name_end,
)
from kapivara.generator.model.types import CommentLine, Comments, Position

__all__ = ["MAX_DEPTH", "GrammarError", "Spellings", "listed", "parse", "tag_lines"]

MAX_DEPTH = 100
"""The deepest nesting of tags."""
_KEPT = 1000
"""The number of cached texts: the same few tags occur all over a package."""
_MOST_LISTED = 100


def tag_lines(comments: Comments) -> list[tuple[str, CommentLine]]:
    """Returns the lines of a comment that begin with `+`, each with the tag's name (empty where there is none).

    The text of a line begins after the `+`; for a tag that spans several lines, it contains them all.
    """
    found = []
    row = 0
    while row < len(comments):
        line, text = comments[row], comments[row].text.lstrip(" \t")
        row += 1
        if text[:1] != "+":
            continue
        at = len(line.text) - len(text) + 1
        while row < len(comments) and goes_on(text, comments[row].text):
            text = f"{text}\n{comments[row].text}"
            row += 1
        found.append((_name_of(text[1:]), CommentLine(text[1:], _moved(line.place, at))))
    return found


def listed(texts: Iterable[str]) -> str:
    """Returns the texts of tags as messages list them; very long lists are shortened."""
    return f"[{' '.join(islice(texts, _MOST_LISTED))}]"


@lru_cache(_KEPT)
def _name_of(text: str) -> str:
    return text[: name_end(text, 0, ":")] if text and begins_name(text[0]) else ""


def parse(text: str, *, raw: bool = False, place: Position | None = None, spellings: Spellings = NO_SPELLINGS) -> Tag:
    """Parses a tag from the text after its `+`; raises GrammarError.

    With `raw`, the whole text after the first `=` is the value. `place` is the place of the text's first character;
    each tag of a chain gets a place of its own.
    """
    stripped = text.strip(SPACES)
    start = place and _moved(place, text.index(stripped))
    innermost, *around = _read_links(stripped, raw, spellings)
    tag = _tag(innermost, None, start)
    for link in around:
        tag = _tag(link, tag, start)
    return tag


def _tag(link: Link, inner: Tag | None, start: Position | None) -> Tag:
    return Tag(link.name, link.args, link.value, link.value_type, inner, start and _moved(start, link.at))


@lru_cache(_KEPT)
def _read_links(text: str, raw: bool, spellings: Spellings) -> list[Link]:
    """Parses the tags of a chain; returns the innermost first."""
    reader = TagReader(text, spellings)
    links: list[Link] = []
    while True:
        link = reader.read_link(raw)
        goes_on = link.value_type is ValueType.TAG
        if not goes_on:
            reader.read_comment()
            reader.expect_end()
        _check_args(link)
        links.append(link)
        if not goes_on:
            return links[::-1]
        if len(links) == MAX_DEPTH:
            raise GrammarError(f"more than {MAX_DEPTH} tags inside each other", reader.at)


def _check_args(link: Link) -> None:
    named = [bool(arg.name) for arg in link.args]
    if any(named) and not all(named):
        raise GrammarError("can't mix named and positional arguments", link.at)
    if len(named) > 1 and not named[0]:
        raise GrammarError("multiple arguments must use 'name: value' syntax", link.at)


def _moved(place: Position, by: int) -> Position:
    return Position(place.file, place.line, place.column + by) if by else place
