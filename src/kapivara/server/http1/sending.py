"""Sends responses as fast as the client reads, and no faster.

Small responses are sent at once, larger ones in slices, and streams in pieces, each after the one before, so a client
that does not read holds one piece besides the response. Pieces that many streams send are framed once and shared.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from kapivara.server.http1.answer import AnyAnswer, Headers, Stream, StreamAnswer

_LOG = logging.getLogger("kapivara")
_ONE_PIECE = 64 * 1024
_SLICE = 256 * 1024
_NOTHING = memoryview(b"")
_KEPT_CHUNKS = 1024 * 1024
_KEPT_HEAD = 512
_KEPT_HEADS = 256
_WITHOUT_LENGTH = frozenset((204, 304))

_STATUS_LINES = {each.value: f"{each.value} {each.phrase}\r\n".encode() for each in HTTPStatus}
_STATUS_LINES[413] = b"413 Request Entity Too Large\r\n"
_STATUS_LINES[422] = b"422 Unprocessable Entity\r\n"


class Dates:
    """The `Date` header, formatted once a second."""

    def __init__(self) -> None:
        self._second = 0
        self._line = b""

    def line(self) -> bytes:
        """Returns the header with its line end."""
        second = int(time.time())
        if second != self._second:
            self._second = second
            self._line = time.strftime("date: %a, %d %b %Y %H:%M:%S GMT\r\n", time.gmtime(second)).encode()
        return self._line


_DATES = Dates()


class Heads:
    """The heads of responses without date and length; caches recent ones, because nearly all responses share a few."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], bytes] = {}

    def lines(self, code: int, headers: Headers, *, is_1_0: bool) -> bytes:
        """Returns the status line and the headers."""
        key = code, is_1_0, *headers
        lines = self._known.get(key)
        if lines is None:
            version = b"HTTP/1.0 " if is_1_0 else b"HTTP/1.1 "
            lines = b"".join((version, _STATUS_LINES[code], *(b"%b: %b\r\n" % header for header in headers)))
            if len(lines) <= _KEPT_HEAD:
                if len(self._known) >= _KEPT_HEADS:
                    self._known.clear()
                self._known[key] = lines
        return lines


_HEADS = Heads()


def head_bytes(code: int, headers: Headers, *, is_1_0: bool, connection: bytes, length: int | None) -> bytes:
    """Returns the head of a response. `length` is that of its body; None if it is unknown.

    `connection` is the value of the Connection header, or empty.
    """
    lines = _HEADS.lines(code, headers, is_1_0=is_1_0)
    end = b"connection: %b\r\n\r\n" % connection if connection else b"\r\n"
    if length is None:
        how = b"" if is_1_0 else b"transfer-encoding: chunked\r\n"
    else:  # 304 has the length of the client's copy
        how = b"" if code in _WITHOUT_LENGTH else b"content-length: %d\r\n" % length
    return b"".join((lines, _DATES.line(), how, end))


def refusal_bytes(status: str, text: str) -> bytes:
    """Returns a plain text response that closes the connection, for a malformed request.

    Upstream: net/http server.go serve (errorHeaders).
    """
    kind = "content-type: text/plain; charset=utf-8\r\n" if text else ""
    return f"HTTP/1.1 {status}\r\n{kind}content-length: {len(text)}\r\nconnection: close\r\n\r\n{text}".encode()


class Chunks:
    """Frames pieces of streams as HTTP/1.1 chunks; caches recent ones, because many streams send the same ones."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes] = {}
        self._size = 0

    def frame(self, piece: bytes) -> bytes:
        """Returns a piece as a chunk."""
        chunk = self._known.get(piece)
        if chunk is None:
            chunk = b"%x\r\n%b\r\n" % (len(piece), piece)
            if self._size >= _KEPT_CHUNKS:
                self._known.clear()
                self._size = 0
            self._known[piece] = chunk
            self._size += len(chunk)
        return chunk


class Sender:
    """Sends the responses of one connection, one at a time; calls `sent` after each, with True on success."""

    def __init__(self, transport: asyncio.Transport, sent: Callable[[bool], None], chunks: Chunks):
        self._transport = transport
        self._sent = sent
        self._chunks = chunks
        self._rest = _NOTHING
        self._size = 0
        self._stream: Stream | None = None  # the current stream
        self._is_chunked = False
        self.paused = False
        """Whether the client does not read now."""

    @property
    def unread(self) -> int:
        """The number of unsent bytes."""
        return len(self._rest) + self._transport.get_write_buffer_size()

    @property
    def held(self) -> int:
        """The memory of the current response, which is kept completely until its last byte is sent."""
        return max(self._size, self.unread)

    @property
    def streams(self) -> bool:
        """Whether a stream is being sent."""
        return self._stream is not None

    def send(self, answer: AnyAnswer, *, is_1_0: bool, is_head: bool, connection: bytes) -> None:
        """Sends a response; without its body to a HEAD request."""
        if isinstance(answer, StreamAnswer):
            start = head_bytes(answer.code, answer.headers, is_1_0=is_1_0, connection=connection, length=None)
            self._transport.write(start)
            if is_head:
                self._sent(True)
                return
            self._is_chunked = not is_1_0
            self._stream = answer.stream
            answer.stream.begin(self)
            return
        body = answer.body
        self._size = len(body)
        start = head_bytes(answer.code, answer.headers, is_1_0=is_1_0, connection=connection, length=len(body))
        if is_head or len(body) <= _ONE_PIECE:
            self._transport.write(start if is_head else start + body)
            self._sent(True)
        else:
            self._transport.write(start)
            self._rest = memoryview(body)
            self._send_rest()

    def write(self, piece: bytes) -> None:
        """Sends a piece of the stream; skips an empty one, which would end it."""
        if piece:
            self._transport.write(self._chunks.frame(piece) if self._is_chunked else piece)

    def end(self, failure: BaseException | None = None) -> None:
        """Ends the stream, or aborts it after a failure, which is a bug in this program."""
        self._stream = None
        if failure is not None:
            _LOG.error("a stream failed", exc_info=failure)
        elif self._is_chunked and not self._transport.is_closing():
            self._transport.write(b"0\r\n\r\n")
        self._sent(failure is None)

    def pause(self) -> None:
        """Pauses, because the client does not read."""
        self.paused = True

    def resume(self) -> None:
        """Continues, because the client reads again."""
        self.paused = False
        if self._stream is not None:
            self._stream.go_on()
        elif self._rest:
            self._send_rest()

    def end_stream(self) -> None:
        """Ends the current stream regularly."""
        if self._stream is not None:
            self._stream.close()
            self.end()

    def cancel(self) -> None:
        """Stops sending."""
        self._rest = _NOTHING
        if self._stream is not None:
            self._stream.close()
            self._stream = None
            self._sent(False)

    def _send_rest(self) -> None:
        while self._rest and not self.paused:
            piece, self._rest = self._rest[:_SLICE], self._rest[_SLICE:]
            self._transport.write(piece)
        if not self._rest:
            self._rest = _NOTHING  # a view of the empty rest would keep the response
            self._sent(True)
