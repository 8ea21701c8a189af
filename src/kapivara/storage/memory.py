"""The storage that forgets at exit: for dry runs, tests and `--memory`.

The current values stand in a dictionary beside a sorted list of its keys; the history is the feed of events alone, and
a listing at a past revision undoes, in a copy, the events that came after.
"""

from __future__ import annotations

import sys
import threading
from bisect import bisect_left, insort
from collections.abc import Sequence
from time import monotonic
from typing import NoReturn

from kapivara.storage.contract import (
    FIRST_REVISION,
    AlreadyExists,
    Closed,
    Compacted,
    Conflict,
    Event,
    EventType,
    FutureRevision,
    KeyNotFound,
    Listing,
    NothingSince,
    Precondition,
    PreconditionFailed,
    Storage,
    Stored,
    Unchanged,
)
from kapivara.storage.feed import Feed, FeedWatch
from kapivara.storage.key_range import range_end, range_start
from kapivara.storage.retention import IN_MEMORY, HistoryBudget, Retention, footprint


class MemoryStorage(Storage):
    """A Storage in memory; see the contract for what its methods promise."""

    def __init__(self, *, retention: Retention = IN_MEMORY) -> None:
        self._lock = threading.Lock()
        self._objects: dict[str, Stored] = {}
        self._keys: list[str] = []
        self._revision = FIRST_REVISION
        self._compacted = FIRST_REVISION
        self._closed = False
        self._feed = Feed(FIRST_REVISION, self._no_backlog, entries=sys.maxsize, size=sys.maxsize)
        self._budget = HistoryBudget(retention, FIRST_REVISION, monotonic())

    @property
    def revision(self) -> int:
        """The revision of the newest write."""
        return self._revision

    def create(self, key: str, value: bytes, preconditions: Sequence[Precondition] = ()) -> Stored:
        """Stores a new key."""
        with self._lock:
            self._check_writable(preconditions)
            if key in self._objects:
                raise AlreadyExists(key)
            stored = Stored(key, value, self._revision + 1)
            self._objects[key] = stored
            insort(self._keys, key)
            self._wrote(Event(EventType.ADDED, key, value, None, stored.revision))
            return stored

    def get(self, key: str) -> Stored:
        """Returns what is stored under the key."""
        self._check_open()
        stored = self._objects.get(key)
        if stored is None:
            raise KeyNotFound(key)
        return stored

    def list(self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None) -> Listing:
        """Lists the values under a prefix."""
        with self._lock:
            self._check_open()
            if at_revision is None or at_revision == self._revision:
                keys, remaining = _select(self._keys, prefix, after, limit)
                return Listing([self._objects[key] for key in keys], self._revision, remaining)
            self._check_reachable(at_revision)
            objects = self._objects_at(prefix, at_revision)
        keys, remaining = _select(sorted(objects), prefix, after, limit)
        return Listing([objects[key] for key in keys], at_revision, remaining)

    def update(
        self, key: str, value: bytes, expected_revision: int, preconditions: Sequence[Precondition] = ()
    ) -> Stored:
        """Replaces a value that is still at `expected_revision`."""
        with self._lock:
            self._check_writable(preconditions)
            old = self._expect(key, expected_revision)
            stored = Stored(key, value, self._revision + 1)
            self._objects[key] = stored
            self._wrote(Event(EventType.MODIFIED, key, value, old.value, stored.revision, old.revision))
            return stored

    def delete(self, key: str, expected_revision: int, preconditions: Sequence[Precondition] = ()) -> Stored:
        """Removes a key that is still at `expected_revision`."""
        with self._lock:
            self._check_writable(preconditions)
            old = self._expect(key, expected_revision)
            revision = self._revision + 1
            del self._objects[key]
            del self._keys[bisect_left(self._keys, key)]
            self._wrote(Event(EventType.DELETED, key, None, old.value, revision, old.revision))
            return Stored(key, old.value, revision)

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        with self._lock:
            self._check_open()
            start = self._revision if from_revision is None else from_revision
            self._check_reachable(start)
            return FeedWatch(self._feed, prefix, start)

    def compact(self, revision: int) -> None:
        """Forgets what cannot be seen at `revision` or later."""
        with self._lock:
            self._check_open()
            if revision > self._revision:
                raise FutureRevision(revision, self._revision)
            self._forget(revision)

    def close(self) -> None:
        """Ends all watches; nothing can be read any more."""
        with self._lock:
            self._closed = True
            self._feed.close()

    def _check_writable(self, preconditions: Sequence[Precondition]) -> None:
        self._check_open()
        for each in preconditions:
            if not (self._is_unchanged(each) if isinstance(each, Unchanged) else self._is_nothing_since(each)):
                raise PreconditionFailed(each, self._revision)

    def _is_unchanged(self, precondition: Unchanged) -> bool:
        current = self._objects.get(precondition.key)
        return current is not None and current.revision == precondition.revision

    def _is_nothing_since(self, precondition: NothingSince) -> bool:
        keys, _ = _select(self._keys, precondition.prefix)
        return all(self._objects[key].revision <= precondition.revision for key in keys)

    def _expect(self, key: str, expected: int) -> Stored:
        current = self._objects.get(key)
        if current is None:
            raise KeyNotFound(key)
        if expected != current.revision:
            raise Conflict(expected, current)
        return current

    def _wrote(self, event: Event) -> None:
        self._revision = event.revision
        self._feed.publish((event,))
        now = monotonic()
        self._budget.note(event.revision, footprint(event.key, event.value), now)
        if target := self._budget.due(now):
            self._forget(target)

    def _forget(self, revision: int) -> None:
        if revision > self._compacted:
            self._compacted = revision
            self._feed.forget(revision)

    def _objects_at(self, prefix: str, revision: int) -> dict[str, Stored]:
        objects = {key: self._objects[key] for key in _select(self._keys, prefix)[0]}
        for event in self._feed.since(revision):
            if not event.key.startswith(prefix):
                continue
            if event.old_value is None:
                objects.pop(event.key, None)
            else:
                objects[event.key] = Stored(event.key, event.old_value, event.old_revision)
        return objects

    def _check_open(self) -> None:
        if self._closed:
            raise Closed("the storage is closed")

    def _check_reachable(self, revision: int) -> None:
        if revision < self._compacted:
            raise Compacted(revision, self._compacted)
        if revision > self._revision:
            raise FutureRevision(revision, self._revision)

    def _no_backlog(self, _prefix: str, after: int, _limit: int) -> NoReturn:
        raise Compacted(after, self._compacted)


def _select(keys: Sequence[str], prefix: str, after: str = "", limit: int = 0) -> tuple[Sequence[str], int]:
    """Returns the page of sorted keys, and how many are left behind it."""
    end = range_end(prefix)
    first = bisect_left(keys, range_start(prefix, after))
    stop = len(keys) if end is None else bisect_left(keys, end)
    last = min(stop, first + limit) if limit else stop
    return keys[first:last], stop - last
