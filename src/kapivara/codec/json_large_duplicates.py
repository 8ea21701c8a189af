"""The paths of duplicate keys in a JSON text of very many lists and objects, found piece by piece.

The standard library holds the interpreter while it reads, as orjson does (`json_large`). Most pieces give no key twice,
which their quotes tell: of these only what is open on either side of them is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kapivara.codec.json_duplicates import pairs_of, paths_below, read_pairs
from kapivara.codec.json_pieces import LAST, PIECE, Piece, cut
from kapivara.codec.json_reader import keeps_quotes


def paths_in_pieces(data: bytes, size: int = PIECE) -> Iterator[str]:
    """Yields the path of each repeated key of each object once, in the order of the text, which is well formed."""
    search = _Search()
    brackets = b""
    for _, text, is_last in cut(data, size):
        piece = Piece(text, brackets, is_last=is_last)
        whole = piece.whole()
        node = _without_duplicates(whole)
        yield from search.go_on(read_pairs(whole) if node is None else node, piece, is_clean=node is not None)
        brackets = piece.after


def _without_duplicates(text: bytes) -> Any:
    """Reads a text that gives no key twice in the same object; None where one may be given twice."""
    import orjson

    try:
        value = orjson.loads(text)
        return value if keeps_quotes(text, orjson.dumps(value)) else None
    except (ValueError, TypeError):  # it is deep
        return None


class _Open:
    """A list or object that may go on in the next piece: what it holds so far, and the step to the last of that."""

    __slots__ = ("count", "seen", "step")

    def __init__(self) -> None:
        self.count = 0
        self.seen: dict[str, bool] = {}  # keys, and whether they have been told as repeated
        self.step = ""

    def pass_over(self, part: Any, start: int) -> None:
        """Takes in a part of a list, from some place on, of which nothing is told."""
        behind = len(part) - (part[-1] == LAST) if part else 0
        if behind > start:
            self.count += behind - start
            self.step = f"[{self.count - 1}]"

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

    def go_on(self, node: Any, piece: Piece, *, is_clean: bool) -> Iterator[str]:
        """Yields what the next piece has, and takes note of what it leaves open.

        One that `is_clean` gives no key twice in itself.
        """
        if not isinstance(node, (dict, list)):
            return
        if not self._open:
            self._open.append(_Open())
        parts = [node]  # of what goes on, from the outermost
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
                    pass  # told already, with what it is in

    def _found(self, part: Any, start: int, *, is_clean: bool) -> Iterator[str]:
        """Yields what the innermost of all that is open gets from some place of a part on."""
        if is_clean and isinstance(part, list):
            self._open[-1].pass_over(part, start)
            return
        around = [each.step for each in self._open[:-1]]
        for step, item, is_news in self._open[-1].take(part, start):
            if is_news:
                yield "".join((*around, step)).removeprefix(".")
            if not is_clean and item and isinstance(item, (dict, list)):
                yield from paths_below(item, [*around, step])
