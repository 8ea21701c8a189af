"""The grammar of tags: which lines of a comment are tags, and what a tag says.

    tag   = name [ "(" [ args ] ")" ] [ "=" value | "=+" tag ]
    args  = value | name ":" value { "," name ":" value }
    value = identifier | quoted text | integer | true | false

A line may end with a comment (`# …`). Whether a tag exists, and whether it takes what it is given, is asked later.
KEP-5073 writes some tags in ways that the reference cannot read; they are read too where `Spellings` say so.

The step below, which reads the parts of one tag, is `tag_reader`.
Upstream: gengo/v2/codetags extractor.go, parser.go.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from kapivara.generator.marker_lines import goes_on
from kapivara.generator.model import CommentLine, Comments, Position
from kapivara.generator.tags.tag import Tag, ValueType
from kapivara.generator.tags.tag_reader import (
    NO_SPELLINGS,
    SPACES,
    GrammarError,
    Link,
    Spellings,
    TagReader,
    begins_name,
    name_end,
)

__all__ = ["MAX_DEPTH", "GrammarError", "Spellings", "listed", "parse", "tag_lines"]

MAX_DEPTH = 100
"""How many tags may stand inside each other."""
_KEPT = 1000
"""How many texts are remembered: the same few tags stand all over a package."""
_MOST_LISTED = 100


def tag_lines(comments: Comments) -> list[tuple[str, CommentLine]]:
    """Finds the lines of a comment that begin with `+`, each with the name that follows (empty where none does).

    A line's text is what stands behind the `+`; that of a tag that goes on in the lines below has these, too.
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
    """Lists the texts of tags, as messages do; of very many, the first."""
    return f"[{' '.join(islice(texts, _MOST_LISTED))}]"


@lru_cache(_KEPT)
def _name_of(text: str) -> str:
    return text[: name_end(text, 0, ":")] if text and begins_name(text[0]) else ""


def parse(text: str, *, raw: bool = False, place: Position | None = None, spellings: Spellings = NO_SPELLINGS) -> Tag:
    """Reads a tag from the text behind its `+`; raises GrammarError.

    With `raw` all that follows the first `=` is the value, as it stands. `place` is that of the text's first
    character; each tag of a chain gets a place of its own.
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
    """Reads the tags of a chain, the innermost first."""
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
