"""Parses chunked bodies as they arrive; as strict as Go, so that no two servers see different requests.

Size lines end in CRLF, sizes are plain hexadecimal; extensions are ignored, and may not exceed the data; stricter than
Go, the number of chunks is limited. Trailers are read with a limit, validated, and dropped, so they cannot change the
sender or the length of a request. Upstream: net/http/internal/chunked.go, net/http/transfer.go readTrailer;
net/textproto/reader.go.
"""

from __future__ import annotations

import re
from enum import Enum

from kapivara.server.http1.head import find_end

_LONGEST_LINE = 4096
_LONGEST_TRAILERS = 4096
_MOST_EXCESS = 16 * 1024
_FREE_EXCESS = 16
_MOST_CHUNKS = 50_000
_NOT_HEXADECIMAL = re.compile(rb"[^0-9A-Fa-f]")
_TRAILER = re.compile(rb"[ !#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\Z")


class ChunkError(Exception):
    """A malformed body: the server's text, and the malformed line, if the error concerns one."""

    def __init__(self, text: str, line: bytes | None = None):
        super().__init__(text)
        self.line = None if line is None else line.decode(errors="replace")


class _Part(Enum):
    """The part that comes next."""

    SIZE = "size"
    DATA = "data"
    DATA_END = "data end"
    TRAILERS = "trailers"
    NOTHING = "nothing"


class ChunkedBody:
    """A chunked body. `data` holds the received bytes, `done` is True once all have arrived.

    Keeps only the first `limit` bytes; `length` counts all.
    """

    is_chunked = True

    def __init__(self, limit: int):
        self.data = bytearray()
        self.length = 0
        self._limit = limit
        self._part = _Part.SIZE
        self._left = 0
        self._excess = 0
        self._chunks = 0

    @property
    def done(self) -> bool:
        """Whether the body has ended, including its trailers."""
        return self._part is _Part.NOTHING

    def keep_nothing(self) -> None:
        """Discards the received bytes and all that follow."""
        self.data = bytearray()
        self._limit = 0

    def take(self, source: bytes | bytearray, at: int, end: int) -> int:
        """Reads a source from `at` to `end`; returns the offset where it stopped.

        Raises ChunkError for a malformed body.
        """
        steps = {
            _Part.SIZE: self._take_size,
            _Part.DATA: self._take_data,
            _Part.DATA_END: self._take_data_end,
            _Part.TRAILERS: self._take_trailers,
        }
        while at < end and self._part is not _Part.NOTHING:
            stopped = steps[self._part](source, at, end)
            if stopped == at:
                break
            at = stopped
        return at

    def _take_size(self, source: bytes | bytearray, at: int, end: int) -> int:
        found = source.find(b"\n", at, min(end, at + _LONGEST_LINE))
        if found < 0:
            if end - at >= _LONGEST_LINE:
                raise ChunkError("header line too long")
            return at
        line = bytes(source[at : found + 1])
        carriage = line.find(b"\r")
        if carriage < 0:
            raise ChunkError("chunked line ends with bare LF")
        if carriage != len(line) - 2:
            raise ChunkError("invalid CR in chunked line")
        size = _read_size(line[:-2])
        self._excess = max(0, self._excess + len(line) - (_FREE_EXCESS + 2 * size))
        self._chunks += 1
        if self._excess > _MOST_EXCESS or self._chunks > _MOST_CHUNKS:
            raise ChunkError("chunked encoding contains too much non-data")
        self._left = size
        self._part = _Part.DATA if size else _Part.TRAILERS
        return found + 1

    def _take_data(self, source: bytes | bytearray, at: int, end: int) -> int:
        stop = min(end, at + self._left)
        kept = self._limit - len(self.data)
        if kept > 0:
            self.data += memoryview(source)[at : min(stop, at + kept)]
        self.length += stop - at
        self._left -= stop - at
        if not self._left:
            self._part = _Part.DATA_END
        return stop

    def _take_data_end(self, source: bytes | bytearray, at: int, end: int) -> int:
        if end - at < 2:
            return at
        if source[at : at + 2] != b"\r\n":
            raise ChunkError("malformed chunked encoding")
        self._part = _Part.SIZE
        return at + 2

    def _take_trailers(self, source: bytes | bytearray, at: int, end: int) -> int:
        text = bytes(source[at : min(end, at + _LONGEST_TRAILERS)])
        stop = find_end(text)
        if stop < 0:
            if len(text) == _LONGEST_TRAILERS:
                raise ChunkError("http: suspiciously long trailer after chunked body")
            return at
        _check_trailers(text[:stop])
        self._part = _Part.NOTHING
        return at + stop


def _read_size(line: bytes) -> int:
    """Parses the hexadecimal size of a chunk; ignores an extension."""
    digits = line.rstrip(b" \t").partition(b";")[0]
    if not digits:
        raise ChunkError("empty hex number for chunk length")
    if _NOT_HEXADECIMAL.search(digits[:17]):
        raise ChunkError("invalid byte in chunk length")
    if len(digits) > 16:
        raise ChunkError("http chunk length too large")
    return int(digits, 16)


def _check_trailers(text: bytes) -> None:
    """Raises ChunkError for malformed trailers."""
    lines = text.replace(b"\r\n", b"\n").split(b"\n")[:-2]
    for place, line in enumerate(lines):
        if line.startswith((b" ", b"\t")):
            if place:
                continue  # continues the line before
            raise ChunkError("malformed MIME header initial line", line)
        if b":" not in line:
            raise ChunkError("malformed MIME header: missing colon", line)
        trimmed = line.rstrip(b" \t")
        if not _TRAILER.match(trimmed):
            raise ChunkError("malformed MIME header line", trimmed)
