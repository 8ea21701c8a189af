"""How the history in the SQLite file is forgotten: a slice at a time, of as many revisions as take a moment.

So no write waits long for it (`step_size`). Whoever writes the file does it between batches.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic

from kapivara.storage.contract import StorageError
from kapivara.storage.retention import HistoryBudget, Retention
from kapivara.storage.sqlite_changes import compact_slice
from kapivara.storage.sqlite_file import storage_error
from kapivara.storage.step_size import StepSize

_SLICE = 1000
_SLICE_SECONDS = 0.05
_PACE = 2
"""How many revisions are forgotten for one that is written, where they are due."""
_SHORTEST_NAP = 0.05
_RETRY_NAP = 1.0


class WantedCompaction:
    """A compaction up to a revision, which a caller waits for."""

    __slots__ = ("_done", "_failure", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        self._failure: StorageError | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def finish(self, failure: StorageError | None) -> None:
        """Lets the caller go on."""
        self._failure = failure
        self._done.release()

    def wait(self) -> None:
        """Blocks until it is done; raises StorageError where it failed."""
        self._done.acquire()
        if self._failure is not None:
            raise self._failure


class SqliteCompaction:
    """Compacts through `connection`, up to `compacted` until now. For one thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, compacted: int) -> None:
        self.compacted = compacted
        self._connection = connection
        self._path = path
        self._due = 0
        self._slice = StepSize(_SLICE, _SLICE_SECONDS)
        self._nap_after_failure = False

    def start(self, retention: Retention, revision: int) -> None:
        """Counts what is written from now on."""
        self._budget = HistoryBudget(retention, revision, monotonic())

    @property
    def step(self) -> int:
        """The revision up to which a slice would go."""
        return self.compacted + self._slice.pieces

    def note(self, revision: int, size: int) -> None:
        """Takes account of writes of `size` bytes that ended at `revision`."""
        self._budget.note(revision, size, monotonic())

    def patience(self) -> float | None:
        """Returns in how many seconds something is to be done; None: not before something is written."""
        if self._nap_after_failure:
            return _RETRY_NAP
        if self._due > self.compacted:
            return 0.0
        nap = self._budget.next_due(monotonic())
        return None if nap is None else max(nap, _SHORTEST_NAP)

    @property
    def is_due(self) -> bool:
        """Whether there is history to be forgotten."""
        self._due = max(self._due, self._budget.due(monotonic()))
        return self._due > self.compacted

    def compact_what_is_due(self, written: int = 0) -> None:
        """Makes one slice; of more revisions after many were `written`, lest those who write leave it behind."""
        if self.is_due:
            pieces = max(self._slice.pieces, _PACE * written)
            self._nap_after_failure = self.compact(min(self._due, self.compacted + pieces)) is not None

    def compact(self, target: int) -> StorageError | None:
        """Makes a slice up to a revision; returns why that failed."""
        if target <= self.compacted:
            return None
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            begun = monotonic()
            compact_slice(self._connection, self.compacted, target)
            took = monotonic() - begun  # the flush that follows takes as long for a small slice
            self._connection.execute("COMMIT")
        except BaseException as error:
            roll_back(self._connection)
            return failure_of(self._path, error)
        self._slice.note(target - self.compacted, took)
        self.compacted = target
        return None


def roll_back(connection: sqlite3.Connection) -> None:
    """Ends a transaction that failed."""
    with suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def failure_of(path: Path, error: BaseException) -> StorageError:
    """Says what a failure means, and what it came from."""
    failure = storage_error(path, error)
    failure.__cause__ = error
    return failure
