"""Writes batches of decided writes to the SQLite file; the callers of one batch share one flush of the disk.

`sqlite_staging` decides writes and collects them in batches. Each batch is one transaction. After the commit, its
events are published and its callers continue. If the commit fails, nothing of the batch was done: its callers get the
error, and so do the callers of all batches that were decided after it.

The caller that waits for a batch writes it, as long as the disk is quick and the batch is small: handing it to a thread
costs more than the disk. Otherwise a background thread writes it. The thread also makes checkpoints of the file, and
compacts the history in slices between batches (`sqlite_compaction`).

So no write waits long for compaction (`step_size`). The writer of the file compacts between batches.

The duration of a step depends on the disk, the size of the values and the load, so it is measured, and the next step is
made smaller or larger.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from kapivara.storage.contract import Closed, Event, StorageError
from kapivara.storage.retention import HistoryBudget, Retention
from kapivara.storage.sqlite.changes import commit_events, compact_slice
from kapivara.storage.sqlite.file import storage_error
from kapivara.storage.sqlite.group_commit import GroupCommit
from kapivara.storage.sqlite.staging import Staging

_FEWEST = 10


class StepSize:
    """Keeps steps at about `seconds`, starting with a few pieces and never more than `most`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.pieces = min(_FEWEST, most)
        self._most = most
        self._seconds = seconds

    def note(self, pieces: int, took: float) -> None:
        """Records a step: shrinks the next one if it took too long, and at most doubles it if it was quick."""
        if took > self._seconds:
            self.pieces = max(_FEWEST, min(self.pieces, int(pieces * self._seconds / took)))
        elif took < self._seconds / 2 and pieces >= self.pieces:
            self.pieces = min(self._most, 2 * self.pieces)


_SLICE = 1000
_SLICE_SECONDS = 0.05
_PACE = 2
"""The number of revisions to compact per written revision, while a compaction is due."""
_SHORTEST_NAP = 0.05
_RETRY_NAP = 1.0


