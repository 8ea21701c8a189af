"""Runs controllers beside a server: one thread, which follows the storage and works on their items.

At the start the controllers observe all stored objects, so that work left over from another server or an earlier run is
found again; likewise after the watch has fallen behind the history. Items are only names of objects: the stored objects
at the time of the work determine what it does.

Upstream: client-go/util/workqueue, default_rate_limiters.go (1.37).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Generic, TypeVar

from kapivara.controllers.catalog import ControllerRow
from kapivara.controllers.controller import Controller, Later, Means
from kapivara.controllers.objects import Objects, ObservedWrite
from kapivara.meta import ApiError
from kapivara.registry.discovery.stored_resources import ALL_OBJECTS
from kapivara.registry.registry import Registry
from kapivara.storage import Closed, Compacted, Event, EventType, Pending, Storage, StorageError, Watch
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_Item = TypeVar("_Item", bound=Hashable)

_FIRST_RETRY_SECONDS = 0.005
_LONGEST_RETRY_SECONDS = 60.0
_MOST_DOUBLINGS = 20


class WorkQueue(Generic[_Item]):
    """Items by due time. Used by one thread."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._due: dict[_Item, float] = {}
        self._heap: list[tuple[float, int, _Item]] = []
        self._numbers = count()  # keeps the order of items with the same due time
        self._failures: dict[_Item, int] = {}

    def __len__(self) -> int:
        return len(self._due)

    def add(self, item: _Item, after: float = 0.0) -> None:
        """Queues an item for `after` seconds from now; an item already queued gets the earlier time."""
        due = self._clock() + after
        if self._due.get(item, due + 1) > due:
            self._due[item] = due
            heappush(self._heap, (due, next(self._numbers), item))

    def retry(self, item: _Item) -> None:
        """Queues a failed item again, with twice its last delay."""
        failures = self._failures.get(item, 0)
        self._failures[item] = min(failures + 1, _MOST_DOUBLINGS)
        self.add(item, min(_FIRST_RETRY_SECONDS * 2**failures, _LONGEST_RETRY_SECONDS))

    def forgive(self, item: _Item) -> None:
        """Resets the failures of an item."""
        self._failures.pop(item, None)

    def take(self) -> _Item | None:
        """Removes and returns the item that has been due for longest; None if none is due."""
        while self._heap and self._heap[0][0] <= self._clock():
            due, _, item = heappop(self._heap)
            if self._due.get(item) == due:
                del self._due[item]
                return item
        return None

    def seconds_left(self) -> float | None:
        """Returns the seconds until the next item is due; None if the queue is empty."""
        while self._heap and self._due.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return max(0.0, self._heap[0][0] - self._clock()) if self._heap else None

    def clear(self) -> None:
        """Removes everything."""
        self._due.clear()
        self._heap.clear()
        self._failures.clear()


_LOG = logging.getLogger("kapivara")
_PAGE = 500
_TOGETHER = 100
"""The number of items to work on before waiting until their writes are durable."""
_REST_SECONDS = 0.01
"""The pause after a look: under load, one look covers many writes."""
_LONGEST_REST_SECONDS = 0.1
"""The pause while many writes concern no controller: each look takes the interpreter lock from requests."""
_MANY_WRITES = 10
_MOST_FOLDERS = 1_000
_JOIN_SECONDS = 5.0


@record
class ControllerOptions:
    """The controllers to run, and their settings.

    `delay` is the number of seconds between a write and the work on it, so that clients see the state in between;
    `authority` is the certificate (PEM) with which clients verify the server; `event_seconds` is the lifetime of
    events.
    """

    rows: tuple[ControllerRow, ...]
    delay: float = 0.0
    authority: str = ""
    event_seconds: float = 3600.0


@record
class _Concerned:
    """The controllers that observe writes in a folder, and the texts one of which a new object must contain, if any."""

    controllers: tuple[Controller, ...]
    marks: tuple[bytes, ...]

    def passes_over(self, event: Event) -> bool:
        """Returns True if a write concerns none of them, as nearly all new objects."""
        value = event.value
        if not self.marks or value is None or event.old_value is not None:
            return not self.controllers
        for mark in self.marks:  # noqa: SIM110  `any` takes as long as all else here
            if value.find(mark) >= 0:  # `in` takes three times as long
                return False
        return True


@record
class _Task:
    """An item, with the number of its controller."""

    number: int
    item: Hashable


