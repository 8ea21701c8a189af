"""Decodes JSON with very many lists and objects without blocking other threads.

orjson holds the interpreter lock while it decodes: a million empty lists would block all other threads for a tenth of a
second and more. So such a text is decoded in pieces. For a malformed text, only the malformed piece is scanned for the
server's error.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.large.pieces import FIRST, LAST, PIECE, Piece, cut

_MANY: Final = 100_000
_DEEPEST_AT_ONCE: Final = 1024
"""The maximum depth of orjson."""


def has_many_containers(data: bytes) -> bool:
    """Returns True if a text may have so many lists and objects that it should be decoded in pieces."""
    return data.count(b"[") + data.count(b"{") > _MANY


def load_in_pieces(data: bytes, size: int = PIECE) -> Any:
    """Decodes one JSON value like `orjson.loads`; raises ValueError for invalid JSON."""
    import orjson

    reader = _PieceReader()
    try:
        for _, text, is_last in cut(data, size):
            reader.read(Piece(text, reader.brackets, is_last=is_last))
    except _KeyTwiceError:
        return orjson.loads(data)
    return reader.value


def find_fault(data: bytes, *, max_depth: int, size: int = PIECE) -> DecodeError | None:
    """Returns the error for a malformed or too deep text; None for a valid one."""
    from kapivara.codec.json.plain.scanner import fault_of

    before = b""
    for start, text, is_last in cut(data, size):
        try:
            piece = Piece(text, before, is_last=is_last)
            _check(piece, max_depth)
        except ValueError:
            return fault_of(data, start, max_depth, before.decode())
        before = piece.after
    return None


def _check(piece: Piece, max_depth: int) -> None:
    """Raises ValueError for a malformed piece; a piece that only orjson rejects is scanned exactly."""
    import orjson

    from kapivara.codec.json.plain.scanner import scan_json

    text, deepest = piece.whole(), max_depth - piece.level
    try:
        if deepest >= _DEEPEST_AT_ONCE:
            orjson.loads(text)
            return
    except ValueError:
        pass
    try:
        scan_json(text, max_depth=deepest)
    except DecodeError as error:
        if error.syntax:
            raise ValueError(str(error)) from error


class _KeyTwiceError(Exception):
    """A duplicate key in a piece hides which member continues in the next piece."""


class _PieceReader:
    """Joins the pieces of one value."""

    def __init__(self) -> None:
        self.value: Any = None
        self.brackets = b""
        self._open: list[Any] = []  # the lists and objects of these brackets

    def read(self, piece: Piece) -> None:
        """Adds the next piece."""
        import orjson

        node = orjson.loads(piece.whole())
        opened = _open_behind(node, piece.after[piece.level :])
        if self._open:
            self._join(node, piece.level)
            self._open[piece.level + 1 :] = opened[1:]
        else:
            self.value, self._open = node, opened
        self.brackets = piece.after

    def _join(self, node: Any, level: int) -> None:
        """Adds the content of a piece to the lists and objects that were open at its start."""
        innermost = len(self._open) - 1
        for depth in range(level, innermost + 1):
            container, goes_on = self._open[depth], depth < innermost
            if type(container) is list:
                container.extend(islice(node, goes_on, None))
                node = node[0] if goes_on else None
            else:
                inner = node.pop(FIRST) if goes_on else None
                container.update(node)
                node = inner


def _open_behind(node: Any, brackets: bytes) -> list[Any]:
    """Returns the lists and objects still open after a piece; removes the mark from the innermost one."""
    path: list[Any] = []
    for bracket in brackets:
        if path:
            node = next(reversed(node if type(node) is list else node.values()), None)
        if type(node) is not (list if bracket == ord("[") else dict):
            raise _KeyTwiceError
        path.append(node)
    if path:
        if next(reversed(node), None) != LAST:
            raise _KeyTwiceError
        node.pop() if type(node) is list else node.popitem()
    return path
