"""Fits a text report to the width of the page: breaks long lines at spaces, and indents the continuation lines.

An excerpt of a file and its marker line are cut together instead, so that the marked text stays visible. Colours are
kept, and end with each line. Only lines with a longer file name exceed the width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from kapivara.cli.framework.terminal import shown_width
from kapivara.cli.framework.wording import BELOW, INDENT, LABELS

Cell: TypeAlias = tuple[str, str]
"""A character, and the escape sequences that style it."""

_NARROWEST: Final = 20
"""The minimum width beside an indentation."""
_LONGEST: Final = 10_000
"""The number of characters of a line that are kept."""
_STYLE: Final = re.compile(r"(\x1b\[[0-9;]*m)")
_ESCAPE, _RESET = "\x1b", "\x1b[0m"
_EXCERPT: Final = re.compile(r"( *\d* ?\| )")
_SIGNS: Final = re.compile(r"( *\| )[ .]*\^+ *$")
_JOINTS: Final = ".,;:/])}&|"
_FIRST_COLUMN: Final = re.compile(r"[a-z]+(?: [a-z]+)* {2,}")
"""A label of a single command; words of a sentence are separated by one space, a label is followed by two."""
_PLACE: Final = re.compile(r"\S+:\d+(?::\d+)?[:)]?$")


def fit_text(text: str, width: int) -> str:
    """Returns the text with all lines at most `width` columns wide."""
    lines = text.split("\n")
    fitted: list[str] = []
    place = 0
    while place < len(lines):
        if all(len(each) <= width and each.isascii() and _ESCAPE not in each for each in lines[place : place + 2]):
            fitted.append(lines[place])  # the fast path for most lines
            place += 1
            continue
        pair = [_cells(_readable(each)) for each in lines[place : place + 2]]
        if len(pair) == 2 and _are_excerpt(*map(_plain, pair)):
            fitted += map(_rendered, _cut(pair[0], pair[1], width))
            place += 2
        else:
            fitted += map(_rendered, _broken(pair[0], width)) if _width(pair[0]) > width else [lines[place]]
            place += 1
    return "\n".join(fitted)


def _readable(line: str) -> str:
    """Cuts the middle out of an overlong line: the error about a long value is at its end."""
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]}…{line[-_LONGEST // 2 :]}"


def _are_excerpt(line: str, signs: str) -> bool:
    """Returns whether a line is an excerpt, and the next one marks a part."""
    head, mark = _EXCERPT.match(line), _SIGNS.match(signs)
    return head is not None and mark is not None and len(head[1]) == len(mark[1])


def _cut(line: Sequence[Cell], signs: Sequence[Cell], width: int) -> Iterator[Sequence[Cell]]:
    """Yields an excerpt and its marker line, both cut around the marked text."""
    if _width(line) <= width:
        yield from (line, signs)
        return
    head = _plain(line).index("| ") + 2
    room = max(width - head, _NARROWEST)
    begin = _plain(signs).index("^") - head
    left = max(0, min(begin - room // 3, len(line) - head - room))
    for cells, filler in ((line, "…"), (signs, " ")):
        body = cells[head + left : head + left + room]
        body = [(filler, ""), *body[1:]] if left else list(body)
        while _width(body) > room:  # characters of two columns
            body.pop()
        if len(cells) > head + left + room and filler != " ":
            body[-1] = (filler, "")
        yield [*cells[:head], *body]


def _broken(cells: Sequence[Cell], width: int) -> Iterator[Sequence[Cell]]:
    """Breaks a line at spaces; breaks a word that is wider than a line anywhere, unless it names a place."""
    start = _text_start(_plain(cells))
    indent: list[Cell] = [(" ", "")] * min(start + BELOW, max(width - _NARROWEST, 0))
    line, used, is_empty = list(cells[:start]), _width(cells[:start]), True
    for blanks, word in _words(cells[start:]):
        wide = _width(word)
        if not is_empty and used + len(blanks) + wide > width:
            yield line
            line, used, is_empty = list(indent), len(indent), True
        if not is_empty:
            line += blanks
            used += len(blanks)
        if used + wide > width and not _PLACE.match(_plain(word)):
            *full, line = _chopped(line, word, indent, width)
            yield from full
            used = _width(line)
        else:
            line += word
            used += wide
        is_empty = False
    yield line


def _chopped(line: list[Cell], word: Sequence[Cell], indent: Sequence[Cell], width: int) -> Iterator[list[Cell]]:
    """Appends a word that is too wide to a line, and yields the lines that it fills.

    The word is broken after a joining character, if it has one.
    """
    used, least = _width(line), len(line)
    for cell in word:
        wide = shown_width(cell[0])
        if used + wide > width:
            end = next((end for end in range(len(line), least, -1) if line[end - 1][0] in _JOINTS), len(line))
            yield line[:end]
            line = [*indent, *line[end:]]
            used, least = _width(line), len(indent)
        line.append(cell)
        used += wide
    yield line


def _text_start(plain: str) -> int:
    """Returns where the text of a line starts: after its label or its indentation."""
    column = plain[:INDENT]
    if column.endswith(" ") and (column.rstrip() in LABELS or _FIRST_COLUMN.fullmatch(column)):
        return INDENT
    return len(plain) - len(plain.lstrip(" "))


def _words(cells: Sequence[Cell]) -> Iterator[tuple[Sequence[Cell], Sequence[Cell]]]:
    """Yields the words of a line, each with the spaces before it."""
    plain = _plain(cells)
    for found in re.finditer(r"( *)([^ ]+)", plain):
        yield cells[found.start(1) : found.end(1)], cells[found.start(2) : found.end(2)]


def _cells(line: str) -> list[Cell]:
    cells: list[Cell] = []
    style = ""
    for part in _STYLE.split(line):
        if _STYLE.fullmatch(part):
            style = "" if part == _RESET else style + part
        else:
            cells += ((character, style) for character in part)
    return cells


def _rendered(cells: Sequence[Cell]) -> str:
    parts: list[str] = []
    style = ""
    for character, wanted in cells:
        if wanted != style:
            parts += (_RESET if style else "", wanted)
            style = wanted
        parts.append(character)
    return "".join(parts) + (_RESET if style else "")


def _plain(cells: Sequence[Cell]) -> str:
    return "".join(character for character, _ in cells)


def _width(cells: Sequence[Cell]) -> int:
    return shown_width(_plain(cells))