class WantedCompaction:
    """A requested compaction up to a revision; the caller waits for it."""

    __slots__ = ("_done", "_failure", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        self._failure: StorageError | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def finish(self, failure: StorageError | None) -> None:
        """Releases the caller."""
        self._failure = failure
        self._done.release()

    def wait(self) -> None:
        """Blocks until the compaction is done; raises StorageError if it failed."""
        self._done.acquire()
        if self._failure is not None:
            raise self._failure


class SqliteCompaction:
    """Compacts through `connection`; the history is compacted up to `compacted` already. For one thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, compacted: int) -> None:
        self.compacted = compacted
        self._connection = connection
        self._path = path
        self._due = 0
        self._slice = StepSize(_SLICE, _SLICE_SECONDS)
        self._nap_after_failure = False

    def start(self, retention: Retention, revision: int) -> None:
        """Starts to count the writes from `revision` on."""
        self._budget = HistoryBudget(retention, revision, monotonic())

    @property
    def step(self) -> int:
        """The revision that the next slice would reach."""
        return self.compacted + self._slice.pieces

    def note(self, revision: int, size: int) -> None:
        """Records writes of `size` bytes that ended at `revision`."""
        self._budget.note(revision, size, monotonic())

    def patience(self) -> float | None:
        """Returns the seconds until the next slice is due; None: not before the next write."""
        if self._nap_after_failure:
            return _RETRY_NAP
        if self._due > self.compacted:
            return 0.0
        nap = self._budget.next_due(monotonic())
        return None if nap is None else max(nap, _SHORTEST_NAP)

    @property
    def is_due(self) -> bool:
        """Whether a compaction is due."""
        self._due = max(self._due, self._budget.due(monotonic()))
        return self._due > self.compacted

    def compact_what_is_due(self, written: int = 0) -> None:
        """Compacts one slice, a larger one after many `written` revisions, so that compaction keeps up with the
        writers.
        """
        if self.is_due:
            pieces = max(self._slice.pieces, _PACE * written)
            self._nap_after_failure = self.compact(min(self._due, self.compacted + pieces)) is not None

    def compact(self, target: int) -> StorageError | None:
        """Compacts up to a revision; returns the error, or None."""
        if target <= self.compacted:
            return None
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            begun = monotonic()
            compact_slice(self._connection, self.compacted, target)
            took = monotonic() - begun  # excludes the flush, which takes as long for a small slice
            self._connection.execute("COMMIT")
        except BaseException as error:
            roll_back(self._connection)
            return failure_of(self._path, error)
        self._slice.note(target - self.compacted, took)
        self.compacted = target
        return None


def roll_back(connection: sqlite3.Connection) -> None:
    """Rolls back a failed transaction."""
    with suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def failure_of(path: Path, error: BaseException) -> StorageError:
    """Returns the StorageError for a failure, with the failure as its cause."""
    failure = storage_error(path, error)
    failure.__cause__ = error
    return failure


QUICK_SECONDS = 0.002
"""Waiting callers write the next batch themselves if the last one took no longer than this."""
SMALL_BYTES = 256 * 1024
CHECKPOINT_BYTES = 4 * 1024 * 1024
PAGES_BYTES = 8 * 1024
"""The pages of SQLite's tables that each write adds to the log, besides its own value."""


class _Call(Enum):
    """Why the thread is woken, besides compactions."""

    WORK = "work"
    END = "end"


class GroupWriter:
    """Writes through `connection` until `close`: one waiting caller at a time, or the background thread.

    `staging` holds the writes that are decided and not written yet.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, revision: int, compacted: int) -> None:
        self.staging = Staging(path, revision, self._wake, self._write_here)
        self._path = path
        self._connection = connection
        self._compaction = SqliteCompaction(connection, path, compacted)
        self._queue: SimpleQueue[_Call | WantedCompaction] = SimpleQueue()
        self._wakes_by_itself = False
        self._turn = threading.Lock()
        """The holder of this lock uses the connection."""
        self._last_seconds = inf
        """The duration of the last batch."""
        self._is_called = False
        """Whether the thread was woken and has not run since. Callers leave the connection to it then: on a busy
        machine it would never get its turn otherwise."""
        self._unchecked = 0
        """About how many bytes were added to SQLite's log since the last checkpoint."""
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="kapivara-sqlite-writer", daemon=True)

    def start(self, publish: Callable[[Sequence[Event]], None], retention: Retention) -> None:
        """Starts the thread. Committed events go to `publish`, in order."""
        self._publish = publish
        self._compaction.start(retention, self.staging.revision)
        self._thread.start()

    def compact(self, revision: int) -> None:
        """Compacts up to a revision, in slices with writes between them."""
        while self._compaction.compacted < revision:
            wanted = WantedCompaction(min(revision, self._compaction.step))
            with self._gate:
                if self._closed:
                    raise Closed("the storage is closed")
                self._queue.put(wanted)
            wanted.wait()

    def close(self) -> None:
        """Writes all decided writes, then ends the thread and closes the connection."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self.staging.close()
                self._queue.put(_Call.END)
        self._thread.join()
        self._connection.close()

    def _wake(self) -> None:
        self._queue.put(_Call.WORK)

    def _write_here(self) -> None:
        """Writes the wanted batches in the thread of the caller that waits; leaves slow work to the writer's thread."""
        if self._is_called or not self._is_quick or not self._turn.acquire(blocking=False):
            self._wake()
            return
        try:
            while self._is_quick and (commit := self.staging.take(SMALL_BYTES)) is not None:
                self._commit(commit)
            thread_has_work = self.staging.is_wanted or self._has_chores
        finally:
            self._turn.release()
        if thread_has_work:
            self._is_called = True
            self._wake()

    @property
    def _is_quick(self) -> bool:
        return self._last_seconds < QUICK_SECONDS

    @property
    def _has_chores(self) -> bool:
        """Whether the thread has work for which no caller waits."""
        return self._compaction.is_due or self._unchecked >= CHECKPOINT_BYTES or not self._wakes_by_itself

    def _run(self) -> None:
        is_last = False
        while not is_last:
            called = self._collect()
            is_last = _Call.END in called
            with self._turn:
                self._is_called = False
                while (commit := self.staging.take()) is not None:
                    self._commit(commit)
                    self._do_chores(written=len(commit.events))
                compacted = self._compaction.compacted
                for each in called:
                    if isinstance(each, WantedCompaction):
                        each.finish(self._compaction.compact(each.target))
                self._note_compacted(compacted)
                self._do_chores()

    def _do_chores(self, written: int = 0) -> None:
        """Compacts and makes a checkpoint if due. Runs after each batch: there may be no pause between batches."""
        compacted = self._compaction.compacted
        self._compaction.compact_what_is_due(written=written)
        self._note_compacted(compacted)
        if self._unchecked >= CHECKPOINT_BYTES:
            self._make_checkpoint()

    def _note_compacted(self, before: int) -> None:
        self._unchecked += PAGES_BYTES * (self._compaction.compacted - before)

    def _make_checkpoint(self) -> None:
        """Copies SQLite's log into the file, up to the oldest page that a reader still uses."""
        self._unchecked = 0
        with suppress(sqlite3.Error):  # nothing is lost, and the next write reports a disk that fails
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _collect(self) -> list[_Call | WantedCompaction]:
        """Waits for calls and returns all of them; returns none if compaction is due first."""
        with self._turn:
            patience = self._compaction.patience()
            self._wakes_by_itself = patience is not None
        called: list[_Call | WantedCompaction] = []
        with suppress(Empty):
            called.append(self._queue.get(timeout=patience))
            while True:
                called.append(self._queue.get_nowait())
        return called

    def _commit(self, commit: GroupCommit) -> None:
        """Writes a batch in one transaction and publishes its events. Needs the turn."""
        events = commit.events
        begun = monotonic()
        try:
            commit_events(self._connection, events)
        except BaseException as error:  # whatever fails, the callers must get it and the thread must live
            roll_back(self._connection)
            for lost in self.staging.roll_back(commit, failure_of(self._path, error)):
                lost.finish()
            return
        self._last_seconds = monotonic() - begun
        self._unchecked += commit.size + PAGES_BYTES * len(events)
        self.staging.note_durable(commit)
        self._publish(events)
        self._compaction.note(events[-1].revision, commit.size)
        commit.finish()
