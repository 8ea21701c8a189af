"""Writes that share one flush of the disk: decided one by one, made durable together."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kapivara.storage.contract import Commit, Event, StorageError
from kapivara.storage.retention import footprint


class GroupCommit(Commit):
    """The events of one transaction.

    `hasten(number)` requests an early commit; `wake` wakes the writing thread for a caller that blocks until the
    commit. `lock` guards the mutable state. `events` grows until the commit starts; `size` is the size of the events in
    the history, in bytes.
    """

    def __init__(
        self, number: int, lock: threading.Lock, hasten: Callable[[int], None], wake: Callable[[], None]
    ) -> None:
        self.number = number
        self.events: list[Event] = []
        self.size = 0
        self.failure: StorageError | None = None
        self._is_done = False
        self._lock = lock
        self._hasten = hasten
        self._wake = wake
        self._callbacks: list[Callable[[], None]] = []

    def add(self, event: Event) -> None:
        """Adds one write."""
        self.size += footprint(event.key, event.value)
        self.events.append(event)

    def when_done(self, callback: Callable[[], None]) -> None:
        """Requests an early commit and calls `callback` once the commit has ended; at once if it has."""
        with self._lock:
            waits = not self._is_done
            if waits:
                self._callbacks.append(callback)
        if waits:
            self._hasten(self.number)
        else:
            callback()

    def wait(self) -> None:
        """Blocks until the commit has succeeded or failed."""
        done = threading.Lock()
        done.acquire()
        self.when_done(done.release)
        if not done.acquire(blocking=False):
            self._wake()
            done.acquire()

    def finish(self) -> None:
        """Marks the commit as ended and calls the callbacks."""
        with self._lock:
            self._is_done = True
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()
