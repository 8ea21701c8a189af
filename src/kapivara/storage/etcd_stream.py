"""The one watch that a process keeps on its etcd: all writes to our tree of keys, in their order, into the feed.

However many watch the server, etcd has one watcher to serve. Where the stream breaks, it is opened again behind what
was published, and nothing is lost or told twice; where etcd has forgotten what came between, the feed begins anew
with a gap, which those who watch hear of as Compacted. So does it where etcd itself has gone back, as one does that was
emptied, or restored from a snapshot: what is there now is another history. Whoever has written waits
here until the write has come (`wait_for`), so that it is in the feed before it is acknowledged.

A thread does this, or the event loop of a server: what comes is taken in where requests are answered then, and nobody
has to be woken for it.
"""

from __future__ import annotations

import logging
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from time import monotonic

from kapivara.storage.contract import Closed, Compacted, Event, StorageError
from kapivara.storage.etcd_client import EtcdClient
from kapivara.storage.etcd_errors import UnreachableError
from kapivara.storage.etcd_history import History, LostError, event_of
from kapivara.storage.etcd_keys import KeyTree
from kapivara.storage.feed import Feed
from kapivara.storage.suspension import SuspendableWork, current_loop, wait_for
from kapivara.values import JsonObject

_LOG = logging.getLogger(__name__)
_FIRST_NAP, _LONGEST_NAP = 0.05, 1.0
_PATIENCE = 0.1
_NO_LIMIT = 1_000_000


