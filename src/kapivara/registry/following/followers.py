"""Tables that follow the storage: in-memory state of the objects under a prefix.

The storage is the source of truth for all servers on it. A table is filled from a list and updated by a watch from the
list's revision, so it sees every write of every server; it is filled again if the watch falls behind the history. It
needs no thread: a reader applies the new events (`Follower.refresh`), and a writer waits until the tables have reached
its write (`Followers.reach`), so that the response comes from a server that knows the write.
"""

from __future__ import annotations

import threading
from time import monotonic
from typing import Protocol

from kapivara.storage import Compacted, Event, Listing, Storage, StorageError, Watch
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget
from kapivara.values.stack import deep_stack

_GRACE_SECONDS = 1.0
_LOOK_AGAIN_SECONDS = 0.1
_LONGEST_SECONDS = 3600.0
_RETRY_SECONDS = 1.0


class Table(Protocol):
    """State derived from the objects under a prefix. Called by one thread at a time; handles unreadable objects."""

    def replace(self, listing: Listing) -> None:
        """Replaces the content by all stored objects, at the list's revision."""
        ...

    def apply(self, event: Event) -> None:
        """Applies one write; writes come in the order of their revisions."""
        ...


class Follower:
    """Keeps one table up to date with a prefix of the storage. Thread-safe."""

    def __init__(self, storage: Storage, prefix: str, table: Table) -> None:
        self.prefix = prefix
        self._storage = storage
        self._table = table
        self._watch: Watch | None = None
        self._reached = 0
        self._news = threading.Event()
        self.has_news = False
        """Whether events have come: mirrors `_news` in a fifth of the time, for every request checks several tables."""
        self._lock = threading.Lock()  # held while events are applied, and during no other wait
        self._may_wait = not storage.decides_at_once
        self._is_reading = False  # over a network, with the lock
        self._retry_at = 0.0
        with self._lock:
            self._take_in()

    def refresh(self, *, waits: bool = False) -> None:
        """Applies the new events; if the storage fails, the table keeps its content until the storage works.

        If another thread reads events over a network, `waits` waits for it; otherwise the table keeps its content. A
        writer of this server has already waited until the table was up to date (`reach`).
        """
        if not self.has_news and not (waits and self._is_reading):
            return
        if self._has_just_failed:
            return
        if self._lock.acquire(blocking=waits or not self._is_reading):
            try:
                if self.has_news and not self._has_just_failed:  # for all callers that have waited
                    self._take_in()
            except StorageError:
                self._retry_at = monotonic() + _RETRY_SECONDS if self._may_wait else 0.0
            finally:
                self._lock.release()

    @property
    def lags(self) -> bool:
        """Whether the table is being filled again over a network, or `refresh` would do so. Does not block."""
        if not self._may_wait or self._has_just_failed:
            return False
        return self._is_reading or (self.has_news and self._is_behind)

    @property
    def _has_just_failed(self) -> bool:
        return self._retry_at > 0 and monotonic() < self._retry_at

    @property
    def _is_behind(self) -> bool:
        return self._watch is None or self._watch.lags

    def reach(self, revision: int, deadline: Deadline) -> None:
        """Returns once the table has every write up to a revision; raises DeadlineExceededError, StorageError.

        After the deadline it still waits briefly for a finished write, which may need further work.
        """
        end = monotonic() + max(deadline.seconds_left(), _GRACE_SECONDS)
        while self._reached < revision:
            if not self._lock.acquire(timeout=_seconds_until(end, _LONGEST_SECONDS)):
                continue
            try:
                if self._watch is None or self._watch.revision < revision:  # perhaps there are no events to apply
                    self._take_in()
                else:
                    self._reached = revision
            finally:
                self._lock.release()
            if self._reached < revision:
                self._news.wait(_seconds_until(end, _LOOK_AGAIN_SECONDS))

    def close(self) -> None:
        """Ends the watch; the table keeps its content."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()

    def _take_in(self) -> None:
        """Updates the table. Needs the lock."""
        self.has_news = False
        self._news.clear()
        self._is_reading = self._may_wait and self._is_behind
        with RequestBudget(), deep_stack():  # the work for writes of other servers counts for no request
            try:
                self._reached = self._follow()
            except BaseException:  # there may be more events, and no callback will announce them again
                self._note_news()
                raise
            finally:
                self._is_reading = False

    def _follow(self) -> int:
        while True:
            watch = self._watch
            try:
                if watch is None:
                    self._watch = self._start()
                    continue
                while events := watch.take(1):  # one by one, so that a bug with one event does not lose others
                    self._table.apply(events[0])
                return watch.revision
            except Compacted:
                if watch is not None:
                    watch.close()
                self._watch = None

    def _start(self) -> Watch:
        listing = self._storage.list(self.prefix)
        self._table.replace(listing)
        watch = self._storage.watch(self.prefix, listing.revision)
        watch.notify(self._note_news)
        return watch

    def _note_news(self) -> None:
        self.has_news = True
        self._news.set()


class Followers:
    """The tables that follow one storage, for the writers."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._may_wait = not storage.decides_at_once
        self._followers: tuple[Follower, ...] = ()
        self._prefixes: tuple[str, ...] = ()

    def follow(self, prefix: str, table: Table) -> Follower:
        """Fills a table from the objects under a prefix, and keeps it up to date."""
        follower = Follower(self.storage, prefix, table)
        self._followers = (*self._followers, follower)
        self._prefixes = (*self._prefixes, prefix)
        return follower

    def follow_key(self, key: str) -> bool:
        """Returns True if a table follows a key."""
        return key.startswith(self._prefixes)

    def reach(self, key: str, revision: int, deadline: Deadline) -> None:
        """Returns once the tables of a key have every write up to a revision; raises DeadlineExceededError."""
        for follower in self._followers:
            if key.startswith(follower.prefix):
                follower.reach(revision, deadline)

    @property
    def lag(self) -> bool:
        """Whether a table has to be filled again over a network, which an event loop must not do. Does not block."""
        return self._may_wait and any(follower.lags for follower in self._followers)

    def catch_up(self) -> None:
        """Updates all tables. Blocks if they lag."""
        for follower in self._followers:
            follower.refresh(waits=True)

    def close(self) -> None:
        """Ends all watches; leaves the storage open."""
        for follower in self._followers:
            follower.close()


def _seconds_until(end: float, most: float) -> float:
    left = end - monotonic()
    if left <= 0:
        raise DeadlineExceededError
    return min(left, most)
