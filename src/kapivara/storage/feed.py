"""The newest events in memory and the watches that read them; shared by all engines.

An engine publishes a write here after the write took effect and before it is acknowledged. Watches of one prefix that
keep up share one list of the newest events and each keep a position in it, so an event is recorded once, however many
watches there are. A watch that falls behind that list reads the missed events from the feed and, where the feed does
not reach back, from the engine's history.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from kapivara.storage.contract import Closed, Compacted, Event, Watch

Backlog: TypeAlias = Callable[[str, int, int], tuple[Sequence[Event], int]]
"""Reads older events: (prefix, after which revision, limit) → events, the revision up to which they are complete."""

_SHARED_EVENTS = 1000
_SHARED_SIZE = 8 * 1024 * 1024
_BATCH = 256


class Feed:
    """Keeps the last events, at most `entries` events and `size` bytes, and passes them to watches."""

    def __init__(self, revision: int, backlog: Backlog, *, entries: int, size: int) -> None:
        self.lock = threading.Lock()
        self.backlog = backlog
        self.revision = revision
        self.closed = False
        self.times_gone_back = 0
        self._floor = revision
        self._events: deque[Event] = deque()
        self._size = 0
        self._max_entries = entries
        self._max_size = size
        self._groups: dict[str, _Group] = {}
        self._prefixes: tuple[str, ...] = ()
        self._lengths: tuple[int, ...] = ()

    def publish(self, events: Sequence[Event]) -> None:
        """Adds the next events, in order, and wakes the watches of their keys. Callers serialize their calls."""
        woken: list[FeedWatch] = []
        with self.lock:
            for event in events:
                self._events.append(event)
                size = event_size(event)
                self._size += size
                self.revision = event.revision
                if not event.key.startswith(self._prefixes):
                    continue  # the common case
                for length in self._lengths:
                    if group := self._groups.get(event.key[:length]):
                        group.add(event, size, woken)
            while len(self._events) > self._max_entries or self._size > self._max_size:
                self._drop_oldest()
        for watch in woken:
            watch.wake()

    def advance(self, revision: int) -> None:
        """Sets the current revision: no event up to it remains unpublished."""
        with self.lock:
            self.revision = max(self.revision, revision)

    def restart(self, revision: int) -> None:
        """Continues at a revision after a gap: watches read the missed events from the history."""
        self._begin_at(max(revision, self.revision))

    def go_back(self, revision: int) -> None:
        """Continues at an earlier revision of another history: all existing watches raise Compacted."""
        self.times_gone_back += 1
        self._begin_at(revision)

    def _begin_at(self, revision: int) -> None:
        with self.lock:
            watches = [watch for group in self._groups.values() for watch in group.members]
            for watch in watches:
                watch.stop_living()
            self._groups.clear()
            self._note_prefixes()
            self._events.clear()
            self._size = 0
            self._floor = self.revision = revision
        for watch in watches:
            watch.wake()

    @property
    def floor(self) -> int:
        """The feed holds every write after this revision."""
        return self._floor

    def forget(self, revision: int) -> None:
        """Drops the events up to a revision."""
        with self.lock:
            while self._events and self._events[0].revision <= revision:
                self._drop_oldest()
            self._floor = max(self._floor, revision)

    def since(self, revision: int) -> Iterator[Event]:
        """Yields the held events after a revision, the newest first. The caller prevents publishing."""
        for event in reversed(self._events):
            if event.revision <= revision:
                return
            yield event

    def attach(self, watch: FeedWatch) -> bool:
        """Gives a watch its missed events and keeps it current; False if the feed lacks some of them. Needs `lock`."""
        if watch.read_revision < self._floor:
            return False
        missed = [event for event in self.since(watch.read_revision) if event.key.startswith(watch.prefix)]
        group = self._groups.get(watch.prefix)
        if group is None:
            group = self._groups[watch.prefix] = _Group()
            self._note_prefixes()
        group.members.add(watch)
        watch.go_live(missed[::-1], self.revision, group)
        return True

    def detach(self, watch: FeedWatch) -> None:
        """Removes a watch. Needs `lock`."""
        group = self._groups.get(watch.prefix)
        if group is None:
            return
        group.members.discard(watch)
        group.idle.discard(watch)
        if not group.members:
            del self._groups[watch.prefix]
            self._note_prefixes()

    def close(self) -> None:
        """Ends all watches."""
        with self.lock:
            self.closed = True
            watches = [watch for group in self._groups.values() for watch in group.members]
            self._groups.clear()
            self._note_prefixes()
        for watch in watches:
            watch.wake()

    def _note_prefixes(self) -> None:
        self._prefixes = tuple(self._groups)
        self._lengths = tuple({len(prefix) for prefix in self._prefixes})

    def _drop_oldest(self) -> None:
        event = self._events.popleft()
        self._size -= event_size(event)
        self._floor = event.revision


class _Group:
    """The watches of one prefix that read from the feed, and the newest events under it. Guarded by the feed's lock.

    Events are numbered in order; `first` is the number of the oldest event held. Watches that have taken all events are
    `idle`.
    """

    def __init__(self) -> None:
        self.members: set[FeedWatch] = set()
        self.idle: set[FeedWatch] = set()
        self.events: list[Event] = []
        self.first = 0
        self._size = 0

    @property
    def end(self) -> int:
        """The number of the next event."""
        return self.first + len(self.events)

    def add(self, event: Event, size: int, woken: list[FeedWatch]) -> None:
        """Adds an event; appends to `woken` the watches that had taken all earlier events."""
        if self.idle:
            woken += self.idle
            if len(self.idle) == len(self.members):
                self._drop(len(self.events))
            self.idle.clear()
        self.events.append(event)
        self._size += size
        if len(self.events) > _SHARED_EVENTS or self._size > _SHARED_SIZE:
            self._drop(len(self.events) // 2 or 1)

    def _drop(self, count: int) -> None:
        self.first += count
        del self.events[:count]
        self._size = sum(map(event_size, self.events))


class FeedWatch(Watch):
    """A watch on a feed; implements `Watch`. Guarded by the feed's lock.

    `_pending` holds the events that the watch missed before it joined its group; after them follow the events of the
    group, from number `_next` on.
    """

    def __init__(self, feed: Feed, prefix: str, from_revision: int) -> None:
        self.prefix = prefix
        self.read_revision = from_revision
        self._feed = feed
        self._times_gone_back = feed.times_gone_back
        self._group: _Group | None = None
        self._next = 0
        self._closed = False
        self._pending: deque[Event] = deque()
        self._callback: Callable[[], None] | None = None
        with feed.lock:
            if feed.closed:
                raise Closed("the storage is closed")
            feed.attach(self)

    @property
    def revision(self) -> int:
        """The newest revision up to which the consumer has taken every event."""
        with self._feed.lock:
            if self._times_gone_back != self._feed.times_gone_back:
                return 0
            if self._pending:
                return self._pending[0].revision - 1
            group = self._group
            if group is None or self._next < group.first:
                return self.read_revision
            newest = self._feed.revision
            if self._next < group.end:
                newest = group.events[self._next - group.first].revision - 1
            return max(newest, self.read_revision)

    @property
    def lags(self) -> bool:
        """Whether `take` has to read the history."""
        return self._is_behind and not (self._pending or self._closed or self._feed.closed)

    def take(self, limit: int = 100) -> list[Event]:
        """Returns the available events, about `limit` at most."""
        feed = self._feed
        while True:
            with feed.lock:
                if self._closed or feed.closed:
                    raise Closed("the watch is closed")
                if self._times_gone_back != feed.times_gone_back:
                    raise Compacted(self.read_revision, feed.floor)
                if self._pending or not self._is_behind or feed.attach(self):
                    return self._take_here(limit)
                feed.detach(self)
                self._group = None
            events, self.read_revision = feed.backlog(self.prefix, self.read_revision, _BATCH)
            self._pending.extend(events)

    @property
    def _is_behind(self) -> bool:
        """Whether the watch needs events that the group does not hold, or has no group."""
        group = self._group
        return group is None or self._next < group.first

    def _take_here(self, limit: int) -> list[Event]:
        """Takes the missed events of this watch, then those of the group."""
        pending = self._pending
        missed = [pending.popleft() for _ in range(min(limit, len(pending)))] if pending else []
        while pending and missed and pending[0].revision == missed[-1].revision:
            missed.append(pending.popleft())
        group = self._group
        if group is None or pending or self._next < group.first or len(missed) >= limit:
            return missed
        start = self._next - group.first
        stop = min(start + limit - len(missed), len(group.events))
        while start < stop < len(group.events) and group.events[stop].revision == group.events[stop - 1].revision:
            stop += 1
        taken = group.events[start:stop]
        self._next += len(taken)
        if self._next == group.end:
            group.idle.add(self)
        if taken and taken[0].revision <= self.read_revision:  # the history was newer than the feed
            taken = [event for event in taken if event.revision > self.read_revision]
        if taken:
            self.read_revision = taken[-1].revision
        return missed + taken if missed else taken

    def notify(self, callback: Callable[[], None]) -> None:
        """Registers the callback that is called when `take` may return events."""
        self._callback = callback
        callback()

    def close(self) -> None:
        """Ends the watch."""
        with self._feed.lock:
            self._closed = True
            self._group = None
            self._feed.detach(self)
            self._pending.clear()
        self.wake()
        self._callback = None  # the consumer holds this watch: a cycle would wait for the garbage collector

    def go_live(self, missed: Sequence[Event], revision: int, group: _Group) -> None:
        """Adds the missed events and joins the group, which supplies all later events. Needs the feed's lock."""
        self._pending.extend(missed)
        self._group = group
        self._next = group.end
        self.read_revision = max(self.read_revision, revision)
        if not self._pending:
            group.idle.add(self)

    def stop_living(self) -> None:
        """Leaves the group and keeps its published events as pending. Needs the feed's lock."""
        group = self._group
        if group is not None and self._next >= group.first:
            self._pending.extend(
                event for event in group.events[self._next - group.first :] if event.revision > self.read_revision
            )
            self.read_revision = max(self.read_revision, self._feed.revision)
        self._group = None

    def wake(self) -> None:
        """Notifies the consumer that `take` may return events."""
        if self._callback is not None:
            try:  # noqa: SIM105  `suppress` takes as long as all else here
                self._callback()
            except Exception:  # noqa: S110  a consumer's fault must not reach the one who wrote
                pass


def event_size(event: Event) -> int:
    """Estimates the bytes that an event holds in memory."""
    return len(event.key) + len(event.value or b"") + len(event.old_value or b"") + 100
