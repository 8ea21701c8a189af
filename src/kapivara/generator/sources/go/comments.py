"""Assigns the comments of a Go file to declarations.

A comment belongs to the declaration on the line below it; a second group, which may contain a few markers of types,
ends two lines above that declaration's comment. Comments on adjacent lines form one group, but a comment after code on
the same line is a group by itself. Kept: it therefore belongs to the declaration on the next line, if that has no
comment of its own.

Only lines with a `+` are returned, since no other line can be a tag and there are many of them. All lines are returned
where a tag may continue on the following lines, and for constants, whose comment length counts.
Upstream: gengo/v2/parser/parse.go docComment, priorDetachedComment; Go's go/parser consumeCommentGroup and go/ast
CommentGroup.Text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, TypeAlias

from kapivara.generator.grammar.marker_lines import may_go_on
from kapivara.generator.model.types import CommentLine, Comments, Position
from kapivara.values.lazy_pattern import lazy_pattern

_TOKENS = lazy_pattern(
    r"(//[^\n]*(?:\n[ \t\r]*//[^\n]*)*|/\*(?:[\s\S]*?\*/|[\s\S]*+))"  # a run of line comments, or a block comment
    r'|"(?:\\.|[^"\\\n])*"|`[^`]*`|' + r"'(?:\\.|[^'\\\n])*'"
)

Span: TypeAlias = "tuple[int, int, int]"
"""Start and end in the text, and the line of the start."""


def find_blocks(text: str) -> Iterator[tuple[int, list[Span]]]:
    """Yields the comments of a text in groups, each with the line on which it ends."""
    block: list[Span] = []
    behind_code = False
    end = at = 0
    line = last_line = 1
    for found in _TOKENS.finditer(text):
        if not found[1]:
            continue
        start = found.start()
        line += text.count("\n", at, start)
        at = start
        if block and (line > last_line + (not behind_code) or text[end:start].strip()):
            yield last_line, block
            block = []
        if not block:
            behind_code = bool(text[max(end, text.rfind("\n", end, start) + 1) : start].strip())
        end = found.end()
        first = text.find("\n", start, end) if behind_code and text[start + 1] == "/" else -1
        if first >= 0:  # a comment after code is a group by itself; the lines below begin a new one
            yield line, [*block, (start, first, line)]
            block, behind_code = [], False
            start = text.index("//", first)
            line += 1
            at = start
        block.append((start, end, line))
        last_line = line + text.count("\n", start, end)
    if block:
        yield last_line, block


_DIRECTIVE = lazy_pattern(r"line |extern |export |[a-z0-9]+:[a-z0-9]")
BLANKS = " \t\r"

# Made for every line of every comment: with a single call in C, which skips the checks of the records' constructors.
new_place: Any = partial(tuple.__new__, Position)
new_line: Any = partial(tuple.__new__, CommentLine)


class FileComments:
    """The comments of one file, by line.

    Nearly all are runs of `//` lines, which are recognized line by line; only other places need a search of the file.
    """

    def __init__(self, name: str, text: str):
        self.name = name
        self.lines = text.split("\n")
        self._text = text
        self._last_asked: tuple[int, bool, tuple[Comments, int]] = (-1, False, ((), 0))

    def above(self, line: int, *, whole: bool = False) -> Comments:
        """Returns the comment of the declaration on a line: the lines that may be tags, or, with `whole`, all lines."""
        said = self._ending_at(line - 1, whole)[0]
        return _without_blanks(said) if whole else said

    def both_above(self, line: int) -> tuple[Comments, Comments]:
        """Returns the comment of the declaration on a line, and the group above it."""
        said, first = self._ending_at(line - 1)
        return said, self._ending_at(first - 2)[0]

    def is_commented(self, line: int) -> bool:
        """Returns whether the declaration on a line has a comment."""
        return self._ending_at(line - 1)[1] < line

    def all_lines(self) -> Comments:
        """Returns the lines of all comments of the file."""
        return tuple(line for _, block in self._blocks for line in self._lines_of(block))

    def _ending_at(self, last: int, whole: bool = False) -> tuple[Comments, int]:
        """Returns the group that ends on a line, and its first line; the line below where there is none."""
        if self._last_asked[:2] != (last, whole):  # several declarations on one line share a comment
            self._last_asked = last, whole, self._find_ending_at(last, whole)
        return self._last_asked[2]

    def _find_ending_at(self, last: int, whole: bool) -> tuple[Comments, int]:
        lines, first = self.lines, last
        if last < 1 or ("//" not in lines[last - 1] and "*/" not in lines[last - 1]):
            return (), last + 1
        while first > 0 and lines[first - 1].lstrip(BLANKS)[:2] == "//":
            first -= 1
        run = lines[first:last]
        if not run or "`" in "".join(run) or "*/" in "\n".join(lines[max(first - 1, 0) : last + 1]):
            block = self._by_last_line.get(last)
            return ((), last + 1) if block is None else (self._lines_of(block, whole), block[0][2])
        whole = whole or may_go_on("\n".join(run))
        said = [read_line(raw, self.name, number) for number, raw in enumerate(run, first + 1) if whole or "+" in raw]
        return tuple(filter(None, said)), first + 1

    @cached_property
    def _blocks(self) -> list[tuple[int, list[Span]]]:
        return list(find_blocks(self._text))

    @cached_property
    def _by_last_line(self) -> dict[int, list[Span]]:
        return dict(self._blocks)

    def _lines_of(self, block: list[Span], whole: bool = False) -> Comments:
        found: list[CommentLine | None] = []
        for start, end, first in block:
            if not whole and self._text.find("+", start, end) < 0:
                continue
            whole = whole or may_go_on(self._text[start:end])
            before = start - self._text.rfind("\n", 0, start) - 1
            starred = self._text[start + 1] == "*"
            inside = self._text[start + 2 : end - 2] if starred else self._text[start:end]
            for number, raw in enumerate(inside.split("\n"), first):
                if not whole and "+" not in raw:
                    continue
                moved = before if number == first else 0
                if starred:
                    column = moved + 3 if number == first else 1
                    found.append(new_line((raw.rstrip(BLANKS), new_place((self.name, number, column)))))
                else:
                    found.append(read_line(" " * moved + raw, self.name, number))
        return tuple(filter(None, found))


def _without_blanks(lines: Comments) -> Comments:
    """Removes leading and trailing empty lines, and all but one of consecutive ones."""
    kept: list[CommentLine] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return tuple(kept if not kept or kept[-1].text else kept[:-1])


def read_line(raw: str, name: str, number: int) -> CommentLine | None:
    """Parses a line that begins with `//` after blanks; None for tool directives such as `//go:build`."""
    said = read_text(raw)
    if said is None:
        return None
    start = raw.index("/") + 2
    line: CommentLine = new_line((said, new_place((name, number, start + 1 + (raw[start : start + 1] == " ")))))
    return line


def read_text(raw: str) -> str | None:
    """Returns the text of a comment line; None for tool directives."""
    said = raw.lstrip(BLANKS)[2:]
    if said[:1] == " ":
        said = said[1:]
    elif said[:1] != "+" and _DIRECTIVE.match(said):
        return None
    return said.rstrip(BLANKS)
