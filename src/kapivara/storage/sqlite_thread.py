"""A thread that writes the SQLite file: what it is called for, and how it ends.

It writes batches of what was decided, and compacts in slices that somebody may wait for (`sqlite_compaction`).
"""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod

from kapivara.storage.contract import Closed
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction
from kapivara.storage.sqlite_staging import Staging


class SqliteThread(ABC):
    """Works through `connection`, which nobody else uses, until `close`; `staging` has what is to be written."""

    def __init__(self, connection: sqlite3.Connection, staging: Staging, compaction: SqliteCompaction) -> None:
        self.staging = staging
        self._connection = connection
        self._compaction = compaction
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
