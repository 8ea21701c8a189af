"""The comments of a Go file, and which of them belong to a declaration.

A comment belongs to what stands on the line below its last one; a second block, read for a few markers of types, ends
two lines above what is below it. Comments on neighbouring lines are one block, but one that stands behind code on its
line is a block of its own. Kept: so it belongs to what is declared on the next line, where that has no comment.

Upstream: gengo/v2/parser/parse.go docComment, priorDetachedComment; Go's go/parser consumeCommentGroup and go/ast
CommentGroup.Text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from kapivara.generator.model import CommentLine, Comments, Place
from kapivara.values.lazy_pattern import lazy_pattern

_TOKENS = lazy_pattern(
    r"(//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*[\s\S]*?\*/)"  # a run of line comments, or a block comment
    r'|"(?:\\.|[^"\\\n])*"|`[^`]*`|' + r"'(?:\\.|[^'\\\n])*'"
)
_DIRECTIVE = lazy_pattern(r"line |extern |export |[a-z0-9]+:[a-z0-9]")
_BLANK = " \t\r"

Span: TypeAlias = "tuple[int, int, int]"
"""Start and end in the text, and the line of the start."""

# Made for every line of every comment: by one call of C each, past the checks of a record's own constructor.
_place: Any = partial(tuple.__new__, Place)
_line: Any = partial(tuple.__new__, CommentLine)


class FileComments:
    """The blocks of comments of one file, by the line on which they end."""

    __slots__ = ("_all", "_blocks", "_name", "_text")

    def __init__(self, name: str, text: str):
        self._name = name
        self._text = text
        self._all = list(_find_blocks(text))
        self._blocks = dict(self._all)

    def above(self, line: int) -> Comments:
        """Returns the comment that belongs to what stands on a line."""
        block = self._blocks.get(line - 1)
        return () if block is None else self._lines(block)

    def detached(self, line: int) -> Comments:
        """Returns the block above the comment of what stands on a line."""
        block = self._blocks.get(line - 1)
        block = self._blocks.get((line if block is None else block[0][2]) - 2)
        return () if block is None else self._lines(block)

    def all_lines(self) -> Comments:
        """Returns the lines of all comments of the file."""
        return tuple(line for _, block in self._all for line in self._lines(block))

    def _lines(self, block: list[Span]) -> Comments:
        lines: list[CommentLine] = []
        for span in block:
            self._split(span, lines)
        if all(line.text for line in lines):
            return tuple(lines)
        return tuple(_without_blanks(lines))

    def _split(self, span: Span, lines: list[CommentLine]) -> None:
        start, end, number = span
        name, text = self._name, self._text
        before = start - text.rfind("\n", 0, start) - 1
        if text[start + 1] == "*":
            before += 2
            for raw in text[start + 2 : end - 2].split("\n"):
                lines.append(_line((raw.rstrip(_BLANK), _place((name, number, before + 1)))))
                number += 1
                before = 0
            return
        for number, raw in enumerate(text[start:end].split("\n"), span[2]):
            at = raw.index("//") + 2
            said = raw[at:]
            if said[:1] == " ":
                at += 1
                said = said[1:]
            elif said[:1] != "+" and _DIRECTIVE.match(said):
                before = 0
                continue
            lines.append(_line((said.rstrip(_BLANK), _place((name, number, before + at + 1)))))
            before = 0


def _find_blocks(text: str) -> Iterator[tuple[int, list[Span]]]:
    """Finds the comments of a text, in blocks; each with the line on which it ends."""
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
            behind_code = bool(text[max(end, text.rfind("\n", 0, start) + 1) : start].strip())
        end = found.end()
        first = text.find("\n", start, end) if behind_code and text[start + 1] == "/" else -1
        if first >= 0:  # what stands behind code is alone; the lines below begin a block
            yield line, [*block, (start, first, line)]
            block, behind_code = [], False
            start = text.index("//", first)
            line += 1
            at = start
        block.append((start, end, line))
        last_line = line + text.count("\n", start, end)
    if block:
        yield last_line, block


def _without_blanks(lines: list[CommentLine]) -> list[CommentLine]:
    """Leaves out empty lines in front and behind, and all but one of those in a row."""
    kept: list[CommentLine] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    while kept and not kept[-1].text:
        kept.pop()
    return kept
