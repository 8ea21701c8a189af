"""The body of a request during its arrival: with a given length, or in chunks."""

from __future__ import annotations

from typing import TypeAlias

from kapivara.server.http1.chunked import ChunkedBody
from kapivara.server.http1.head import CHUNKED, Head


class SizedBody:
    """A body of known length. `data` holds the received bytes, `done` is True once all have arrived.

    Keeps only the first `limit` bytes; `length` counts all.
    """

    is_chunked = False

    def __init__(self, size: int, limit: int):
        self.data = bytearray()
        self.length = 0
        self._size = size
        self._limit = limit

    @property
    def done(self) -> bool:
        """Whether the body is complete."""
        return self.length == self._size

    def keep_nothing(self) -> None:
        """Discards the received bytes and all that follow."""
        self.data = bytearray()
        self._limit = 0

    def take(self, source: bytes | bytearray, at: int, end: int) -> int:
        """Reads a source from `at` to `end`; returns the offset where it stopped."""
        stop = min(end, at + self._size - self.length)
        kept = self._limit - len(self.data)
        if kept > 0:
            self.data += memoryview(source)[at : min(stop, at + kept)]
        self.length += stop - at
        return stop


Body: TypeAlias = SizedBody | ChunkedBody


def body_of(head: Head, limit: int) -> Body:
    """Returns the body that a head announces; it keeps `limit` bytes."""
    return ChunkedBody(limit) if head.length == CHUNKED else SizedBody(head.length, limit)
