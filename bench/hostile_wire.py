"""A pipelining HTTP client over one connection, with little work for each request.

On a machine with two processors, a client must not use as much time as the server that it measures. This one sends as
much as the socket accepts, lets its caller work in between, and parses only the needed parts of responses.
"""

from __future__ import annotations

import re
import select
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

PATIENCE_SECONDS = 60
PIECE = 1 << 18
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.I)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.I)
_WARNING = re.compile(rb"\r\nwarning: *([^\r]*)", re.I)
_BODILESS = (204, 304)


class Reply(NamedTuple):
    """A response as received."""

    code: int
    head: bytes
    body: bytes

    @property
    def warnings(self) -> list[bytes]:
        """Its Warning headers."""
        return _WARNING.findall(self.head)


def framed(
    method: str, path: str, body: bytes | None, media_type: str, accept: str, headers: Sequence[str] = ()
) -> bytes:
    """Returns a request as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nAccept: {accept}\r\n"
    head += "".join(f"{each}\r\n" for each in headers)
    if body is None:
        return f"{head}\r\n".encode()
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Wire:
    """A connection to a server, opened on demand and reopened after it has ended."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._socket: socket.socket | None = None
        self._unsent = memoryview(b"")
        self._methods: list[bool] = []
        self._said = bytearray()
        self._replies: list[Reply] = []
        self._needed = 0

    def exchange(self, requests: list[bytes]) -> list[Reply]:
        """Sends pipelined requests; returns the responses, fewer if the connection ended early."""
        self.send(requests)
        return self.receive()

    def send(self, requests: list[bytes]) -> None:
        """Starts to send, without waiting."""
        if self._socket is None:
            self._socket = socket.create_connection(self._address, timeout=PATIENCE_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket.setblocking(False)
        self._methods = [each.startswith(b"HEAD ") for each in requests]
        self._replies, self._said, self._needed = [], bytearray(), 0
        self._unsent = memoryview(b"".join(requests))
        self.pump()

    def pump(self) -> None:
        """Sends and reads as much as is possible without waiting."""
        if self._socket is None:
            return
        try:
            while self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent = memoryview(b"")  # earlier responses may still be readable
        try:
            while piece := self._socket.recv(PIECE):
                self._said += piece
            self.close()
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def receive(self) -> list[Reply]:
        """Waits for the responses; closes the connection if one is missing."""
        self._read()
        while len(self._replies) < len(self._methods) and self._socket is not None:
            if not self._wait():
                self.close()
                break
            self.pump()
            self._read()
        if len(self._replies) < len(self._methods) or self._said:
            self.close()
        return self._replies

    def _wait(self) -> bool:
        assert self._socket is not None
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        return bool(waiting.poll(PATIENCE_SECONDS * 1000))

    def _read(self) -> None:
        """Parses responses from the received bytes."""
        said, at = self._said, 0
        if len(said) < self._needed:
            return
        self._needed = 0
        while len(self._replies) < len(self._methods):
            end = said.find(b"\r\n\r\n", at)
            if end < 0:
                break
            head = bytes(said[at : end + 2])
            code = int(head[9:12])
            found = self._body(code, head, end + 4)
            if found is None:
                break
            body, at = found
            if code >= 200:  # codes below precede the response
                self._replies.append(Reply(code, head, body))
        del said[:at]
        self._needed = max(0, self._needed - at)

    def _body(self, code: int, head: bytes, at: int) -> tuple[bytes, int] | None:
        """Returns a body and its end; None if it is incomplete."""
        if code < 200 or code in _BODILESS or self._methods[len(self._replies)]:
            return b"", at
        if _CHUNKED.search(head):
            return self._chunks(at)
        length = _LENGTH.search(head)
        end = at + (int(length[1]) if length else 0)
        if len(self._said) < end:
            self._needed = end
            return None
        return bytes(self._said[at:end]), end

    def _chunks(self, at: int) -> tuple[bytes, int] | None:
        chunks = []
        while (end := self._said.find(b"\r\n", at)) >= 0:
            size = int(self._said[at:end], 16)
            if len(self._said) < end + 4 + size:
                break
            if not size:
                return b"".join(chunks), end + 4
            chunks.append(bytes(self._said[end + 2 : end + 2 + size]))
            at = end + 4 + size
        return None

    def close(self) -> None:
        """Closes the connection."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.close()
            self._socket = None
