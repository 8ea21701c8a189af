"""The bytes of one connection: what has come and is not taken yet, what has to leave, and how it all ends.

`Connection` makes requests of what comes; here is what it does not care for: when to stop reading, what is held for
the client and counted, what happens where the client does not read, and that an answer arrives although the client is
still sending.

A connection reads in every state, so that it detects the end of its client, with one exception: it does not read while
requests wait that the client sent ahead. `Connections.drop_gone` polls such connections. Behind a stream, which may
last for an hour, the connection keeps a few requests and ends with the stream if there are more.
Upstream: net/http server.go closeWriteAndWait.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from math import inf
from sys import maxsize
from typing import cast

from kapivara.server.connections import HALF_CLOSED, Connections
from kapivara.server.sending import Sender

_HIGH_WATER = 32 * 1024
_MOST_BEHIND_A_STREAM = 64 * 1024
"""The most bytes of further requests that a connection keeps during a stream."""
_LARGE_INPUT = 4 * 1024
"""Larger input is freed as soon as it is parsed; smaller input stays until the next arrives."""


class Wire(asyncio.Protocol):
    """One connection, as bytes. `_input` holds what came; what is before `_at` is taken."""

    def __init__(self, connections: Connections):
        self._connections = connections
        self._limits = connections.limits
        self._clock = connections.clock
        self._transport: asyncio.Transport | None = None
        self._out: Sender = cast("Sender", None)  # there from the first byte on
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
        """What makes the connection, where that takes a while, as with TLS."""
        self.deadline = self._clock() + self._limits.head_seconds
        self.idle_since = inf
        self.paused_since = inf
        connections.add(self)

    @abstractmethod
    def _takes_input(self) -> bool:
        """Tells whether what comes is looked at now."""

    @abstractmethod
    def _take_input(self) -> None:
        """Takes of the input what can be taken."""

    @abstractmethod
    def _sent(self, well: bool) -> None:
        """Goes on after an answer."""

    @abstractmethod
    def _readable_again(self) -> None:
        """Goes on as the client reads again."""

    @abstractmethod
    def expire(self) -> None:
        """Does what is due when the deadline has passed."""

    @abstractmethod
    def refuse_head(self) -> None:
        """Refuses what has come of a request, for it takes too much room."""

    @abstractmethod
    def finish_up(self) -> None:
        """Ends after the request that is under way."""

    @abstractmethod
    def give_up(self) -> None:
        """Refuses the request that is under way, for the server ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins, with a client that has said nothing yet."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=_HIGH_WATER)
        self._out = Sender(self._transport, self._sent, self._connections.chunks)
        if self._is_closed:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  who went first does not matter
        """Lets go of what came, stops sending, and leaves the connections that are counted."""
        self._is_closed = True
        self._input, self._at = b"", 0
        self._out.cancel()
        self._connections.remove(self)

    def data_received(self, data: bytes) -> None:
        """Takes what a client sent."""
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
        """Takes note that a client sends no more; what it asked for is answered still, where that can be."""
        self._has_ended = True
        if self._is_lingering or (self._takes_input() and not self._is_scheduled):
            self._close()
        elif self._out.streams:
            self._out.cancel()
        return self._transport is not None and self._transport.can_write_eof()  # TLS cannot be closed by half

    def pause_writing(self) -> None:
        """Holds back, as the client does not read."""
        self._out.pause()
        self._unread = self._out.unread
        self.paused_since = self._clock()
        self.deadline = self.paused_since + self._limits.stalled_seconds
        self._connections.unread.hold(self, self._out.held)

    def resume_writing(self) -> None:
        """Goes on, as the client reads again."""
        self.paused_since = inf
        self.deadline = self._clock() + self._limits.stalled_seconds
        self._connections.unread.hold(self, 0)
        self._out.resume()
        if not self._out.paused and not self._is_closed:
            self._readable_again()

    def drop(self) -> None:
        """Ends at once."""
        self._is_closed = True
        self._connections.remove(self)
        if self._transport is not None:
            self._transport.abort()
        elif self.opening is not None:
            self.opening.cancel()

    def _advance(self) -> None:
        """Takes of the input what can be taken now, and sees to it that more comes where it can be used."""
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
        """Goes on once others had their turn."""
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
        """Pauses reading; what has been read is kept."""
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
        """Tells whether a client that is sent something has not read any of it for a while; waits on where it has."""
        unread = self._out.unread
        if unread >= self._unread:
            return True
        self._unread = unread
        self.paused_since = self._clock()
        self.deadline = self.paused_since + self._limits.stalled_seconds
        return False

    def _close(self) -> None:
        """Ends once all has left."""
        self._is_closed = True
        if self._transport is not None:
            self._unread = maxsize
            self.deadline = self._clock() + self._limits.linger_seconds
            self._transport.close()

    def _linger(self) -> None:
        """Ends once the client has its answer: a connection closed while it sends would be reset, answer and all."""
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
