"""The process's only watch on its etcd: publishes all writes to the key tree, in order, to the feed.

etcd serves one watcher, however many clients watch this server. After a broken stream the watch continues after the
last published event, so none is lost or repeated. If etcd has compacted the events in between, the feed restarts with a
gap, and watchers get Compacted. The same happens if etcd went back to an earlier revision because it was emptied or
restored: it then has another history. A writer waits in `wait_for` until its event has arrived, so that the feed has
the event before the write is acknowledged.

The watch runs in a thread, or on the event loop of a server. On the loop, events arrive where requests are answered, so
no thread has to be woken.
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
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.errors import UnreachableError
from kapivara.storage.etcd.history import History, LostError, event_of
from kapivara.storage.etcd.keys import KeyTree
from kapivara.storage.feed import Feed
from kapivara.storage.suspension import SuspendableWork, current_loop, wait_for
from kapivara.values import JsonObject

_LOG = logging.getLogger(__name__)
_FIRST_NAP, _LONGEST_NAP = 0.05, 1.0
_PATIENCE = 0.1
_NO_LIMIT = 1_000_000


class _MovedError(Exception):
    """An event loop takes over the watch."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        super().__init__()
        self.loop = loop


class _WentBackError(Exception):
    """etcd is at an earlier revision than the newest published event."""

    def __init__(self, revision: int) -> None:
        super().__init__()
        self.revision = revision


def _do_nothing() -> None:
    """Does nothing, as a callback."""


class EventStream:
    """Copies events from etcd to a feed, in its own thread or on an event loop, until `close`.

    Passes new events to `on_events`, too.
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
        self._last_keys: set[str] = set()  # the published keys of the last revision
        self._is_over = False
        self._on_close: Callable[[], None] | None = None
        self._loop: AbstractEventLoop | None = None  # where the watch should run; None: in the thread
        self._follows_on: AbstractEventLoop | None = None  # where the watch runs
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._run, name="kapivara-etcd-watch", daemon=True)
        self._thread.start()

    def move_to(self, loop: AbstractEventLoop | None) -> None:
        """Moves the watch to an event loop with the next event; None moves it to a thread at once.

        To be called on the loop that the watch moves to or leaves.
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
        """Ends the watch; the caller must close the client first."""
        self._is_over = True
        if self._on_close is not None:
            self._on_close()
        if self._thread is not None:
            self._thread.join()
        self._release(None)

    def wait_for(self, revision: int, seconds: float) -> bool:
        """Waits until the feed has all writes of the tree up to a revision; returns False after `seconds`."""
        return self._has(revision) or wait_for(lambda arrived: self._call_when_reached(revision, arrived), seconds)

    def _has(self, revision: int) -> bool:
        return self._feed.revision >= revision or self._is_over

    def _call_when_reached(self, revision: int, arrived: Callable[[], None]) -> None:
        """Calls `arrived` once the feed has reached a revision."""
        with self._lock:
            if not self._has(revision):
                heappush(self._waiting, (revision, next(self._numbers), arrived))
                return
        arrived()

    def reach(self, revision: int, seconds: float) -> None:
        """Waits up to `seconds` until the feed reaches any revision, also one that wrote only keys outside the tree."""
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
                with suppress(RuntimeError):  # the loop is closed and has left again
                    moved.loop.call_soon_threadsafe(self._begin_on, moved.loop)
                return
            except Compacted as gap:
                self._restart(gap.compacted)
            except _WentBackError as lost:
                self._go_back(lost.revision)
            except StorageError:  # concurrent requests report the error
                pass
            except Exception:  # a bug in this program: without this thread no further event would arrive
                _LOG.exception("the watch of etcd failed, and begins anew")
            nap = _FIRST_NAP if self._feed.revision > before else min(2 * nap, _LONGEST_NAP)
            wait_for(self._call_on_close, nap)
            self._on_close = None

    def _call_on_close(self, tell: Callable[[], None]) -> None:
        self._on_close = tell
        if self._is_over:
            tell()

    def _follow(self) -> None:
        """Publishes events from the last revision on; the broken stream may have delivered part of that revision."""
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
        """Raises _WentBackError if all of etcd, not only this member at `revision`, is behind the feed.

        From a later revision on, etcd would send no events until it reaches that revision. etcd goes back only on a
        restart, so this runs when the stream is opened.
        """
        if revision < self._feed.revision and (newest := self._history.find_newest()) < self._feed.revision:
            raise _WentBackError(newest)

    def _news_of(self, told: JsonObject) -> Event | None:
        """Returns an event that the feed does not have yet; None for others and for keys outside the tree."""
        revision, known = told["kv"]["mod_revision"], self._feed.revision
        if revision < known or (revision == known and self._was_published(told["kv"]["key"], revision)):
            return None
        return event_of(told, self._tree)

    def _was_published(self, key: bytes, revision: int) -> bool:
        """Returns True if the feed has the key at the newest revision, or began after it."""
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
        """Calls the waiting callbacks up to a revision; None: all of them."""
        with self._lock:
            while self._waiting and (revision is None or self._waiting[0][0] <= revision):
                heappop(self._waiting)[2]()
