"""Whose turn it is to send: all watches that have news go in one round, and between rounds requests have their turn.

The event loop is woken once for all that have news. While watches are many, rounds do not follow one another at once:
events that come meanwhile leave together, and most of the time is left to requests. Where nobody asks for anything,
nobody waits either; and where most watches are behind, they come first, since those who write at full speed would
otherwise leave them behind farther and farther.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from time import thread_time
from typing import Protocol

from kapivara.server.dispatch import Dispatcher

_TURN_SECONDS = 0.005
"""How long watches take of the processor before others are looked at, also in the midst of a round."""
_CATCHING_UP_SECONDS = 0.01
"""The same, where most watches are behind."""
_REST_SECONDS = 100e-6
"""How long requests have their turn for each stream that had its own: some times as long as that takes."""
_MOST_REST_SECONDS = 0.1
_LOOK_SECONDS = 0.02
_LOOK_SHARE = 0.25
"""A rest ends early where nobody asks for anything for so long, or for such a share of what the last round took: on a
busy machine, where that is long, those who want to ask are slow, too."""
_ENOUGH_REQUESTS = 100
"""A rest ends, too, when so many requests have come since the last round began: where they were writes, watches have as
much to send as a turn is for, and gain nothing by waiting for more."""


class Turn(Protocol):
    """A stream, as far as it has turns."""

    def go_on(self) -> None:
        """Sends what there is now, as far as the client has room for it."""


class WatchRounds:
    """Lets the streams of one event loop have their turns, in rounds."""

    def __init__(self, dispatcher: Dispatcher):
        self.take_aside = dispatcher.run_aside
        self._requests = dispatcher.requests
        self._woken: deque[Turn] = deque()
        self._is_waking = False
        self._size = 0  # so many have their turn in this round
        self._left = 0  # of them, so many are still to have it
        self._behind = 0  # of those that had it, so many have more than a turn is for
        self._turn_seconds = _TURN_SECONDS
        self._begun = 0.0  # when this round was
        self._requests_before = 0
        self._look_seconds = _LOOK_SECONDS
        self._rest_until = 0.0

    def wake(self, stream: Turn, loop: asyncio.AbstractEventLoop) -> None:
        """Has a stream look for news; from any thread."""
        self._woken.append(stream)
        if not self._is_waking:
            self._is_waking = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._schedule, loop)

    def wake_again(self, stream: Turn, loop: asyncio.AbstractEventLoop) -> None:
        """Has a stream look again that sent as much as a turn is for, and has more: it needs no rest."""
        self._behind += 1
        self.wake(stream, loop)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        now, has_enough = loop.time(), self._requests.begun - self._requests_before >= _ENOUGH_REQUESTS
        if now < self._rest_until and not has_enough:
            loop.call_at(min(self._rest_until, now + self._look_seconds), self._look, loop, self._requests.begun)
        else:
            self._begin_round(loop)

    def _look(self, loop: asyncio.AbstractEventLoop, begun: int) -> None:
        """Goes on where the rest is over, or nobody makes use of it; else rests on."""
        if loop.time() >= self._rest_until:
            self._begin_round(loop)
        else:  # a machine that had no time for us had none to read requests either: they are read first
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
        """Gives some streams their turn, and comes back for the others."""
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
