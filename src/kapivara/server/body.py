"""The body of a request as it comes: of a length that its head gives, or in chunks."""

from __future__ import annotations

from typing import TypeAlias

from kapivara.server.chunked import ChunkedBody
from kapivara.server.head import CHUNKED, Head


class SizedBody:
    """A body whose length is known. `data` holds what came of it, `done` tells that all of it did.

    Of more than `limit` bytes only the first ones are kept; `length` counts all that came.
    """

    is_chunked = False

    def __init__(self, size: int, limit: int):
        self.data = bytearray()
        self.length = 0
        self._size = size
        self._limit = limit

    @property
    def done(self) -> bool:
        """Whether the body is whole."""
        return self.length == self._size

    def keep_nothing(self) -> None:
        """Lets go what came, and of what comes keeps nothing."""
        self.data = bytearray()
        self._limit = 0

    def take(self, source: bytes | bytearray, at: int, end: int) -> int:
        """Takes bytes of a source from `at` to `end`; returns where it stopped, for lack of bytes or as it is done."""
        stop = min(end, at + self._size - self.length)
        kept = self._limit - len(self.data)
        if kept > 0:
            self.data += memoryview(source)[at : min(stop, at + kept)]
        self.length += stop - at
        return stop


Body: TypeAlias = SizedBody | ChunkedBody


def body_of(head: Head, limit: int) -> Body:
    """Returns the body that a head announces, of which `limit` bytes are kept."""
    return ChunkedBody(limit) if head.length == CHUNKED else SizedBody(head.length, limit)
