"""The heads of one connection, read one after the other: one that says the same as the last is not read again.

A client sends the same head again and again, as long as it asks for the same: only the length of the body is another
one. So the last head is kept, if it is short and plain, and the next one is compared with it. Plain is a head with one
`Content-Length`, with or without others that say nothing about the body: what makes bodies ambiguous is always read.
"""

from __future__ import annotations

from kapivara.server.head import Head, parse_head
from kapivara.values.lazy_pattern import lazy_bytes_pattern

_LENGTH = lazy_bytes_pattern(rb"\n[Cc]ontent-[Ll]ength: ([0-9]{1,9})\r\n")
_LONGEST = 4 * 1024


class HeadReader:
    """Reads heads; raises BadHeadError as `parse_head` does."""

    __slots__ = ("_end", "_last", "_start")

    def __init__(self) -> None:
        self._start = self._end = b""  # what stands before and behind the length
        self._last: Head | None = None

    def read(self, data: bytes) -> Head:
        """Reads a whole head, its empty line included."""
        found = _LENGTH.search(data)
        if found is None or len(data) > _LONGEST:
            return parse_head(data)
        place, end = found.span(1)
        if self._last is not None and data[:place] == self._start and data[end:] == self._end:
            return self._last.with_length(int(found[1]))
        head = parse_head(data)
        if head.is_plain:
            head.is_kept = True
            self._start, self._end, self._last = data[:place], data[end:], head
        return head
