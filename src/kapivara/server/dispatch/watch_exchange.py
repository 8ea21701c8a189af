"""Watches as streams: events are sent as they come, as fast as the client reads, until the timeout.

A stream waits for callbacks on the event loop; `watch_scheduler.py` schedules it. Initial objects and history are read
in a thread. A client that does not read pauses its watch at no cost: missed events are read again later, and if the
history is gone by then, the watch ends with 410. Upstream: apiserver/pkg/endpoints/handlers/watch.go HandleHTTP,
pkg/storage/cacher/cache_watcher.go nextBookmarkTime.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from math import inf

from kapivara.meta import not_acceptable_status
from kapivara.meta.media_types import JSON, YAML
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.watch.object_watch import ObjectWatch
from kapivara.server.dispatch.resource_exchange import Backing, ResourceExchange, ResourceRoute
from kapivara.server.dispatch.watch_scheduler import WatchScheduler
from kapivara.server.http1.answer import AnyAnswer, Headers, Sink, StreamAnswer
from kapivara.server.responses.answers import outcome_answer, warning_headers
from kapivara.server.responses.negotiation import STREAMS
from kapivara.server.routing.incoming import Incoming
from kapivara.values.deadline import Deadline

_BOOKMARK_SECONDS = 60.0
_BEFORE_THE_END = 2.0


class WatchExchange(ResourceExchange):
    """Starts a watch and responds with its stream."""

    __slots__ = ("_rounds",)

    def __init__(
        self, backing: Backing, route: ResourceRoute, incoming: Incoming, deadline: Deadline, *, rounds: WatchScheduler
    ):
        super().__init__(backing, route, incoming, deadline)
        self._rounds = rounds

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
        labels = self._route.labels
        count_open = None if labels is None else partial(self._backing.metrics.count_open, labels)
        return StreamAnswer(200, WatchStream(outcome.watch, self._rounds, count_open), headers)


class WatchStream:
    """The events of one watch for a client, until it ends or times out.

    Calls `count_open` at its start (1) and its end (-1).
    """

    __slots__ = (
        "_bookmark_is_due",
        "_count_open",
        "_is_closed",
        "_is_reading",
        "_loop",
        "_rounds",
        "_sink",
        "_timer",
        "_until",
        "_watch",
    )

    def __init__(self, watch: ObjectWatch, rounds: WatchScheduler, count_open: Callable[[int], None] | None = None):
        self._watch = watch
        self._rounds = rounds
        self._count_open = count_open
        self._until = inf
        self._timer: asyncio.TimerHandle | None = None
        self._bookmark_is_due = False
        self._is_reading = False
        self._is_closed = False

    def begin(self, sink: Sink) -> None:
        """Sends the available events and starts streaming."""
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + self._watch.seconds
        if self._count_open is not None:
            self._count_open(1)
        self._set_timer()
        self._watch.notify(self._wake)
        if self._watch.seconds > 0:
            self.go_on()

    def go_on(self) -> None:
        """Sends the available events, as far as the client has room."""
        if self._is_closed or self._is_reading or self._sink.paused:
            return
        try:
            if self._watch.lags:
                self._is_reading = True
                self._rounds.take_aside(self._watch.take, self._have_read)
            else:
                self._send(self._watch.take())
        except Exception as failure:
            self._finish(failure)

    def close(self) -> None:
        """Ends the watch."""
        if self._timer is not None:
            self._timer.cancel()
            if self._count_open is not None and not self._is_closed:
                self._count_open(-1)
        self._is_closed = True
        self._watch.close()

    def _have_read(self, result: bytes | BaseException | None) -> None:
        self._is_reading = False
        if self._is_closed:
            return
        if isinstance(result, BaseException):
            self._finish(result)
        else:
            self._send(result)
            self._wake()  # no callback announced events that came during the read

    def _send(self, piece: bytes | None) -> None:
        watch = self._watch
        if piece is not None:
            self._sink.write(piece)
        if watch.is_over:
            self._finish()
        elif watch.has_more:
            self._rounds.wake_again(self, self._loop)
        elif self._bookmark_is_due:
            self._bookmark_is_due = False
            self._sink.write(watch.bookmark())
            self._set_timer()
        elif watch.seconds_to_wait < inf:
            self._loop.call_later(watch.seconds_to_wait, self.go_on)

    def _set_timer(self) -> None:
        """Sets the timer for the timeout, or for an earlier bookmark."""
        bookmark = _next_bookmark(self._loop.time(), self._until) if self._watch.wants_bookmarks else inf
        if bookmark < self._until:
            self._timer = self._loop.call_at(bookmark, self._send_bookmark)
        else:
            self._timer = self._loop.call_at(self._until, self._finish)

    def _send_bookmark(self) -> None:
        self._bookmark_is_due = True
        self.go_on()

    def _wake(self) -> None:
        self._rounds.wake(self, self._loop)

    def _finish(self, failure: BaseException | None = None) -> None:
        self.close()
        self._sink.end(failure)


def _next_bookmark(now: float, end: float) -> float:
    """Returns the time of the next bookmark: once a minute, and shortly before the end."""
    due = now + _BOOKMARK_SECONDS
    return min(due, end - _BEFORE_THE_END) if end - _BEFORE_THE_END > now else due
