"""The comments of a Go file, and which of them belong to a declaration.

A comment belongs to what stands on the line below its last one; a second block, read for a few markers of types, ends
two lines above what is below it. Comments on neighbouring lines are one block, but one that stands behind code on its
line is a block of its own. Kept: so it belongs to what is declared on the next line, where that has no comment.

Only lines with a `+` are made: no other line can be a tag, and there are many of them. All are where a tag may go on in
the lines below it, and of constants: the length of their comments counts.

Upstream: gengo/v2/parser/parse.go docComment, priorDetachedComment; Go's go/parser consumeCommentGroup and go/ast
CommentGroup.Text.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from kapivara.generator.golang.comment_blocks import Span, find_blocks
from kapivara.generator.marker_lines import may_go_on
from kapivara.generator.model import CommentLine, Comments, Position
from kapivara.values.lazy_pattern import lazy_pattern

_DIRECTIVE = lazy_pattern(r"line |extern |export |[a-z0-9]+:[a-z0-9]")
BLANKS = " \t\r"

# Made for every line of every comment: by one call of C each, past the checks of a record's own constructor.
new_place: Any = partial(tuple.__new__, Position)
new_line: Any = partial(tuple.__new__, CommentLine)


class FileComments:
    """The comments of one file, by line.

    Nearly all are runs of `//` lines, told from the lines alone; where there may be more to it the file is searched.
    """

    def __init__(self, name: str, text: str):
        self.name = name
        self.lines = text.split("\n")
        self._text = text
        self._last_asked: tuple[int, bool, tuple[Comments, int]] = (-1, False, ((), 0))

    def above(self, line: int, *, whole: bool = False) -> Comments:
        """Returns the comment that belongs to what stands on a line: what may be tags, or the whole of it."""
        said = self._ending_at(line - 1, whole)[0]
        return _without_blanks(said) if whole else said

    def both_above(self, line: int) -> tuple[Comments, Comments]:
        """Returns the comment that belongs to what stands on a line, and the block above that."""
        said, first = self._ending_at(line - 1)
        return said, self._ending_at(first - 2)[0]

    def is_commented(self, line: int) -> bool:
        """Tells whether a comment belongs to what stands on a line."""
        return self._ending_at(line - 1)[1] < line

    def all_lines(self) -> Comments:
        """Returns the lines of all comments of the file."""
        return tuple(line for _, block in self._blocks for line in self._said(block))

    def _ending_at(self, last: int, whole: bool = False) -> tuple[Comments, int]:
        """Returns the block that ends on a line, and the line of its start; that below where there is none."""
        if self._last_asked[:2] != (last, whole):  # several declarations of a line have one comment
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
            return ((), last + 1) if block is None else (self._said(block, whole), block[0][2])
        whole = whole or may_go_on("\n".join(run))
        said = [read_line(raw, self.name, number) for number, raw in enumerate(run, first + 1) if whole or "+" in raw]
        return tuple(filter(None, said)), first + 1

    @cached_property
    def _blocks(self) -> list[tuple[int, list[Span]]]:
        return list(find_blocks(self._text))

    @cached_property
    def _by_last_line(self) -> dict[int, list[Span]]:
        return dict(self._blocks)

    def _said(self, block: list[Span], whole: bool = False) -> Comments:
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
    """Leaves out empty lines in front and behind, and all but one of those in a row."""
    kept: list[CommentLine] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return tuple(kept if not kept or kept[-1].text else kept[:-1])


def read_line(raw: str, name: str, number: int) -> CommentLine | None:
    """Reads a line that begins with `//`, blanks aside; None for directives to tools, such as `//go:build`."""
    said = read_text(raw)
    if said is None:
        return None
    start = raw.index("/") + 2
    line: CommentLine = new_line((said, new_place((name, number, start + 1 + (raw[start : start + 1] == " ")))))
    return line


def read_text(raw: str) -> str | None:
    """Reads the text of a line as `read_line` does."""
    said = raw.lstrip(BLANKS)[2:]
    if said[:1] == " ":
        said = said[1:]
    elif said[:1] != "+" and _DIRECTIVE.match(said):
        return None
    return said.rstrip(BLANKS)
