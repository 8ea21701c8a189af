"""The responses that a handler supplies: a complete body, or a stream of pieces."""

from __future__ import annotations

from typing import Protocol, TypeAlias

Headers: TypeAlias = list[tuple[bytes, bytes]]


class Answer:
    """An HTTP response, ready to send. A plain class, because every request makes one."""

    __slots__ = ("body", "code", "headers")

    def __init__(self, code: int, body: bytes, headers: Headers):
        self.code = code
        self.body = body
        self.headers = headers


class Sink(Protocol):
    """The receiver of a stream's pieces: one client."""

    @property
    def paused(self) -> bool:
        """Whether the client has no room now; further pieces are buffered."""
        ...

    def write(self, piece: bytes) -> None:
        """Sends a piece."""

    def end(self, failure: BaseException | None = None) -> None:
        """Ends the response, or aborts it if the stream failed."""


class Stream(Protocol):
    """A response body in pieces, as fast as the client reads. For one event loop only."""

    def begin(self, sink: Sink) -> None:
        """Sends the available pieces and starts streaming; acquires its resources only now."""

    def go_on(self) -> None:
        """Continues to send, because the client has room again."""

    def close(self) -> None:
        """Releases all resources and writes no more; the caller ends the response."""


class StreamAnswer:
    """An HTTP response whose body is a stream."""

    __slots__ = ("code", "headers", "stream")

    def __init__(self, code: int, stream: Stream, headers: Headers):
        self.code = code
        self.stream = stream
        self.headers = headers


AnyAnswer: TypeAlias = Answer | StreamAnswer
