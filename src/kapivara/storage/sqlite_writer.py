"""The one thread that writes the SQLite file, and how many callers share one flush of the disk.

Callers queue their changes and wait. The thread takes all that wait into one transaction: a refused change (Conflict,
AlreadyExists, KeyNotFound) does not disturb its neighbours. After the commit the events are published, then each
caller gets its own answer. Where the commit fails, everyone in the batch gets the failure, and nothing of it was done.
The thread also compacts, a slice at a time between batches, so that no write waits long for it.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from kapivara.storage.contract import Closed, Event, StorageError, Stored
from kapivara.storage.retention import HistoryBudget, Retention, footprint
from kapivara.storage.sqlite_changes import Change, apply_change, compact_slice
from kapivara.storage.sqlite_file import storage_error

_BATCH = 512
_SLICE = 1000
_SHORTEST_NAP = 0.05
_RETRY_NAP = 1.0


class _Pending:
    """A change, or a compaction up to a revision, that a caller waits for."""

    __slots__ = ("_done", "_outcome", "task")

    def __init__(self, task: Change | int) -> None:
        self.task = task
        self._outcome: Stored | StorageError | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def finish(self, outcome: Stored | StorageError | None) -> None:
        self._outcome = outcome
        self._done.release()

    def wait(self) -> Stored | None:
        self._done.acquire()
        if isinstance(self._outcome, StorageError):
            raise self._outcome
        return self._outcome


class GroupWriter:
    """Writes through `connection`, which nobody else uses, from a thread of its own until `close`."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, revision: int, compacted: int) -> None:
        self.revision = revision
        self.compacted = compacted
        self._connection = connection
        self._path = path
        self._queue: SimpleQueue[_Pending | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._due = 0
        self._nap_after_failure = False
        self._thread = threading.Thread(target=self._run, name="kapivara-sqlite-writer", daemon=True)

    def start(self, publish: Callable[[Sequence[Event]], None], retention: Retention) -> None:
        """Begins to work: committed events go to `publish`, in order."""
        self._publish = publish
        self._budget = HistoryBudget(retention, self.revision, monotonic())
        self._thread.start()

    def write(self, change: Change) -> Stored:
        """Makes a change durable and returns what is stored; raises the refusal or the failure."""
        stored = self._submit(change)
        assert stored is not None  # noqa: S101 (only a compaction is answered with nothing)
        return stored

    def compact(self, revision: int) -> None:
        """Compacts up to a revision, in slices that let writes pass between them."""
        while self.compacted < revision:
            self._submit(min(revision, self.compacted + _SLICE))

    def close(self) -> None:
        """Finishes what was queued, then ends the thread and the connection."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        self._connection.close()

    def _submit(self, task: Change | int) -> Stored | None:
        pending = _Pending(task)
        with self._gate:
            if self._closed:
                raise Closed("the storage is closed")
            self._queue.put(pending)
        return pending.wait()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._collect()
            if writes := [(pending, pending.task) for pending in batch if isinstance(pending.task, Change)]:
                self._commit(writes)
            for pending in batch:
                if isinstance(pending.task, int):
                    pending.finish(self._compact(pending.task))
            self._compact_what_is_due()

    def _collect(self) -> tuple[list[_Pending], bool]:
        """Waits for work, then takes all that is there; the flag says that nothing will come after it."""
        batch: list[_Pending] = []
        with suppress(Empty):
            item = self._queue.get(timeout=self._patience())
            while item is not None:
                batch.append(item)
                if len(batch) == _BATCH:
                    return batch, False
                item = self._queue.get_nowait()
            return batch, True
        return batch, False

    def _patience(self) -> float | None:
        if self._nap_after_failure:
            return _RETRY_NAP
        if self._due > self.compacted:
            return 0.0
        nap = self._budget.next_due(monotonic())
        return None if nap is None else max(nap, _SHORTEST_NAP)

    def _commit(self, writes: Sequence[tuple[_Pending, Change]]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = []
            revision = self.revision
            for _, change in writes:
                answer = apply_change(self._connection, change, revision + 1)
                if isinstance(answer, Event):
                    revision += 1
                answers.append(answer)
            self._connection.execute("COMMIT")
        except BaseException as error:  # whatever it is, the callers must hear of it and the thread must live
            self._roll_back()
            for pending, _ in writes:
                pending.finish(self._failure(error))
            return
        events = [answer for answer in answers if isinstance(answer, Event)]
        self.revision = revision
        self._publish(events)
        self._budget.note(revision, sum(footprint(event.key, event.value) for event in events), monotonic())
        for (pending, _), answer in zip(writes, answers, strict=True):
            pending.finish(_stored(answer) if isinstance(answer, Event) else answer)

    def _compact_what_is_due(self) -> None:
        self._due = max(self._due, self._budget.due(monotonic()))
        if self._due > self.compacted:
            self._nap_after_failure = self._compact(min(self._due, self.compacted + _SLICE)) is not None

    def _compact(self, target: int) -> StorageError | None:
        if target <= self.compacted:
            return None
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            compact_slice(self._connection, self.compacted, target)
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            return self._failure(error)
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


def _stored(event: Event) -> Stored:
    """What the caller of a successful write is told: for a deletion, the last value."""
    value = event.value if event.value is not None else event.old_value
    return Stored(event.key, value or b"", event.revision)