class Controllers:
    """The controllers of one server on a storage: `start` runs them in a thread, `run_until_idle` in the caller's.

    `clock` is the time of day, `ticks` a monotonic clock.
    """

    def __init__(
        self,
        registry: Registry,
        storage: Storage,
        options: ControllerOptions,
        *,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ):
        self._storage = storage
        self._resources = registry.stored_resources
        self._objects = Objects(registry, storage)
        self._queue: WorkQueue[_Task] = WorkQueue(ticks)
        self._clock = clock
        self._delay = options.delay
        self._observed = 0
        """The number of writes observed."""
        self._observed_key = ""
        self._news = threading.Event()
        self._over = threading.Event()
        self._watch: Watch | None = None
        self._thread: threading.Thread | None = None
        self._by_folder: dict[str, _Concerned] = {}
        self._controllers = tuple(self._load(row, number, options) for number, row in enumerate(options.rows))

    def _load(self, row: ControllerRow, number: int, options: ControllerOptions) -> Controller:
        plan = partial(self._plan, number)
        means = Means(self._objects, plan, self._clock, options.authority, options.event_seconds)
        return row.load(means)

    def start(self) -> None:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._run, name="controllers", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread, even in the middle of long work, which the next start resumes."""
        self._over.set()
        self._news.set()
        if self._thread is not None:
            self._thread.join(_JOIN_SECONDS)
        if self._watch is not None:
            self._watch.close()

    def run_until_idle(self) -> None:
        """Works in the caller's thread until no item is due, instead of `start`."""
        while self._look():
            pass

    def _look(self) -> bool:
        """Observes new writes and works on some due items; returns True if there were any."""
        self._take_in()
        return self._work_off()

    def _run(self) -> None:
        rest = _REST_SECONDS
        while not self._over.is_set():
            try:
                with deep_stack():
                    observed_before = self._observed
                    if self._look():
                        rest = _REST_SECONDS
                        continue
                    rest = rest_after(rest, self._observed - observed_before)
            except Closed:
                return
            except StorageError as failure:
                _LOG.warning("controllers cannot read the storage: %s", failure)
                self._news.wait(1.0)
            self._news.wait(self._queue.seconds_left())
            self._over.wait(rest)

    # Observing

    def _take_in(self) -> None:
        """Passes all new writes to the controllers."""
        self._news.clear()
        while not self._over.is_set():
            try:
                if self._watch is None:
                    self._watch = self._begin()
                while events := self._watch.take(_PAGE):
                    self._observe(events)
                return
            except Compacted:
                if self._watch is not None:
                    self._watch.close()
                self._watch = None

    def _begin(self) -> Watch:
        """Passes all stored objects to the controllers; returns the watch that continues from there."""
        self._queue.clear()
        for each in self._controllers:
            each.begin()
        page = self._storage.list(ALL_OBJECTS, limit=_PAGE)
        revision = page.revision
        while True:
            self._observe(Event(EventType.ADDED, each.key, each.value, None, each.revision) for each in page.items)
            if not page.has_more or self._over.is_set():
                break
            page = self._storage.list(ALL_OBJECTS, limit=_PAGE, after=page.items[-1].key, at_revision=revision)
        watch = self._storage.watch(ALL_OBJECTS, revision)
        watch.notify(self._news.set)
        return watch

    def _observe(self, events: Iterable[Event]) -> None:
        for event in events:
            self._observed += 1
            key = event.key
            folder = key[: key.rfind("/") + 1]
            concerned = self._by_folder.get(folder) or self._find_concerned(folder)
            if concerned.passes_over(event):
                continue
            self._observed_key = key
            write = ObservedWrite(event, self._resources.find)
            for controller in concerned.controllers:
                try:
                    controller.observe(write)
                except Exception:  # a bug in this program, which must not end the other controllers or the thread
                    _LOG.exception("a controller failed over %s", write.key)
        self._observed_key = ""

    def _find_concerned(self, folder: str) -> _Concerned:
        """Returns the controllers that observe a folder of keys; caches the result."""
        if len(self._by_folder) >= _MOST_FOLDERS:
            self._by_folder.clear()
        found = tuple(each for each in self._controllers if folder.startswith(each.prefixes))
        marks = {mark for each in found for mark in each.marks} if all(each.marks for each in found) else ()
        self._by_folder[folder] = concerned = _Concerned(found, tuple(marks))
        return concerned

    def _plan(self, number: int, item: Hashable, *, after: float = 0.0) -> None:
        """Queues an item. Delays items after writes of clients, but not those after writes of controllers."""
        is_asked_for = bool(self._observed_key) and not self._objects.was_written_here(self._observed_key)
        self._queue.add(_Task(number, item), max(after, self._delay if is_asked_for else 0.0))

    # Working

    def _work_off(self) -> bool:
        """Works on some due items; returns True if there were any."""
        done: list[_Task] = []
        self._objects.pending = Pending()
        while len(done) < _TOGETHER and not self._over.is_set() and (task := self._queue.take()) is not None:
            self._work_on(task)
            done.append(task)
        try:
            self._objects.pending.wait()
        except StorageError:  # the writes are lost, so all items are repeated
            for task in done:
                self._queue.retry(task)
        return bool(done)

    def _work_on(self, task: _Task) -> None:
        item = task.item
        try:
            self._controllers[task.number].work(item)
        except Later as later:
            self._queue.forgive(task)
            self._queue.add(task, later.seconds)
        except (ApiError, StorageError, OSError) as failure:  # OSError: no file descriptor is free to import a module
            _LOG.debug("a controller goes on later with %s: %s", item, failure)
            self._queue.retry(task)
        except Exception:  # a bug in this program
            _LOG.exception("a controller failed over %s", item)
            self._queue.retry(task)
        else:
            self._queue.forgive(task)


def rest_after(rest: float, writes: int) -> float:
    """Returns the pause after `writes` observed writes without work; `rest` is the last pause."""
    return min(2 * rest, _LONGEST_REST_SECONDS) if writes > _MANY_WRITES else _REST_SECONDS
