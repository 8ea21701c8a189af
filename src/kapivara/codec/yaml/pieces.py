"""Splits a YAML text into pieces of whole documents, so that each can be decoded and positioned alone.

A line that starts with `---` starts a document, whatever precedes it. Texts that need more care are one piece: those
with directives, which belong to the following document, and those with line breaks that only YAML knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.codec.positions import PositionTree
from kapivara.codec.text_place import TextPlaces

_MARKER = b"\n---"
_AFTER_MARKER = (b"", b" ", b"\n")
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_ODD_BREAKS = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")  # NEL, LS and PS


class Piece:
    """A part of a text, and the number of lines before it."""

    __slots__ = ("_begin", "_end", "_lines", "_places", "_text", "lines_before")

    def __init__(self, text: bytes, begin: int, end: int, lines_before: int):
        self._text = text
        self._begin = begin
        self._end = end
        self._places: list[PositionTree] | None = None
        self._lines: TextPlaces | None = None
        self.lines_before = lines_before

    @property
    def data(self) -> bytes:
        """The bytes of the piece."""
        return self._text[self._begin : self._end]

    def place(self, index: int) -> PositionTree:
        """Returns the positions in the document with an index from 0; the first call computes all."""
        if self._places is None:
            from kapivara.codec.yaml.exact.places import yaml_places  # positions are rarely asked for

            self._places = yaml_places(self.data)
        return self._places[index]

    def plain_place(self) -> PositionTree:
        """Returns the positions in its only document, which is plain."""
        from kapivara.codec.yaml.plain.places import plain_places  # as above

        return plain_places(self.data.decode())

    def locate(self, at: tuple[int, int]) -> tuple[int, int]:
        """Returns the position in the whole text of a position in the piece."""
        return at[0] + self.lines_before, at[1]

    def line(self, number: int) -> str | None:
        """Returns a line by its number in the whole text; None if it is too long, or YAML may count differently."""
        if self._lines is None:
            data = self.data
            odd = b"\r" in data or (not data.isascii() and any(each in data for each in _ODD_BREAKS))
            self._lines = TextPlaces(b"" if odd else data)
        return self._lines.line(number - self.lines_before)


def whole(data: bytes) -> Piece:
    """Returns a text as one piece; CRLF line breaks become LF."""
    if b"\r" in data and data.count(b"\r") == data.count(b"\r\n"):
        data = data.replace(b"\r\n", b"\n")
    return Piece(data, 0, len(data), 0)


def split(data: bytes) -> Iterator[Piece]:
    """Yields the pieces of a text in order."""
    piece = whole(data)
    data = piece.data
    if not _can_be_split(data):
        yield piece
        return
    begin = line = 0
    while begin < len(data):
        end = _next_marker(data, begin)
        yield Piece(data, begin, end, line)
        line += data.count(b"\n", begin, end)
        begin = end


def _can_be_split(data: bytes) -> bool:
    if b"\r" in data or b"\n%" in data or data.startswith((b"%", *_BYTE_ORDER_MARKS)):
        return False
    return data.isascii() or not any(each in data for each in _ODD_BREAKS)


def _next_marker(data: bytes, begin: int) -> int:
    """Returns the start of the next document after an offset, or the end of the text."""
    found = data.find(_MARKER, begin)
    while found >= 0 and data[(after := found + len(_MARKER)) : after + 1] not in _AFTER_MARKER:
        found = data.find(_MARKER, found + 1)
    return found + 1 if found >= 0 else len(data)
