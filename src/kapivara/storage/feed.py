"""The newest events, in memory, and the watches that live on them; shared by the embedded engines.

A write is published here after it took effect and before it is acknowledged. A watch that keeps up is handed each
event under its prefix as it is published. One that falls behind (too much waits to be taken) is let go, and catches up
by itself: from the feed as far back as that reaches, from the engine's history before that.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias

from kapivara.storage.contract import Closed, Event, Watch

Backlog: TypeAlias = Callable[[str, int, int], tuple[Sequence[Event], int]]
"""Reads older events: (prefix, after which revision, limit) → events, the revision up to which that is all of them."""

_PENDING_EVENTS = 1000
_PENDING_SIZE = 8 * 1024 * 1024
_BATCH = 256


class Feed:
    """Keeps the last events, at most `entries` of them and `size` bytes, and hands them to watches."""

    def __init__(self, revision: int, backlog: Backlog, *, entries: int, size: int) -> None:
        self.lock = threading.Lock()
        self.backlog = backlog
        self.revision = revision
        self.closed = False
        self._floor = revision
        self._events: deque[Event] = deque()
        self._size = 0
        self._max_entries = entries
        self._max_size = size
        self._watches: dict[str, set[FeedWatch]] = {}
        self._lengths: tuple[int, ...] = ()

    def publish(self, events: Sequence[Event]) -> None:
        """Takes in the next events, in order, and wakes those who watch them. Publishers take turns by themselves."""
        woken: set[FeedWatch] = set()
        with self.lock:
            for event in events:
                self._events.append(event)
                self._size += event_size(event)
                self.revision = event.revision
                for length in self._lengths:
                    if group := self._watches.get(event.key[:length]):
                        woken |= group
                        self._detach([watch for watch in group if not watch.push(event)])
            while len(self._events) > self._max_entries or self._size > self._max_size:
                self._drop_oldest()
        for watch in woken:
            watch.wake()

    def forget(self, revision: int) -> None:
        """Drops the events up to a revision."""
        with self.lock:
            while self._events and self._events[0].revision <= revision:
                self._drop_oldest()
            self._floor = max(self._floor, revision)

    def since(self, revision: int) -> Iterator[Event]:
        """Yields the events after a revision that are still here, the newest first. The caller bars publishing."""
        for event in reversed(self._events):
            if event.revision <= revision:
                return
            yield event

    def attach(self, watch: FeedWatch) -> bool:
        """Brings a watch up to date and keeps it so; False where the feed does not reach back. Needs `lock`."""
        if watch.read_revision < self._floor:
            return False
        missed = [event for event in self.since(watch.read_revision) if event.key.startswith(watch.prefix)]
        watch.go_live(missed[::-1], self.revision)
        self._watches.setdefault(watch.prefix, set()).add(watch)
        self._lengths = tuple({len(prefix) for prefix in self._watches})
        return True

    def detach(self, watch: FeedWatch) -> None:
        """Lets go of a watch. Needs `lock`."""
        self._detach((watch,))

    def close(self) -> None:
        """Ends all watches."""
        with self.lock:
            self.closed = True
            watches = [watch for group in self._watches.values() for watch in group]
            self._detach(watches)
        for watch in watches:
            watch.wake()

    def _detach(self, watches: Sequence[FeedWatch]) -> None:
        for watch in watches:
            group = self._watches.get(watch.prefix, set())
            group.discard(watch)
            if not group:
                self._watches.pop(watch.prefix, None)
                self._lengths = tuple({len(prefix) for prefix in self._watches})

    def _drop_oldest(self) -> None:
        event = self._events.popleft()
        self._size -= event_size(event)
        self._floor = event.revision


class FeedWatch(Watch):
    """A watch on a feed; what it means is in the contract. Its state is guarded by the feed's lock."""

    def __init__(self, feed: Feed, prefix: str, from_revision: int) -> None:
        self.prefix = prefix
        self.read_revision = from_revision
        self._feed = feed
        self._live = False
        self._closed = False
        self._pending: deque[Event] = deque()
        self._pending_size = 0
        self._callback: Callable[[], None] | None = None
        with feed.lock:
            if feed.closed:
                raise Closed("the storage is closed")
            feed.attach(self)

    @property
    def revision(self) -> int:
        """The newest revision up to which every event was taken."""
        with self._feed.lock:
            if self._pending:
                return self._pending[0].revision - 1
            return max(self._feed.revision, self.read_revision) if self._live else self.read_revision

    def take(self, limit: int = 100) -> list[Event]:
        """Returns what is there now, at most `limit` events."""
        feed = self._feed
        while True:
            with feed.lock:
                if self._closed or feed.closed:
                    raise Closed("the watch is closed")
                if self._pending or self._live or feed.attach(self):
                    return self._pop(limit)
            events, self.read_revision = feed.backlog(self.prefix, self.read_revision, _BATCH)
            self._pending.extend(events)
            self._pending_size = sum(map(event_size, events))

    def _pop(self, limit: int) -> list[Event]:
        pending = self._pending
        taken = [pending.popleft() for _ in range(min(limit, len(pending)))]
        self._pending_size -= sum(map(event_size, taken))
        return taken

    def notify(self, callback: Callable[[], None]) -> None:
        """Has `callback` called whenever `take` may have news."""
        self._callback = callback
        callback()

    def close(self) -> None:
        """Ends the watch."""
        with self._feed.lock:
            self._closed = True
            self._live = False
            self._feed.detach(self)
            self._pending.clear()
        self.wake()

    def go_live(self, missed: Sequence[Event], revision: int) -> None:
        """Takes over what was missed; from now on events are pushed. Needs the feed's lock."""
        self._live = True
        self._pending.extend(missed)
        self._pending_size += sum(map(event_size, missed))
        self.read_revision = max(self.read_revision, revision)

    def push(self, event: Event) -> bool:
        """Takes an event as it is published; False: too many wait, this one must be read again. Needs the lock."""
        if event.revision <= self.read_revision:
            return True
        if len(self._pending) >= _PENDING_EVENTS or self._pending_size >= _PENDING_SIZE:
            self._live = False
            self.read_revision = event.revision - 1
            return False
        self._pending.append(event)
        self._pending_size += event_size(event)
        return True

    def wake(self) -> None:
        """Tells the consumer that there may be news."""
        if self._callback is not None:
            with suppress(Exception):  # a consumer's fault must not reach the one who wrote
                self._callback()


def event_size(event: Event) -> int:
    """Estimates the bytes that an event holds in memory."""
    return len(event.key) + len(event.value or b"") + len(event.old_value or b"") + 100
