"""The heads of one connection, read one after the other: one that says the same as the last is not read again.

A client sends the same head again and again, as long as it asks for the same: only the length of the body is another
one. So the last head is kept, if it is short and plain, and the next one is compared with it. Plain is a head with one
`Content-Length`, with or without others that say nothing about the body: what makes bodies ambiguous is always read.
"""

from __future__ import annotations

from kapivara.server.head import Head, parse_head
from kapivara.values.lazy_pattern import lazy_bytes_pattern

_LENGTH = lazy_bytes_pattern(rb"\n[Cc]ontent-[Ll]ength: ([0-9]{1,9})\r\n")
_MOST_DIGITS = 9
_LONGEST = 4 * 1024


class HeadReader:
    """Reads heads. `kept` is the last one, where it may come again; it is read anew when another one is."""

    __slots__ = ("_end", "_start", "kept")

    def __init__(self) -> None:
        self._start = self._end = b""  # what stands before and behind the length
        self.kept: Head | None = None

    def find_kept(self, source: bytes | bytearray, start: int) -> int:
        """Returns where a head ends that says the same as the one that is kept, which has its length then; or -1."""
        if self.kept is None or not source.startswith(self._start, start):
            return -1
        place = start + len(self._start)
        end = source.find(b"\r", place, place + _MOST_DIGITS + 1)
        digits = source[place:end]
        if end < 0 or not digits.isdigit() or not source.startswith(self._end, end):
            return -1
        self.kept.length = int(digits)
        return end + len(self._end)

    def read(self, data: bytes) -> Head:
        """Reads a whole head, its empty line included; raises BadHeadError as `parse_head` does."""
        self.kept = None
        head = parse_head(data)
        found = _LENGTH.search(data)
        if found is not None and len(data) <= _LONGEST and head.is_plain:
            place, end = found.span(1)
            head.is_kept = True
            self._start, self._end, self.kept = data[:place], data[end:], head
        return head
