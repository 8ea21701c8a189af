"""Who writes the SQLite file: whoever waits for a batch, or a thread beside; what that is called for, and how it ends.

Whoever asks for a batch writes it, as long as the disk is quick and the batch is small: to have a thread do it, and to
be told, costs more than to wait for the disk. Else the thread does it, as it does what takes longer: checkpoints of the
file, and compactions in slices that somebody may wait for (`sqlite_compaction`).
"""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from math import inf
from time import monotonic

from kapivara.storage.contract import Closed
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction
from kapivara.storage.sqlite_staging import Staging

QUICK_SECONDS = 0.002
"""Those who wait for a batch write the next one themselves where the last one took no longer."""
SMALL_BYTES = 256 * 1024
CHECKPOINT_BYTES = 4 * 1024 * 1024
PAGES_BYTES = 8 * 1024
"""What a write adds to SQLite's log beside itself: the pages of the tables that point to it."""


class SqliteThread(ABC):
    """Works through `connection`, one caller or its own thread at a time, until `close`.

    `staging` has what is to be written.
    """

    def __init__(self, connection: sqlite3.Connection, staging: Staging, compaction: SqliteCompaction) -> None:
        self.staging = staging
        self._connection = connection
        self._compaction = compaction
        self._turn = threading.Lock()
        """Whoever holds it uses the connection."""
        self._last_seconds = inf
        """How long the last batch took."""
        self._is_called = False
        """Whether the thread was called, and has not come to its work since: nobody writes before it does, or on a busy
        machine it would not have its turn."""
        self._unchecked = 0
        """About so many bytes were added to SQLite's log since the last checkpoint."""
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="kapivara-sqlite-writer", daemon=True)

    @abstractmethod
    def _run(self) -> None:
        """Works until it is told to end."""

    @abstractmethod
    def _want(self, compaction: WantedCompaction) -> None:
        """Has the thread make a compaction."""

    @abstractmethod
    def _end(self) -> None:
        """Has the thread end, once all that was decided is written."""

    @property
    @abstractmethod
    def _compacted(self) -> int:
        """The revision up to which the file is compacted."""

    @property
    def _is_quick(self) -> bool:
        return self._last_seconds < QUICK_SECONDS

    def _note_batch(self, begun: float, size: int) -> None:
        """Takes account of a transaction of `size` bytes, pages and all, that began at a time of the clock."""
        self._last_seconds = monotonic() - begun
        self._unchecked += size

    def _make_checkpoint(self) -> None:
        """Has SQLite take what is in its log into the file, as far as nobody reads it; what is left waits."""
        self._unchecked = 0
        with suppress(sqlite3.Error):  # nothing is lost by it, and writes tell of a disk that fails
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def compact(self, revision: int) -> None:
        """Compacts up to a revision, in slices that let writes pass between them."""
        while self._compacted < revision:
            wanted = WantedCompaction(min(revision, self._compaction.step))
            with self._gate:
                if self._closed:
                    raise Closed("the storage is closed")
                self._want(wanted)
            wanted.wait()

    def close(self) -> None:
        """Finishes what was decided, then ends the thread and the connection."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self.staging.close()
                self._end()
        self._thread.join()
        self._connection.close()
