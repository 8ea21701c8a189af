"""The interface between connections and the program that answers requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, Protocol

from kapivara.server.http1.answer import Answer, AnyAnswer
from kapivara.server.http1.head import Head


class Cause(Enum):
    """The reason for which a connection rejects a request that has a valid head."""

    TOO_LARGE = "too large"
    """The body exceeds the limit of one body."""
    BAD_BODY = "bad body"
    """The body is malformed."""
    BUSY = "busy"
    """All connections together hold too many bytes."""
    TIMEOUT = "timeout"
    """The deadline of the request has passed."""
    STOPPING = "stopping"
    """The server stops."""


class Refusal(NamedTuple):
    """A rejection by the connection, which the handler puts into words.

    For TOO_LARGE, `limit` is the maximum size of a body. For BAD_BODY, `text` is the error, and `line` the malformed
    line, if the error concerns one.
    """

    cause: Cause
    limit: int = 0
    text: str = ""
    line: str | None = None


class Caller(Protocol):
    """The sender of an admitted request."""

    @property
    def is_known(self) -> bool:
        """Whether the sender has valid credentials, so that its connection is no stranger's."""

    @property
    def is_lasting(self) -> bool:
        """Whether later requests with the same head have the same caller."""


class Deadline(Protocol):
    """The end of a request's time."""

    @property
    def end(self) -> float:
        """The time by the clock at which the request ends."""

    def cancel(self) -> None:
        """Moves the end to now, since no client waits any more."""


class Exchange(Protocol):
    """An admitted request."""

    @property
    def reads_body(self) -> bool:
        """Whether the request needs its body; otherwise it is answered at once, and its body discarded."""

    def refuse(self, refusal: Refusal) -> AnyAnswer:
        """Returns the response that rejects the request, instead of `finish`."""

    def finish(self, body: bytes, reply: Callable[[Exchange, AnyAnswer], None]) -> None:
        """Runs the request with its complete body; calls `reply` with itself and the response, now or later."""


class Handler(Protocol):
    """The handler of a connection's requests."""

    def for_client(self, transport: asyncio.BaseTransport) -> Handler:
        """Returns the handler of one connection: itself, unless it needs facts about the connection."""

    @property
    def deadline(self) -> Callable[[float, Callable[[], float]], Deadline]:
        """The class of deadlines: from the seconds of a request that starts now, and the clock."""

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request by its head; returns the caller, or the response that rejects it."""

    def begin(self, head: Head, deadline: Any) -> Exchange | AnyAnswer:
        """Starts a request; may shorten its deadline, which `deadline` has made.

        A response is final: the request's body is then not read.
        """

    def refuse(self, refusal: Refusal) -> Answer:
        """Returns the response that rejects a request before `begin`, or one without an exchange."""
