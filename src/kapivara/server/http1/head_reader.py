"""Reads the heads of one connection; does not parse a head that repeats the last one.

A client repeats its head as long as it makes the same request; only the length of the body changes. So the last head is
kept, if it is short and plain, and compared with the next one. A plain head has one `Content-Length` and no other
header about the body; heads with ambiguous bodies are always parsed.
"""

from __future__ import annotations

import re

from kapivara.server.http1.head import Head, parse_head

_LENGTH = re.compile(rb"\n[Cc]ontent-[Ll]ength: ([0-9]{1,9})\r\n")
_MOST_DIGITS = 9
_LONGEST = 4 * 1024


class HeadReader:
    """Reads heads. `kept` is the last one if it may repeat; another head replaces it."""

    __slots__ = ("_end", "_start", "kept")

    def __init__(self) -> None:
        self._start = self._end = b""  # the bytes before and after the length
        self.kept: Head | None = None

    def find_kept(self, source: bytes | bytearray, start: int) -> int:
        """Returns the end of a head that repeats the kept one, and sets its length; -1 for another head."""
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
        """Parses a complete head with its empty line; raises BadHeadError like `parse_head`."""
        self.kept = None
        head = parse_head(data)
        found = _LENGTH.search(data)
        if found is not None and len(data) <= _LONGEST and head.is_plain:
            place, end = found.span(1)
            head.is_kept = True
            self._start, self._end, self.kept = data[:place], data[end:], head
        return head
