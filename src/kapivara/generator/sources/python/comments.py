"""Assigns the comments of a Python file to declarations.

The comment lines directly above a class, a field or an assignment belong to it, as in Go; a blank line ends them. In
addition, two comments are read: the one after a field on the same line, and the block above a class's own comment,
separated by one blank line.
"""

from __future__ import annotations

import io
import tokenize

from kapivara.generator.model.types import CommentLine, Comments, Position


class FileComments:
    """The comments of one file by line; raises SyntaxError where the file cannot be tokenized."""

    __slots__ = ("_alone", "_behind", "_lines")

    def __init__(self, name: str, text: str):
        self._alone: dict[int, CommentLine] = {}
        self._behind: dict[int, CommentLine] = {}
        self._lines = text.split("\n")
        if "#" not in text:
            return
        try:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    line, column = token.start
                    comment = CommentLine(token.string[1:], Position(name, line, column + 2))
                    (self._behind if token.line[:column].strip() else self._alone)[line] = comment
        except tokenize.TokenError as error:
            raise SyntaxError(error.args[0], (name, *error.args[1], None)) from None

    def above(self, line: int) -> Comments:
        """Returns the comment lines directly above a line."""
        first = self._start(line)
        return tuple(self._alone[number] for number in range(first, line))

    def detached(self, line: int) -> Comments:
        """Returns the block above the comment of a declaration, with one blank line between."""
        between = self._start(line) - 1
        return () if between < 1 or self._lines[between - 1].strip() else self.above(between)

    def behind(self, line: int) -> CommentLine | None:
        """Returns the comment after the code of a line, or None."""
        return self._behind.get(line)

    def before(self, line: int) -> Comments:
        """Returns all comment lines above a line that have no code beside them."""
        return tuple(comment for number, comment in self._alone.items() if number < line)

    def all_lines(self) -> Comments:
        """Returns all comments that have no code beside them."""
        return tuple(self._alone.values())

    def _start(self, line: int) -> int:
        """Returns the first line of the block that ends above a line; the line itself where there is none."""
        while line - 1 in self._alone:
            line -= 1
        return line
