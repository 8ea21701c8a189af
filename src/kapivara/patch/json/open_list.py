"""A list that a patch changes, stored in blocks, so that insertions and removals move few items.

A patch may change the front of a list of half a million items thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from kapivara.values import JsonValue

BLOCK = 2_048
"""The number of items of a new block; a block of twice the size is split."""


class OpenList:
    """An opened list. Indices are those of existing items, from 0 on."""

    __slots__ = ("_blocks", "_size")

    def __init__(self, items: list[JsonValue]):
        size = self._size = len(items)
        self._blocks = [items[at : at + BLOCK] for at in range(0, size, BLOCK)] if size > BLOCK else [items[:]]

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[JsonValue]:
        return chain.from_iterable(self._blocks)

    def __getitem__(self, index: int) -> JsonValue:
        number, at = self._locate(index)
        return self._blocks[number][at]

    def __setitem__(self, index: int, item: JsonValue) -> None:
        number, at = self._locate(index)
        self._blocks[number][at] = item

    def __delitem__(self, index: int) -> None:
        number, at = self._locate(index)
        del self._blocks[number][at]
        if not self._blocks[number] and len(self._blocks) > 1:
            del self._blocks[number]
        self._size -= 1

    def insert(self, index: int, item: JsonValue) -> None:
        """Inserts an item before another one, or at the end."""
        number, at = self._locate(index)
        block = self._blocks[number]
        block.insert(at, item)
        if len(block) >= 2 * BLOCK:
            self._blocks[number : number + 1] = [block[:BLOCK], block[BLOCK:]]
        self._size += 1

    def append(self, item: JsonValue) -> None:
        """Appends an item."""
        self.insert(self._size, item)

    def _locate(self, index: int) -> tuple[int, int]:
        """Returns the block of an item, and its index there; for the end, the end of the last block."""
        if index == self._size:
            return len(self._blocks) - 1, len(self._blocks[-1])
        for number, block in enumerate(self._blocks):
            if index < len(block):
                return number, index
            index -= len(block)
        raise IndexError(index)
