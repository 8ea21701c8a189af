"""A storage that keeps nothing after exit: for dry runs, tests and `--memory`.

A dictionary holds the current values, beside a sorted list of its keys. The event feed is the history; a list at a past
revision undoes the later events.
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
    Closed,
    Compacted,
    Event,
    FutureRevision,
    KeyNotFound,
    Listing,
    NothingSince,
    Pending,
    Precondition,
    PreconditionFailed,
    Storage,
    Stored,
    Unchanged,
    WriteRequest,
)
from kapivara.storage.deciding import make_event, stored_by
from kapivara.storage.feed import Feed, FeedWatch
from kapivara.storage.key_range import range_end, range_start
from kapivara.storage.retention import IN_MEMORY, HistoryBudget, Retention, footprint


class MemoryStorage(Storage):
    """Implements `Storage` in memory. Every write is durable at once."""

    decides_at_once = True

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

    def get(self, key: str, pending: Pending | None = None) -> Stored:  # noqa: ARG002  nothing is ever pending
        """Returns the value under the key."""
        self._check_open()
        stored = self._objects.get(key)
        if stored is None:
            raise KeyNotFound(key)
        return stored

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values under a prefix."""
        with self._lock:
            self._check_open()
            revision = self._revision if at_revision is None else at_revision
            self._check_reachable(revision)
            first, stop = _window(self._keys, prefix, after)
            changed = self._changed_since(revision, prefix, after)
            last = min(stop, first + limit + len(changed)) if limit else stop
            found = {key: self._objects[key] for key in self._keys[first:last] if key not in changed}
            total = stop - first - sum(key in self._objects for key in changed)
        was_there = {key: stored for key, stored in changed.items() if stored is not None}
        total += len(was_there)
        found |= was_there
        items = [found[key] for key in (sorted(found) if was_there else found)]
        items = items[:limit] if limit else items
        left = total - len(items)
        return Listing(items, revision, left > 0, left if counts else None)

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:  # noqa: ARG002  it is as durable as it will be
        with self._lock:
            self._check_writable(request.preconditions)
            event = make_event(request, self._objects.get(request.key), self._revision + 1)
            stored = stored_by(event)
            if event.value is None:
                del self._objects[event.key]
                del self._keys[bisect_left(self._keys, event.key)]
            else:
                self._objects[event.key] = stored
                if event.old_value is None:
                    insort(self._keys, event.key)
            self._wrote(event)
            return stored

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        with self._lock:
            self._check_open()
            start = self._revision if from_revision is None else from_revision
            self._check_reachable(start)
            return FeedWatch(self._feed, prefix, start)

    def compact(self, revision: int) -> None:
        """Removes the history that is not visible at `revision` or later."""
        with self._lock:
            self._check_open()
            if revision > self._revision:
                raise FutureRevision(revision, self._revision)
            self._forget(revision)

    def close(self) -> None:
        """Ends all watches and forbids further reads."""
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
        first, stop = _window(self._keys, precondition.prefix)
        return all(self._objects[key].revision <= precondition.revision for key in self._keys[first:stop])

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

    def _changed_since(self, revision: int, prefix: str, after: str) -> dict[str, Stored | None]:
        """Returns the values at `revision` of those keys after `after` that have changed since; None if a key did not
        exist.
        """
        changed: dict[str, Stored | None] = {}
        for event in self._feed.since(revision):
            if event.key.startswith(prefix) and event.key > after:
                old = event.old_value
                changed[event.key] = None if old is None else Stored(event.key, old, event.old_revision)
        return changed

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


def _window(keys: Sequence[str], prefix: str, after: str = "") -> tuple[int, int]:
    """Returns the start and end index of the keys with a prefix that sort after `after`."""
    end = range_end(prefix)
    first = bisect_left(keys, range_start(prefix, after))
    return first, max(first, len(keys) if end is None else bisect_left(keys, end))
