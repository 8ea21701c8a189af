"""Finds the paths of duplicate keys in a JSON text with very many lists and objects, piece by piece.

Like orjson, the standard library holds the interpreter lock while it decodes (`json_large`). Most pieces have no
duplicate key, as their number of quotes shows; in these, only the collections that are open at either end are searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kapivara.codec.json.large.pieces import LAST, PIECE, Piece, cut
from kapivara.codec.json.plain.duplicates import pairs_of, paths_below, read_pairs
from kapivara.codec.json.plain.reader import keeps_quotes


def paths_in_pieces(data: bytes, size: int = PIECE) -> Iterator[str]:
    """Yields the path of each duplicate key of each object once, in the order of the well-formed text."""
    search = _Search()
    brackets = b""
    for _, text, is_last in cut(data, size):
        piece = Piece(text, brackets, is_last=is_last)
        whole = piece.whole()
        node = _without_duplicates(whole)
        yield from search.go_on(read_pairs(whole) if node is None else node, piece, is_clean=node is not None)
        brackets = piece.after


def _without_duplicates(text: bytes) -> Any:
    """Decodes a text without duplicate keys; None if there may be any."""
    import orjson

    try:
        value = orjson.loads(text)
        return value if keeps_quotes(text, orjson.dumps(value)) else None
    except (ValueError, TypeError):  # too deep
        return None


class _Open:
    """A list or object that may continue in the next piece: its content so far, and the step to its last item."""

    __slots__ = ("count", "seen", "step")

    def __init__(self) -> None:
        self.count = 0
        self.seen: dict[str, bool] = {}  # keys, and whether they were yielded as duplicates
        self.step = ""

    def pass_over(self, part: Any, start: int) -> None:
        """Counts the items of a part of a list from an index on, without searching them."""
        behind = len(part) - (part[-1] == LAST) if part else 0
        if behind > start:
            self.count += behind - start
            self.step = f"[{self.count - 1}]"

    def take(self, part: Any, start: int = 0) -> Iterator[tuple[str, Any, bool]]:
        """Adds a part from an index on; yields each step, its value, and whether it is a new duplicate."""
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
    """One search; `_open` holds the lists and objects that are open at the start of a piece."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def go_on(self, node: Any, piece: Piece, *, is_clean: bool) -> Iterator[str]:
        """Yields the duplicates of the next piece, and records what it leaves open.

        An `is_clean` piece has no duplicates in itself.
        """
        if not isinstance(node, (dict, list)):
            return
        if not self._open:
            self._open.append(_Open())
        parts = [node]  # the continued collections, outermost first
        while piece.level + len(parts) < len(self._open):
            part = parts[-1]
            parts.append(part[0] if isinstance(part, list) else next(iter(pairs_of(part)))[1])
        yield from self._found(parts.pop(), 0, is_clean=is_clean)
        while parts:
            self._open.pop()
            yield from self._found(parts.pop(), 1, is_clean=is_clean)
        for _ in piece.after[piece.level + 1 :]:
            node = node[-1] if isinstance(node, list) else list(pairs_of(node))[-1][1]
            self._open.append(_Open())
            if isinstance(node, list):
                self._open[-1].pass_over(node, 0)
            else:
                for _ in self._open[-1].take(node):
                    pass  # already yielded with the enclosing value

    def _found(self, part: Any, start: int, *, is_clean: bool) -> Iterator[str]:
        """Yields the duplicates of the innermost open collection that are in a part, from an index on."""
        if is_clean and isinstance(part, list):
            self._open[-1].pass_over(part, start)
            return
        around = [each.step for each in self._open[:-1]]
        for step, item, is_news in self._open[-1].take(part, start):
            if is_news:
                yield "".join((*around, step)).removeprefix(".")
            if not is_clean and item and isinstance(item, (dict, list)):
                yield from paths_below(item, [*around, step])
