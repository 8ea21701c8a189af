"""Converts byte offsets to lines and columns, and finds the end of white space and of JSON strings."""

from __future__ import annotations

from bisect import bisect_right

from kapivara.values.lazy_pattern import lazy_bytes_pattern

_LINE_END = lazy_bytes_pattern(rb"\n")
_LONGEST_LINE = 10_000
_PLAIN = rb'[^"\\\x00-\x1f]*+'
_STRING_START = lazy_bytes_pattern(rb'"' + _PLAIN)
# A bounded repetition: Python needs more than a hundred bytes per repetition of a group.
_ESCAPES = lazy_bytes_pattern(rb'(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})' + _PLAIN + rb"){1,1000}")


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Returns line and column, both from 1; the column counts characters, not bytes."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, start) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


class TextPlaces:
    """The lines and columns of many offsets in one text: finds its lines once, and columns incrementally."""

    __slots__ = ("_ascii", "_data", "_last", "_starts")

    def __init__(self, data: bytes):
        self._data = data
        self._ascii = data.isascii()
        self._starts: list[int] = []
        self._last = (0, 0, 0)
        """The last result: the start of its line, its offset, the characters in between."""

    def find(self, offset: int) -> tuple[int, int]:
        """Returns line and column of an offset, like `line_and_column`."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        return line, self._characters(start, offset) + 1

    def line(self, number: int) -> str | None:
        """Returns a line by its number, without its end; None if it does not exist or is very long."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return None
        end = starts[number] if number < len(starts) else len(self._data)
        if end - starts[number - 1] > _LONGEST_LINE:
            return None
        return self._data[starts[number - 1] : end].decode("utf-8", "replace").rstrip("\r\n")

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self._data))]
        return self._starts

    def _characters(self, start: int, offset: int) -> int:
        if self._ascii:
            return offset - start
        line, known, characters = self._last
        if line != start or known > offset:
            known, characters = start, 0
        characters += len(self._data[known:offset].decode("utf-8", "replace"))
        self._last = start, offset, characters
        return characters


def skip_space(data: bytes, position: int) -> int:
    """Returns the offset of the first byte that is no JSON white space."""
    while data[position : position + 1] in _SPACE:
        position += 1
    return position


def skip_string_text(data: bytes, position: int) -> int:
    """Returns the offset after the valid text of the JSON string at `position`: its closing quote, or an error."""
    match = _STRING_START.match(data, position)
    while match:
        position = match.end()
        match = _ESCAPES.match(data, position)
    return position


_SPACE = (b" ", b"\n", b"\r", b"\t")