class _MovedError(Exception):
    """An event loop takes over."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        super().__init__()
        self.loop = loop


class _WentBackError(Exception):
    """What etcd holds now is of an earlier revision than what was published."""

    def __init__(self, revision: int) -> None:
        super().__init__()
        self.revision = revision


def _do_nothing() -> None:
    """Needs to know of nothing."""


class EventStream:
    """Keeps a feed in step with etcd, from a thread of its own or an event loop, until `close`.

    `on_events` hears of what came, too.
    """

    def __init__(
        self,
        client: EtcdClient,
        tree: KeyTree,
        feed: Feed,
        history: History,
        on_events: Callable[[Sequence[Event]], None],
    ) -> None:
        self._client = client
        self._tree = tree
        self._feed = feed
        self._history = history
        self._on_events = on_events
        self._last_revision = 0
        self._last_keys: set[str] = set()  # those of that revision that were published
        self._is_over = False
        self._on_close: Callable[[], None] | None = None
        self._loop: AbstractEventLoop | None = None  # where this is to be done; None: in the thread
        self._follows_on: AbstractEventLoop | None = None  # where it is done
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begins to work."""
        self._thread = threading.Thread(target=self._run, name="kapivara-etcd-watch", daemon=True)
        self._thread.start()

    def move_to(self, loop: AbstractEventLoop | None) -> None:
        """Has an event loop do the work, from the next event on; None: a thread again, and at once.

        To be called on the loop that it moves to, or leaves.
        """
        self._loop = loop
        if loop is None and self._follows_on is not None:
            self._follows_on = None
            self.start()

    def _begin_on(self, loop: AbstractEventLoop) -> None:
        if self._loop is loop and not self._is_over:
            self._follows_on = loop
            SuspendableWork(self._run, _do_nothing, resumed=_do_nothing, paused=_do_nothing).go_on()

    def close(self) -> None:
        """Ends; the client must have been closed."""
        self._is_over = True
        if self._on_close is not None:
            self._on_close()
        if self._thread is not None:
            self._thread.join()
        self._release(None)

    def wait_for(self, revision: int, seconds: float) -> bool:
        """Waits until the feed has all writes up to a revision that wrote one of our keys; tells whether it has."""
        return self._has(revision) or wait_for(lambda arrived: self._tell_of(revision, arrived), seconds)

    def _has(self, revision: int) -> bool:
        return self._feed.revision >= revision or self._is_over

    def _tell_of(self, revision: int, arrived: Callable[[], None]) -> None:
        """Has somebody told once the feed has come to a revision."""
        with self._lock:
            if not self._has(revision):
                heappush(self._waiting, (revision, next(self._numbers), arrived))
                return
        arrived()

    def reach(self, revision: int, seconds: float) -> None:
        """Waits until the feed has come to any revision, if time allows: one that wrote others' keys only, too."""
        end = monotonic() + seconds
        if self.wait_for(revision, _PATIENCE):
            return
        after = self._feed.revision
        while after < revision:
            try:
                events, after = self._history.read("", after, _NO_LIMIT, revision)
            except Compacted:
                return
            if events and not self.wait_for(events[-1].revision, max(0.0, end - monotonic())):
                return
        self._feed.advance(after)
        self._release(self._feed.revision)

    def _run(self) -> None:
        nap = _FIRST_NAP
        while not self._is_over and self._follows_on is current_loop():
            before = self._feed.revision
            try:
                self._follow()
            except Closed:
                return
            except _MovedError as moved:
                with suppress(RuntimeError):  # the loop is closed: it has left again
                    moved.loop.call_soon_threadsafe(self._begin_on, moved.loop)
                return
            except Compacted as gap:
                self._restart(gap.compacted)
            except _WentBackError as lost:
                self._go_back(lost.revision)
            except StorageError:  # whoever asks for anything meanwhile is told
                pass
            except Exception:  # a defect of ours: without this thread no write would be seen any more
                _LOG.exception("the watch of etcd failed, and begins anew")
            nap = _FIRST_NAP if self._feed.revision > before else min(2 * nap, _LONGEST_NAP)
            wait_for(self._tell_of_close, nap)
            self._on_close = None

    def _tell_of_close(self, tell: Callable[[], None]) -> None:
        self._on_close = tell
        if self._is_over:
            tell()

    def _follow(self) -> None:
        """Takes in what comes, from the last revision on: a part of it may have come before the stream broke."""
        start, end = self._tree.span("")
        last = self._feed.revision
        create = {
            "key": start,
            "range_end": end,
            "start_revision": last,
            "prev_kv": True,
            "fragment": True,
            "progress_notify": True,
        }
        with self._client.watch(create) as answers:
            for answer in answers:
                self._take(answer, last)
                if self._loop is not None and current_loop() is None:
                    raise _MovedError(self._loop)

    def _take(self, answer: JsonObject, last: int) -> None:
        if answer.get("canceled"):
            if compacted := answer.get("compact_revision", 0):
                self._history.note_compacted(compacted)
                raise Compacted(last, compacted)
            raise UnreachableError(f"etcd has ended the watch ({answer.get('cancel_reason', '')})", was_sent=False)
        if told := answer.get("events"):
            try:
                news = [event for each in told if (event := self._news_of(each)) is not None]
            except LostError:
                raise Compacted(last, self._history.find_compacted()) from None
            self._publish(news)
        elif answer.get("created"):
            self._check_reached(answer["header"]["revision"])
        else:
            self._feed.advance(answer["header"]["revision"])
        self._release(self._feed.revision)

    def _check_reached(self, revision: int) -> None:
        """Raises _WentBackError where not only the member that is asked, which is at `revision`, is behind the feed.

        From a later revision on, etcd would tell of nothing until it comes there. To go back, etcd has to be restarted:
        so this is looked at where the stream is opened.
        """
        if revision < self._feed.revision and (newest := self._history.find_newest()) < self._feed.revision:
            raise _WentBackError(newest)

    def _news_of(self, told: JsonObject) -> Event | None:
        """Returns a write that is not in the feed yet; None for others, and for keys that are not ours."""
        revision, known = told["kv"]["mod_revision"], self._feed.revision
        if revision < known or (revision == known and self._was_published(told["kv"]["key"], revision)):
            return None
        return event_of(told, self._tree)

    def _was_published(self, key: bytes, revision: int) -> bool:
        """Tells whether a key of the newest revision is in the feed, or was there before the feed began."""
        return revision != self._last_revision or self._tree.name(key) in self._last_keys

    def _publish(self, events: Sequence[Event]) -> None:
        if not events:
            return
        newest = events[-1].revision
        if newest > self._last_revision:
            self._last_revision, self._last_keys = newest, set()
        self._last_keys |= {event.key for event in events if event.revision == newest}
        self._feed.publish(events)
        self._on_events(events)

    def _restart(self, revision: int) -> None:
        self._feed.restart(revision)
        self._release(self._feed.revision)

    def _go_back(self, revision: int) -> None:
        _LOG.warning(
            "etcd has gone back from revision %d to %d: it was emptied, restored, or has lost writes",
            self._feed.revision,
            revision,
        )
        self._history.go_back()
        self._client.go_back(revision)
        self._last_revision, self._last_keys = 0, set()
        self._feed.go_back(revision)
        self._release(None)

    def _release(self, revision: int | None) -> None:
        """Lets those go who wait for a revision up to this one; None: all of them."""
        with self._lock:
            while self._waiting and (revision is None or self._waiting[0][0] <= revision):
                heappop(self._waiting)[2]()
