"""Compacts the history in the SQLite file in short slices of revisions.

So no write waits long for compaction (`step_size`). The writer of the file compacts between batches.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic

from kapivara.storage.contract import StorageError
from kapivara.storage.retention import HistoryBudget, Retention
from kapivara.storage.sqlite.changes import compact_slice
from kapivara.storage.sqlite.file import storage_error
from kapivara.storage.sqlite.step_size import StepSize

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
