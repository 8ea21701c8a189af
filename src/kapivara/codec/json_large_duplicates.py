"""The paths of duplicate keys in a JSON text of very many lists and objects, found piece by piece.

The standard library holds the interpreter while it reads, as orjson does (`json_large`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kapivara.codec.json_duplicates import pairs_of, paths_below, read_pairs
from kapivara.codec.json_pieces import LAST, PIECE, Piece, cut


def paths_in_pieces(data: bytes, size: int = PIECE) -> Iterator[str]:
    """Yields the path of each repeated key of each object once, in the order of the text, which is well formed."""
    search = _Search()
    brackets = b""
    for _, text, is_last in cut(data, size):
        piece = Piece(text, brackets, is_last=is_last)
        yield from search.go_on(read_pairs(piece.whole()), piece)
        brackets = piece.after


class _Open:
    """A list or object that may go on in the next piece: what it holds so far, and the step to the last of that."""

    __slots__ = ("count", "seen", "step")

    def __init__(self) -> None:
        self.count = 0
        self.seen: dict[str, bool] = {}  # keys, and whether they have been told as repeated
        self.step = ""

    def take(self, part: Any, start: int = 0) -> Iterator[tuple[str, Any, bool]]:
        """Takes in a part of it, from some place on; yields each step, where it leads, and whether to tell of it."""
        if isinstance(part, list):
            for item in islice(part, start, None):
                if item != LAST:
                    self.step = f"[{self.count}]"
                    self.count += 1
                    yield self.step, item, False
        else:
            for key, item in islice(pairs_of(part), start, None):
                if key != LAST:
                    is_news = self.seen.get(key) is False
                    self.seen[key] = key in self.seen
                    self.step = f".{key}"
                    yield self.step, item, is_news


class _Search:
    """One search; `_open` has the lists and objects that are open where a piece begins."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def go_on(self, node: Any, piece: Piece) -> Iterator[str]:
        """Yields what the next piece has, and takes note of what it leaves open."""
        if not isinstance(node, (dict, list)):
            return
        if not self._open:
            self._open.append(_Open())
        parts = [node]  # of what goes on, from the outermost
        while piece.level + len(parts) < len(self._open):
            part = parts[-1]
            parts.append(part[0] if isinstance(part, list) else next(iter(pairs_of(part)))[1])
        yield from self._found(parts.pop(), 0)
        while parts:
            self._open.pop()
            yield from self._found(parts.pop(), 1)
        for _ in piece.after[piece.level + 1 :]:
            node = node[-1] if isinstance(node, list) else list(pairs_of(node))[-1][1]
            self._open.append(_Open())
            for _ in self._open[-1].take(node):
                pass  # told already, with what it is in

    def _found(self, part: Any, start: int) -> Iterator[str]:
        """Yields what the innermost of all that is open gets from some place of a part on."""
        around = [each.step for each in self._open[:-1]]
        for step, item, is_news in self._open[-1].take(part, start):
            if is_news:
                yield "".join((*around, step)).removeprefix(".")
            if item and isinstance(item, (dict, list)):
                yield from paths_below(item, [*around, step])
