"""Schedules watches: all watches with new events send in one round, and requests run between rounds.

The event loop is woken once for all of them. With many watches, rounds have pauses, so that events collect and most of
the time is left for requests. The pause ends early if no request comes; and if most watches are behind, they get more
time, because writers at full speed would otherwise leave them farther and farther behind.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from time import thread_time
from typing import Protocol

from kapivara.server.dispatch.dispatcher import Dispatcher

_TURN_SECONDS = 0.005
"""The processor time of watches before other work, also within a round."""
_CATCHING_UP_SECONDS = 0.01
"""The same if most watches are behind."""
_REST_SECONDS = 100e-6
"""The pause for requests per stream in the last round: several times as long as the stream took."""
_MOST_REST_SECONDS = 0.1
_LOOK_SECONDS = 0.02
_LOOK_SHARE = 0.25
"""A pause ends early after so much time without requests, or such a share of the last round's duration: on a busy
machine, where that is long, clients are slow, too.
"""
_ENOUGH_REQUESTS = 100
"""A pause also ends after so many requests since the last round: if they were writes, watches have enough to send."""


class Turn(Protocol):
    """A stream to schedule."""

    def go_on(self) -> None:
        """Sends the available events, as far as the client has room."""


class WatchScheduler:
    """Runs the streams of one event loop in rounds."""

    def __init__(self, dispatcher: Dispatcher):
        self.take_aside = dispatcher.run_aside
        self._requests = dispatcher.requests
        self._woken: deque[Turn] = deque()
        self._is_waking = False
        self._size = 0  # the streams of this round
        self._left = 0  # those that have not run yet
        self._behind = 0  # those that have more events than fit in their turn
        self._turn_seconds = _TURN_SECONDS
        self._begun = 0.0  # the start of this round
        self._requests_before = 0
        self._look_seconds = _LOOK_SECONDS
        self._rest_until = 0.0

    def wake(self, stream: Turn, loop: asyncio.AbstractEventLoop) -> None:
        """Schedules a stream; from any thread."""
        self._woken.append(stream)
        if not self._is_waking:
            self._is_waking = True
            with suppress(RuntimeError):  # the loop is closed, so no client waits
                loop.call_soon_threadsafe(self._schedule, loop)

    def wake_again(self, stream: Turn, loop: asyncio.AbstractEventLoop) -> None:
        """Schedules a stream again that filled its turn and has more events; it needs no pause."""
        self._behind += 1
        self.wake(stream, loop)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        now, has_enough = loop.time(), self._requests.begun - self._requests_before >= _ENOUGH_REQUESTS
        if now < self._rest_until and not has_enough:
            loop.call_at(min(self._rest_until, now + self._look_seconds), self._look, loop, self._requests.begun)
        else:
            self._begin_round(loop)

    def _look(self, loop: asyncio.AbstractEventLoop, begun: int) -> None:
        """Starts the next round if the pause is over or no requests come; continues the pause otherwise."""
        if loop.time() >= self._rest_until:
            self._begin_round(loop)
        else:  # a busy machine may have delayed reading requests, too: read them first
            loop.call_soon(loop.call_soon, self._end_idle_rest, loop, begun)

    def _end_idle_rest(self, loop: asyncio.AbstractEventLoop, begun: int) -> None:
        if self._requests.begun == begun and not self._requests.under_way:
            self._begin_round(loop)
        else:
            self._schedule(loop)

    def _begin_round(self, loop: asyncio.AbstractEventLoop) -> None:
        self._turn_seconds = _CATCHING_UP_SECONDS if self._behind * 2 > self._size else _TURN_SECONDS
        self._size = self._left = len(self._woken)
        self._behind = 0
        self._begun = loop.time()
        self._requests_before = self._requests.begun
        self._hand_out(loop)

    def _hand_out(self, loop: asyncio.AbstractEventLoop) -> None:
        """Runs some streams, and returns for the others later."""
        until = thread_time() + self._turn_seconds
        while self._left:
            self._left -= 1
            self._woken.popleft().go_on()
            if thread_time() > until:
                break
        if self._left:
            loop.call_soon(self._hand_out, loop)
            return
        rest = (self._size - self._behind) * _REST_SECONDS
        now = loop.time()
        self._rest_until = now + min(rest, _MOST_REST_SECONDS)
        self._look_seconds = max(_LOOK_SECONDS, (now - self._begun) * _LOOK_SHARE)
        self._is_waking = False
        if self._woken:
            self._is_waking = True
            self._schedule(loop)
