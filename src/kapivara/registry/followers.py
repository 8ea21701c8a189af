"""Tables that follow the storage: what a process keeps in memory of the objects under a prefix.

The storage is the truth for all servers over it. A table is filled from a listing and kept in step by a watch from that
listing's revision, so it learns of every write, whoever made it; where the watch has fallen behind the history that is
kept, it is filled anew. No thread is needed: whoever looks something up takes in the news that have come
(`Follower.refresh`), and whoever has written waits until the tables have reached its write (`Followers.reach`), so that
it is answered by servers that know of it.
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
    """What is kept of the objects under a prefix. Told by one thread at a time; a failure to read is its own affair."""

    def replace(self, listing: Listing) -> None:
        """Takes everything that is stored, as of the listing's revision, instead of what was known."""
        ...

    def apply(self, event: Event) -> None:
        """Takes in one write; they come in the order of their revisions."""
        ...


class Follower:
    """Keeps one table in step with a prefix of the storage. Safe for many threads."""

    def __init__(self, storage: Storage, prefix: str, table: Table) -> None:
        self.prefix = prefix
        self._storage = storage
        self._table = table
        self._watch: Watch | None = None
        self._reached = 0
        self._news = threading.Event()
        self.has_news = False
        """Whether writes have come: `_news`, asked in a fifth of the time, as every request does of several tables."""
        self._lock = threading.Lock()  # held while news are taken in, and never by who waits for anything else
        self._may_wait = not storage.decides_at_once
        self._is_reading = False  # over a network, with the lock
        self._retry_at = 0.0
        with self._lock:
            self._take_in()

    def refresh(self, *, waits: bool = False) -> None:
        """Takes in the writes that have come; where the storage fails, the table stays as it was until it does not.

        Where somebody else reads them over a network, that is waited for if `waits` is asked for; else the table is as
        it was. Whoever has written through this server has waited until it was in step (`reach`).
        """
        if not self.has_news and not (waits and self._is_reading):
            return
        if self._has_just_failed:
            return
        if self._lock.acquire(blocking=waits or not self._is_reading):
            try:
                if self.has_news and not self._has_just_failed:  # for all who have waited
                    self._take_in()
            except StorageError:
                self._retry_at = monotonic() + _RETRY_SECONDS if self._may_wait else 0.0
            finally:
                self._lock.release()

    @property
    def lags(self) -> bool:
        """Whether the table is read anew over a network, or would be by `refresh`. Does not block."""
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
        """Returns once the table knows of every write up to a revision; raises DeadlineExceededError, StorageError.

        What was written is waited for a moment although the time is up: more may have to be done about it.
        """
        end = monotonic() + max(deadline.seconds_left(), _GRACE_SECONDS)
        while self._reached < revision:
            if not self._lock.acquire(timeout=_seconds_until(end, _LONGEST_SECONDS)):
                continue
            try:
                if self._watch is None or self._watch.revision < revision:  # it may be that nothing has come since
                    self._take_in()
                else:
                    self._reached = revision
            finally:
                self._lock.release()
            if self._reached < revision:
                self._news.wait(_seconds_until(end, _LOOK_AGAIN_SECONDS))

    def close(self) -> None:
        """Ends the watch; the table stays as it is."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()

    def _take_in(self) -> None:
        """Brings the table up to date. Needs the lock."""
        self.has_news = False
        self._news.clear()
        self._is_reading = self._may_wait and self._is_behind
        with RequestBudget(), deep_stack():  # what others have written counts for no request of ours
            try:
                self._reached = self._follow()
            except BaseException:  # there may be more to take, and nobody is woken for it again
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
                while events := watch.take(1):  # one that fails for a bug of ours takes no others along
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
    """The tables that follow one storage, for those who write to it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._may_wait = not storage.decides_at_once
        self._followers: tuple[Follower, ...] = ()
        self._prefixes: tuple[str, ...] = ()

    def follow(self, prefix: str, table: Table) -> Follower:
        """Fills a table from what is stored under a prefix, and has it follow."""
        follower = Follower(self.storage, prefix, table)
        self._followers = (*self._followers, follower)
        self._prefixes = (*self._prefixes, prefix)
        return follower

    def follow_key(self, key: str) -> bool:
        """Tells whether a table is about a key."""
        return key.startswith(self._prefixes)

    def reach(self, key: str, revision: int, deadline: Deadline) -> None:
        """Returns once the tables about a key know of every write up to a revision; raises DeadlineExceededError."""
        for follower in self._followers:
            if key.startswith(follower.prefix):
                follower.reach(revision, deadline)

    @property
    def lag(self) -> bool:
        """Whether a table would have to be filled anew over a network: nothing for an event loop. Does not block."""
        return self._may_wait and any(follower.lags for follower in self._followers)

    def catch_up(self) -> None:
        """Has all tables take in the writes that have come. Blocks where they lag."""
        for follower in self._followers:
            follower.refresh(waits=True)

    def close(self) -> None:
        """Ends all watches; the storage is left open."""
        for follower in self._followers:
            follower.close()


def _seconds_until(end: float, most: float) -> float:
    left = end - monotonic()
    if left <= 0:
        raise DeadlineExceededError
    return min(left, most)
