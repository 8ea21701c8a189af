"""One gRPC call from the caller's side: the message to send, the messages received, and the result.

The connection adds received data on its event loop; callers may wait in any thread. Upstream: gRPC over HTTP2
(doc/PROTOCOL-HTTP2.md).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import unquote

CANCELLED: Final = 1
UNKNOWN: Final = 2
DEADLINE_EXCEEDED: Final = 4
UNAVAILABLE: Final = 14
"""Status codes of failed calls; 0 means success."""
_PREFIX_BYTES: Final = 5
_MOST_UNREAD = 8 * 1024 * 1024


class CallError(Exception):
    """A failed call: its code and details; `was_sent` is True if the server may have executed it."""

    def __init__(self, code: int, details: str, *, was_sent: bool) -> None:
        super().__init__(details)
        self.code = code
        self.details = details
        self.was_sent = was_sent


def message_bytes(message: bytes) -> bytes:
    """Encodes a message uncompressed, with its length in front."""
    return b"\0" + len(message).to_bytes(4, "big") + message


class GrpcCall:
    """A call of the method at `path` with `metadata`; `closes` is True if the request ends after `data`."""

    __slots__ = (
        "_input",
        "_messages",
        "_unread",
        "_waiters",
        "closes",
        "code",
        "data",
        "details",
        "metadata",
        "path",
        "was_sent",
    )

    def __init__(
        self, path: str, metadata: tuple[tuple[str, str], ...], message: bytes, *, closes: bool = True
    ) -> None:
        self.path = path
        self.metadata = metadata
        self.data = message_bytes(message)
        self.closes = closes
        self.code: int | None = None
        """The status code of the ended call; None while it runs."""
        self.details = ""
        self.was_sent = False
        self._input = bytearray()  # an incomplete message
        self._messages: deque[bytes] = deque()
        self._unread = 0
        self._waiters: deque[Callable[[], None]] = deque()

    @property
    def keeps_up(self) -> bool:
        """Whether the caller takes the received messages; if False, the server should stop sending."""
        return self._unread < _MOST_UNREAD

    def when_news(self, tell: Callable[[], None]) -> None:
        """Calls the callback, from any thread, once there is a message or the call has ended; perhaps at once."""
        self._waiters.append(tell)
        if self._messages or self.code is not None:
            self._notify()

    def take(self) -> bytes | None:
        """Returns the next message; None if none has arrived. Raises CallError if the call has failed."""
        if self._messages:
            message = self._messages.popleft()
            self._unread -= len(message)
            return message
        if self.code:
            raise CallError(self.code, self.details, was_sent=self.was_sent)
        return None

    def receive(self, data: bytes) -> None:
        """Adds received data: complete messages, or parts of messages."""
        if not self._input and len(data) >= _PREFIX_BYTES and _length(data) == len(data) - _PREFIX_BYTES:
            self._add(data[_PREFIX_BYTES:])  # the common case: exactly one message
            return
        taken = self._input
        taken += data
        while len(taken) >= _PREFIX_BYTES and len(taken) - _PREFIX_BYTES >= (length := _length(taken)):
            self._add(bytes(taken[_PREFIX_BYTES : _PREFIX_BYTES + length]))
            del taken[: _PREFIX_BYTES + length]

    def _add(self, message: bytes) -> None:
        self._messages.append(message)
        self._unread += len(message)
        if not self.closes:  # a call with one response is complete only at its end
            self._notify()

    def end(self, code: int, details: str = "", *, was_sent: bool = True) -> None:
        """Sets the result of the call; later results are ignored."""
        if self.code is None:
            self.details, self.was_sent = details, was_sent
            self.code = code
            self._notify()

    def end_by(self, headers: Mapping[str, str]) -> None:
        """Sets the result from the trailers."""
        status = headers.get("grpc-status", "")
        if status.isdecimal():
            self.end(int(status), unquote(headers.get("grpc-message", "")))
        else:
            self.end(UNKNOWN, f"what answers is no gRPC (HTTP status {headers.get(':status', 'unknown')})")

    def _notify(self) -> None:
        while self._waiters:
            try:
                tell = self._waiters.popleft()
            except IndexError:  # another thread was faster
                return
            tell()


def _length(data: bytes | bytearray) -> int:
    return int.from_bytes(data[1:_PREFIX_BYTES], "big")
