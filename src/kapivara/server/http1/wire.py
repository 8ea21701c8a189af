"""The byte level of one connection: buffered input, pending output, and the closing.

`Connection` parses requests from the input. This class decides when to read, counts the memory held for the client,
handles clients that do not read, and delivers a response even if the client is still sending.

A connection reads in every state, so that it detects the end of its client, with one exception: it does not read while
requests wait that the client sent ahead. `Connections.drop_gone` polls such connections. Behind a stream, which may
last for an hour, the connection keeps a few requests and ends with the stream if there are more. Upstream: net/http
server.go closeWriteAndWait.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from math import inf
from sys import maxsize
from typing import cast

from kapivara.server.http1.connections import HALF_CLOSED, Connections
from kapivara.server.http1.sending import Sender

_HIGH_WATER = 32 * 1024
_MOST_BEHIND_A_STREAM = 64 * 1024
"""The most bytes of further requests that a connection keeps during a stream."""
_LARGE_INPUT = 4 * 1024
"""Larger input is freed as soon as it is parsed; smaller input is kept until the next arrives."""


class Wire(asyncio.Protocol):
    """One connection as bytes. `_input` holds received bytes; those before `_at` are consumed."""

    def __init__(self, connections: Connections):
        self._connections = connections
        self._limits = connections.limits
        self._clock = connections.clock
        self._transport: asyncio.Transport | None = None
        self._out: Sender = cast("Sender", None)  # set when connected
        self._input: bytes | bytearray = b""
        self._at = 0
        self._is_held = False
        self._is_reading = True
        self._is_scheduled = False
        self._has_turn = False
        self._has_ended = False
        """The client sends no more."""
        self._is_lingering = False
        self._is_closed = False
        self._passes_over = False
        """Whether further input is discarded."""
        self._passed_over = 0
        self._unread = 0
        self.opening: asyncio.Task[None] | None = None
        """The task that establishes the connection, such as a TLS handshake."""
        self.deadline = self._clock() + self._limits.head_seconds
        self.idle_since = inf
        self.paused_since = inf
        connections.add(self)

    @abstractmethod
    def _takes_input(self) -> bool:
        """Returns True if input is parsed in the current state."""

    @abstractmethod
    def _take_input(self) -> None:
        """Parses as much input as possible."""

    @abstractmethod
    def _sent(self, well: bool) -> None:
        """Continues after a response."""

    @abstractmethod
    def _readable_again(self) -> None:
        """Continues when the client reads again."""

    @abstractmethod
    def expire(self) -> None:
        """Acts on the passed deadline."""

    @abstractmethod
    def refuse_head(self) -> None:
        """Rejects the incomplete request, because it takes too much memory."""

    @abstractmethod
    def finish_up(self) -> None:
        """Closes after the current request."""

    @abstractmethod
    def give_up(self) -> None:
        """Rejects the current request, because the server stops."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts with a new client."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=_HIGH_WATER)
        self._out = Sender(self._transport, self._sent, self._connections.chunks)
        if self._is_closed:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  who went first does not matter
        """Frees the input, stops sending, and leaves the counted connections."""
        self._is_closed = True
        self._input, self._at = b"", 0
        self._out.cancel()
        self._connections.remove(self)

    def data_received(self, data: bytes) -> None:
        """Handles received bytes."""
        if self._passes_over or self._is_lingering or self._is_closed:
            self._pass_over(len(data))
            return
        if self._at == len(self._input):
            self._input = data
        else:
            if self._at or not isinstance(self._input, bytearray):
                self._input = bytearray(memoryview(self._input)[self._at :])
            self._input += data
        self._at = 0
        self._advance()

    def eof_received(self) -> bool:
        """Handles the end of the client's sending; pending requests still get responses, if possible."""
        self._has_ended = True
        if self._is_lingering or (self._takes_input() and not self._is_scheduled):
            self._close()
        elif self._out.streams:
            self._out.cancel()
        return self._transport is not None and self._transport.can_write_eof()  # TLS cannot be half-closed

    def pause_writing(self) -> None:
        """Pauses, because the client does not read."""
        self._out.pause()
        self._unread = self._out.unread
        self.paused_since = self._clock()
        self.deadline = self.paused_since + self._limits.stalled_seconds
        self._connections.unread.hold(self, self._out.held)

    def resume_writing(self) -> None:
        """Continues, because the client reads again."""
        self.paused_since = inf
        self.deadline = self._clock() + self._limits.stalled_seconds
        self._connections.unread.hold(self, 0)
        self._out.resume()
        if not self._out.paused and not self._is_closed:
            self._readable_again()

    def drop(self) -> None:
        """Closes at once."""
        self._is_closed = True
        self._connections.remove(self)
        if self._transport is not None:
            self._transport.abort()
        elif self.opening is not None:
            self.opening.cancel()

    def _advance(self) -> None:
        """Parses as much input as possible now, and continues or pauses reading."""
        if self._is_closed or self._is_scheduled:
            self._hold_back()
            return
        self._take_input()
        if self._is_lingering or self._is_closed:
            return
        if self._is_scheduled or not self._takes_input() or self._out.paused:
            if self._at == len(self._input):
                self._let_go_of_input()
                self._read()
            elif self._out.streams:
                self._keep_behind_stream()
            else:
                self._hold_back()
            return
        if self._has_ended:
            self._close()
            return
        if self._is_held or self._at < len(self._input):
            self._hold(len(self._input) - self._at)
        if not self._is_reading:
            self._read()

    def _let_go_of_input(self) -> None:
        """Frees the parsed input; there is no other."""
        if len(self._input) > _LARGE_INPUT:
            self._input, self._at = b"", 0
        if self._is_held:
            self._hold(0)

    def _stream_begins(self) -> None:
        """Reads on during a stream, to detect the end of the client; ends the stream if the client has left already."""
        if self._has_ended:
            self._out.cancel()
        elif self._at == len(self._input):
            self._let_go_of_input()
            self._read()
        else:
            self._keep_behind_stream()

    def _keep_behind_stream(self) -> None:
        """Keeps requests that arrive during a stream, up to a limit, and reads on."""
        size = len(self._input) - self._at
        if size > _MOST_BEHIND_A_STREAM:
            self._end_without_rest()
        else:
            self._hold(size)
        self._read()

    def _end_without_rest(self) -> None:
        """Ends the connection after the current response, and discards the requests behind it."""
        self._passes_over = True
        self._passed_over += len(self._input) - self._at
        self._input, self._at = b"", 0
        self._hold(0)

    def _schedule(self) -> None:
        """Continues after other connections have run."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._connections.turns.add(self._take_turn)

    def _take_turn(self) -> None:
        self._is_scheduled = False
        if not self._is_closed:
            self._has_turn = True
            self._advance()
            self._has_turn = False

    def _hold_back(self) -> None:
        """Pauses reading; keeps the bytes read so far."""
        if self._is_reading and self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()
            self._is_reading = False
            self._connections.unwatched[self] = None
        self._hold(len(self._input) - self._at)

    def _hold(self, size: int) -> None:
        self._is_held = size > 0
        self._connections.waiting.hold(self, size)

    def _read(self) -> None:
        if not self._is_reading and self._transport is not None and not self._transport.is_closing():
            self._is_reading = True
            self._connections.unwatched.pop(self, None)
            self._transport.resume_reading()

    def socket_events(self) -> tuple[int, int] | None:
        """Returns the file descriptor of the socket and the events of a client that has left; None without a socket.

        Over plain TCP, a client that closes its sending side may still read, so that only a reset counts.
        """
        if self._transport is None or self._transport.is_closing():
            return None
        client = self._transport.get_extra_info("socket")
        if client is None:
            return None
        return client.fileno(), 0 if self._transport.can_write_eof() else HALF_CLOSED

    def _stalls(self) -> bool:
        """Returns True if a client has not read anything for a while; extends the deadline otherwise."""
        unread = self._out.unread
        if unread >= self._unread:
            return True
        self._unread = unread
        self.paused_since = self._clock()
        self.deadline = self.paused_since + self._limits.stalled_seconds
        return False

    def _close(self) -> None:
        """Closes once all output is sent."""
        self._is_closed = True
        if self._transport is not None:
            self._unread = maxsize
            self.deadline = self._clock() + self._limits.linger_seconds
            self._transport.close()

    def _linger(self) -> None:
        """Closes once the client has its response: closing while it sends would reset the connection."""
        self._input, self._at = b"", 0
        self._hold(0)
        self._is_lingering = True
        self._unread = maxsize
        self.deadline = self._clock() + self._limits.linger_seconds
        transport = cast("asyncio.Transport", self._transport)
        if self._has_ended or transport.is_closing():
            self._close()
            return
        if transport.can_write_eof():
            transport.write_eof()
        self._read()

    def _pass_over(self, size: int) -> None:
        self._passed_over += size
        if self._passed_over > self._limits.lingering:
            self.drop()
        elif self._is_lingering and not self._out.paused:
            self.deadline = self._clock() + self._limits.linger_seconds
