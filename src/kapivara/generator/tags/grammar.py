"""The grammar of tags: which lines of a comment are tags, and what a tag says.

    tag   = name [ "(" [ args ] ")" ] [ "=" value | "=+" tag ]
    args  = value | name ":" value { "," name ":" value }
    value = identifier | quoted text | integer | true | false

A line may end with a comment (`# …`). Whether a tag exists, and whether it takes what it is given, is asked later.

The step below, which reads the parts of one tag, is `tag_reader`.
Upstream: gengo/v2/codetags extractor.go, parser.go.
"""

from __future__ import annotations

from kapivara.generator.model import CommentLine, Comments, Place
from kapivara.generator.tags.tag import Tag, ValueType
from kapivara.generator.tags.tag_reader import SPACES, GrammarError, Link, TagReader, begins_name, name_end
from kapivara.values.record import replace

__all__ = ["MAX_DEPTH", "GrammarError", "parse", "tag_lines"]

MAX_DEPTH = 100
"""How many tags may stand inside each other."""


def tag_lines(comments: Comments) -> list[tuple[str, CommentLine]]:
    """Finds the lines of a comment that begin with `+`, each with the name that follows (empty where none does).

    A line's text is what stands behind the `+`.
    """
    found = []
    for line in comments:
        text = line.text.lstrip(" \t")
        if text.startswith("+"):
            at = len(line.text) - len(text) + 1
            text = text[1:]
            name = text[: name_end(text, 0, ":")] if text and begins_name(text[0]) else ""
            found.append((name, CommentLine(text, _moved(line.place, at))))
    return found


def parse(text: str, *, raw: bool = False, place: Place | None = None) -> Tag:
    """Reads a tag from the text behind its `+`; raises GrammarError.

    With `raw` all that follows the first `=` is the value, as it stands. `place` is that of the text's first
    character; each tag of a chain gets a place of its own.
    """
    stripped = text.strip(SPACES)
    reader = TagReader(stripped)
    links: list[Link] = []
    while True:
        link, goes_on = reader.read_link(raw)
        if not goes_on:
            reader.read_comment()
            reader.expect_end()
        _check_args(link)
        links.append(link)
        if not goes_on:
            break
        if len(links) == MAX_DEPTH:
            raise GrammarError(f"more than {MAX_DEPTH} tags inside each other", reader.at)
    return _chain(links, place and _moved(place, len(text) - len(text.lstrip(SPACES))))


def _chain(links: list[Link], start: Place | None) -> Tag:
    places = [start and _moved(start, link.at) for link in links]
    last = links[-1]
    tag = Tag(last.name, last.args, last.value, last.value_type, None, places[-1])
    for link, place in zip(reversed(links[:-1]), reversed(places[:-1]), strict=True):
        tag = Tag(link.name, link.args, "", ValueType.TAG, tag, place)
    return tag


def _check_args(link: Link) -> None:
    named = [bool(arg.name) for arg in link.args]
    if any(named) and not all(named):
        raise GrammarError("can't mix named and positional arguments", link.at)
    if len(named) > 1 and not named[0]:
        raise GrammarError("multiple arguments must use 'name: value' syntax", link.at)


def _moved(place: Place, by: int) -> Place:
    return replace(place, column=place.column + by)
