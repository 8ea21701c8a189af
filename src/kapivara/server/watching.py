"""Watches as streams: events leave as they come, as fast as the client reads, until the time is up.

A stream waits for calls within the event loop, which is woken once for all that have news, and while they are many not
too often: events that come meanwhile leave together, and most of the time is left to requests. What has to be read
first, the objects that are there or a history, is read in a thread. A client that does not read makes its watch wait,
which costs nothing: events that it has not taken are read again, and where they are forgotten meanwhile the watch ends
with that (410).
Upstream: apiserver/pkg/endpoints/handlers/watch.go HandleHTTP, pkg/storage/cacher/cache_watcher.go nextBookmarkTime.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from math import inf

from kapivara.meta import not_acceptable_status
from kapivara.meta.media_types import JSON, YAML
from kapivara.registry.object_watch import ObjectWatch
from kapivara.registry.outcome import Outcome
from kapivara.server.answering import Backing, ResourceExchange, ResourceRoute
from kapivara.server.answers import AnyAnswer, Headers, Sink, StreamAnswer, outcome_answer, warning_headers
from kapivara.server.dispatch import Dispatcher
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import STREAMS
from kapivara.values.deadline import Deadline

_BOOKMARK_SECONDS = 60.0
_BEFORE_THE_END = 2.0
_STREAMS_A_TURN = 100
_REST_SECONDS = 100e-6
"""How long requests have their turn for each stream that had its own: about ten times as long as that takes."""
_MOST_REST_SECONDS = 0.1


class WatchExchange(ResourceExchange):
    """Has a watch begun, and answers with its stream."""

    __slots__ = ("_streams",)

    def __init__(
        self, backing: Backing, route: ResourceRoute, incoming: Incoming, deadline: Deadline, *, streams: WatchStreams
    ):
        super().__init__(backing, route, incoming, deadline)
        self._streams = streams

    def _write(self, outcome: Outcome) -> AnyAnswer:
        representation = self._representation
        if outcome.watch is not None and representation.media_type == YAML:  # kept: noticed only now
            status = not_acceptable_status(STREAMS)
            outcome = Outcome(status.http_code, status=status, warnings=outcome.warnings)
        if outcome.watch is None:
            return outcome_answer(outcome, representation)
        media_type = representation.media_type
        content_type = media_type if media_type == JSON else f"{media_type};stream=watch"
        headers: Headers = [(b"cache-control", b"no-cache, private"), (b"content-type", content_type.encode())]
        headers.extend((b"warning", each) for each in warning_headers(outcome.warnings))
        return StreamAnswer(200, WatchStream(outcome.watch, self._streams), headers)


class WatchStreams:
    """Lets the streams of one event loop have their turns, in rounds; between rounds requests have theirs."""

    def __init__(self, dispatcher: Dispatcher):
        self.take_aside = dispatcher.run_aside
        self._woken: deque[WatchStream] = deque()
        self._is_waking = False
        self._left = 0  # of those woken, so many have their turn in this round
        self._rest = 0.0  # how long requests have their turn behind it
        self._rest_until = 0.0

    def wake(self, stream: WatchStream, loop: asyncio.AbstractEventLoop) -> None:
        """Has a stream look for news; from any thread."""
        self._woken.append(stream)
        if not self._is_waking:
            self._is_waking = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._schedule, loop)

    def wake_again(self, stream: WatchStream, loop: asyncio.AbstractEventLoop) -> None:
        """Has a stream look again that was sent a whole piece, and has more: behind it, rests are shorter."""
        self._rest -= _REST_SECONDS
        self.wake(stream, loop)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop.time() < self._rest_until:
            loop.call_at(self._rest_until, self._begin_round, loop)
        else:
            self._begin_round(loop)

    def _begin_round(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left = len(self._woken)
        self._rest = self._left * _REST_SECONDS
        self._hand_out(loop)

    def _hand_out(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives some streams their turn, and comes back for the others."""
        count = min(self._left, _STREAMS_A_TURN)
        self._left -= count
        for _ in range(count):
            self._woken.popleft().go_on()
        if self._left:
            loop.call_soon(self._hand_out, loop)
            return
        self._rest_until = loop.time() + min(self._rest, _MOST_REST_SECONDS)
        self._is_waking = False
        if self._woken:
            self._is_waking = True
            self._schedule(loop)


class WatchStream:
    """The events of one watch on their way to a client, until it ends or its time is up."""

    __slots__ = (
        "_bookmark_is_due",
        "_is_closed",
        "_is_reading",
        "_loop",
        "_sink",
        "_streams",
        "_timer",
        "_until",
        "_watch",
    )

    def __init__(self, watch: ObjectWatch, streams: WatchStreams):
        self._watch = watch
        self._streams = streams
        self._until = inf
        self._timer: asyncio.TimerHandle | None = None
        self._bookmark_is_due = False
        self._is_reading = False
        self._is_closed = False

    def begin(self, sink: Sink) -> None:
        """Sends what there is, and from now on what comes."""
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + self._watch.seconds
        self._set_timer()
        self._watch.notify(self._wake)
        if self._watch.seconds > 0:
            self.go_on()

    def go_on(self) -> None:
        """Sends what there is now, as far as the client has room for it."""
        if self._is_closed or self._is_reading or self._sink.paused:
            return
        try:
            if self._watch.lags:
                self._is_reading = True
                self._streams.take_aside(self._watch.take, self._have_read)
            else:
                self._send(self._watch.take())
        except Exception as failure:
            self._finish(failure)

    def close(self) -> None:
        """Ends the watch."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._watch.close()

    def _have_read(self, result: bytes | BaseException | None) -> None:
        self._is_reading = False
        if self._is_closed:
            return
        if isinstance(result, BaseException):
            self._finish(result)
        else:
            self._send(result)
            self._wake()  # what came meanwhile has been told to nobody

    def _send(self, piece: bytes | None) -> None:
        watch = self._watch
        if piece is not None:
            self._sink.write(piece)
        if watch.is_over:
            self._finish()
        elif watch.has_more:
            self._streams.wake_again(self, self._loop)
        elif self._bookmark_is_due:
            self._bookmark_is_due = False
            self._sink.write(watch.bookmark())
            self._set_timer()
        elif watch.seconds_to_wait < inf:
            self._loop.call_later(watch.seconds_to_wait, self.go_on)

    def _set_timer(self) -> None:
        """Has the watch end when its time is up, or, where it wants bookmarks, tell of the next one before that."""
        bookmark = _next_bookmark(self._loop.time(), self._until) if self._watch.wants_bookmarks else inf
        if bookmark < self._until:
            self._timer = self._loop.call_at(bookmark, self._tell_bookmark)
        else:
            self._timer = self._loop.call_at(self._until, self._finish)

    def _tell_bookmark(self) -> None:
        self._bookmark_is_due = True
        self.go_on()

    def _wake(self) -> None:
        self._streams.wake(self, self._loop)

    def _finish(self, failure: BaseException | None = None) -> None:
        self.close()
        self._sink.end(failure)


def _next_bookmark(now: float, end: float) -> float:
    """Returns when a bookmark is due: once a minute, and shortly before the end."""
    due = now + _BOOKMARK_SECONDS
    return min(due, end - _BEFORE_THE_END) if end - _BEFORE_THE_END > now else due
