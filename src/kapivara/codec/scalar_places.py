"""Finds the position of a character of a decoded text in its file.

A text may be written in many ways: plain, quoted with escapes, or as a block with kept or folded lines. Its non-space
characters have the same order in the file, so both are traversed in parallel.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.values.lazy_pattern import lazy_pattern

_PROPERTIES = lazy_pattern(r"(?:[&!]\S*\s+)*")
_SURROGATES = lazy_pattern(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]")
_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}
_SPACE = " \t\n\r"
_ESCAPED_SPACE = ("", " ", "\t", "n", "r", "t")  # the first one at the end of a line


class _DifferentError(Exception):
    """The file does not contain the text at this place."""


def place_in_scalar(
    line_of: Callable[[int], str | None], start: tuple[int, int], text: str, offset: int
) -> tuple[int, int]:
    """Returns line and column, from 1, of a character of a text that starts at a line and column.

    Returns the start if the lines do not contain the text or are too long. The position of white space is approximate.
    """
    try:
        reader = _Reader(line_of, *start)
        for char in text[:offset]:
            reader.pass_by(char)
        if offset < len(text):
            reader.move_to(text[offset])
    except _DifferentError:
        return start
    return reader.line, reader.column + 1


class _Reader:
    """Traverses the lines of a file; `column` counts from 0."""

    def __init__(self, line_of: Callable[[int], str | None], line: int, column: int):
        self._line_of = line_of
        self.line = line
        self.column = column - 1
        self._row = self._read()
        properties = _PROPERTIES.match(self._row, self.column)
        self.column = properties.end() if properties else self.column
        self._quote = self._row[self.column : self.column + 1]
        if self._quote in ("|", ">"):
            self._next_line()
        elif self._quote in ("'", '"'):
            self.column += 1

    def _read(self) -> str:
        row = self._line_of(self.line)
        if row is None:
            raise _DifferentError
        return row

    def _next_line(self) -> None:
        self.line, self.column = self.line + 1, 0
        self._row = self._read()

    @property
    def _here(self) -> str:
        """The character at this position; a line break at the end of a line."""
        return self._row[self.column] if self.column < len(self._row) else "\n"

    @property
    def _at_escape(self) -> bool:
        return self._quote == '"' and self._here == "\\"

    @property
    def _at_escaped_space(self) -> bool:
        return self._at_escape and self._row[self.column + 1 : self.column + 2] in _ESCAPED_SPACE

    def move_to(self, char: str) -> None:
        """Moves to the next character of the text."""
        if char in _SPACE:
            return
        while self._here in _SPACE or self._at_escaped_space:
            if self.column + 1 >= len(self._row):
                self._next_line()
            else:
                self.column += 2 if self._at_escape else 1
        if not self._at_escape and self._here != char:
            raise _DifferentError

    def pass_by(self, char: str) -> None:
        """Moves past the next character of the text."""
        self.move_to(char)
        if self._at_escape and self.column + 1 < len(self._row):
            self.column += self._escape_length()
        elif char not in _SPACE:
            self.column += 2 if self._quote == char == "'" else 1
        elif self._here == char:
            if char == "\n":
                self._next_line()
            else:
                self.column += 1

    def _escape_length(self) -> int:
        if _SURROGATES.match(self._row, self.column):
            return 12
        return _ESCAPE_LENGTHS.get(self._row[self.column + 1], 2)
