"""The one thread that writes the SQLite file, and how many callers share one flush of the disk.

Writes come decided (`sqlite_staging`), in batches that somebody waits for. The thread puts each batch into one
transaction; after the commit the events are published, then those who wait are told. Where the commit fails, nothing of
the batch was done, and all hear of it, with those whose writes were decided since. The thread also compacts, a slice
at a time between batches, of as many revisions as take a moment (`step_size`): no write waits long for it.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from kapivara.storage.contract import Closed, Event, StorageError
from kapivara.storage.group_commit import GroupCommit
from kapivara.storage.retention import HistoryBudget, Retention, footprint
from kapivara.storage.sqlite_changes import compact_slice, write_events
from kapivara.storage.sqlite_file import storage_error
from kapivara.storage.sqlite_staging import Staging
from kapivara.storage.step_size import StepSize

_SLICE = 1000
_SLICE_SECONDS = 0.05
_PACE = 2
"""How many revisions are forgotten for one that is written, where they are due."""
_SHORTEST_NAP = 0.05
_RETRY_NAP = 1.0


class _Call(Enum):
    """What the thread is woken for, beside compactions."""

    WRITE = "write"
    END = "end"


class _Compaction:
    """A compaction up to a revision, which a caller waits for."""

    __slots__ = ("_done", "_failure", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        self._failure: StorageError | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def finish(self, failure: StorageError | None) -> None:
        self._failure = failure
        self._done.release()

    def wait(self) -> None:
        self._done.acquire()
        if self._failure is not None:
            raise self._failure


class GroupWriter:
    """Writes through `connection`, which nobody else uses, from a thread of its own until `close`."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, revision: int, compacted: int) -> None:
        self.compacted = compacted
        self._connection = connection
        self._path = path
        self._queue: SimpleQueue[_Call | _Compaction] = SimpleQueue()
        self.staging = Staging(path, revision, lambda: self._queue.put(_Call.WRITE))
        self._gate = threading.Lock()
        self._closed = False
        self._due = 0
        self._slice = StepSize(_SLICE, _SLICE_SECONDS)
        self._nap_after_failure = False
        self._thread = threading.Thread(target=self._run, name="kapivara-sqlite-writer", daemon=True)

    def start(self, publish: Callable[[Sequence[Event]], None], retention: Retention) -> None:
        """Begins to work: committed events go to `publish`, in order."""
        self._publish = publish
        self._budget = HistoryBudget(retention, self.staging.revision, monotonic())
        self._thread.start()

    def compact(self, revision: int) -> None:
        """Compacts up to a revision, in slices that let writes pass between them."""
        while self.compacted < revision:
            compaction = _Compaction(min(revision, self.compacted + self._slice.pieces))
            with self._gate:
                if self._closed:
                    raise Closed("the storage is closed")
                self._queue.put(compaction)
            compaction.wait()

    def close(self) -> None:
        """Finishes what was decided, then ends the thread and the connection."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self.staging.close()
                self._queue.put(_Call.END)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            called = self._collect()
            is_last = _Call.END in called
            while (commit := self.staging.take()) is not None:
                self._commit(commit)
                self._compact_what_is_due(at_least=_PACE * len(commit.events))
            for each in called:
                if isinstance(each, _Compaction):
                    each.finish(self._compact(each.target))
            self._compact_what_is_due()

    def _collect(self) -> list[_Call | _Compaction]:
        """Waits until it is woken, and takes all that there is to do; nothing where it woke by itself."""
        called: list[_Call | _Compaction] = []
        with suppress(Empty):
            called.append(self._queue.get(timeout=self._patience()))
            while True:
                called.append(self._queue.get_nowait())
        return called

    def _patience(self) -> float | None:
        if self._nap_after_failure:
            return _RETRY_NAP
        if self._due > self.compacted:
            return 0.0
        nap = self._budget.next_due(monotonic())
        return None if nap is None else max(nap, _SHORTEST_NAP)

    def _commit(self, commit: GroupCommit) -> None:
        events = commit.events
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            write_events(self._connection, events)
            self._connection.execute("COMMIT")
        except BaseException as error:  # whatever it is, those who wait must hear of it and the thread must live
            self._roll_back()
            for lost in self.staging.roll_back(commit, self._failure(error)):
                lost.finish()
            return
        self.staging.note_durable(commit)
        self._publish(events)
        size = sum(footprint(event.key, event.value) for event in events)
        self._budget.note(events[-1].revision, size, monotonic())
        commit.finish()

    def _compact_what_is_due(self, at_least: int = 0) -> None:
        """Makes one slice; `at_least` so many revisions, lest those who write without end leave it behind."""
        self._due = max(self._due, self._budget.due(monotonic()))
        if self._due > self.compacted:
            pieces = max(self._slice.pieces, at_least)
            self._nap_after_failure = self._compact(min(self._due, self.compacted + pieces)) is not None

    def _compact(self, target: int) -> StorageError | None:
        if target <= self.compacted:
            return None
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            begun = monotonic()
            compact_slice(self._connection, self.compacted, target)
            took = monotonic() - begun  # the flush that follows takes as long for a small slice
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            return self._failure(error)
        self._slice.note(target - self.compacted, took)
        self.compacted = target
        return None

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _failure(self, error: BaseException) -> StorageError:
        failure = storage_error(self._path, error)
        failure.__cause__ = error
        return failure
