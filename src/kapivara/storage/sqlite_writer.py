"""The one thread that writes the SQLite file, and how many callers share one flush of the disk.

Writes come decided (`sqlite_staging`), in batches that somebody waits for. The thread puts each batch into one
transaction; after the commit the events are published, then those who wait are told. Where the commit fails, nothing of
the batch was done, and all hear of it, with those whose writes were decided since. The thread also compacts, a slice
at a time between batches (`sqlite_compaction`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue

from kapivara.storage.contract import Event
from kapivara.storage.group_commit import GroupCommit
from kapivara.storage.retention import Retention, footprint
from kapivara.storage.sqlite_changes import commit_events
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction, failure_of, roll_back
from kapivara.storage.sqlite_staging import Staging
from kapivara.storage.sqlite_thread import SqliteThread


class _Call(Enum):
    """What the thread is woken for, beside compactions."""

    WRITE = "write"
    END = "end"


class GroupWriter(SqliteThread):
    """Writes through `connection`, which nobody else uses, from a thread of its own until `close`."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, revision: int, compacted: int) -> None:
        self._path = path
        self._queue: SimpleQueue[_Call | WantedCompaction] = SimpleQueue()
        staging = Staging(path, revision, lambda: self._queue.put(_Call.WRITE))
        super().__init__(connection, staging, SqliteCompaction(connection, path, compacted))

    def start(self, publish: Callable[[Sequence[Event]], None], retention: Retention) -> None:
        """Begins to work: committed events go to `publish`, in order."""
        self._publish = publish
        self._compaction.start(retention, self.staging.revision)
        self._thread.start()

    @property
    def _compacted(self) -> int:
        return self._compaction.compacted

    def _want(self, compaction: WantedCompaction) -> None:
        self._queue.put(compaction)

    def _end(self) -> None:
        self._queue.put(_Call.END)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            called = self._collect()
            is_last = _Call.END in called
            while (commit := self.staging.take()) is not None:
                self._commit(commit)
                self._compaction.compact_what_is_due(written=len(commit.events))
            for each in called:
                if isinstance(each, WantedCompaction):
                    each.finish(self._compaction.compact(each.target))
            self._compaction.compact_what_is_due()

    def _collect(self) -> list[_Call | WantedCompaction]:
        """Waits until it is woken, and takes all that there is to do; nothing where it woke by itself."""
        called: list[_Call | WantedCompaction] = []
        with suppress(Empty):
            called.append(self._queue.get(timeout=self._compaction.patience()))
            while True:
                called.append(self._queue.get_nowait())
        return called

    def _commit(self, commit: GroupCommit) -> None:
        events = commit.events
        try:
            commit_events(self._connection, events)
        except BaseException as error:  # whatever it is, those who wait must hear of it and the thread must live
            roll_back(self._connection)
            for lost in self.staging.roll_back(commit, failure_of(self._path, error)):
                lost.finish()
            return
        self.staging.note_durable(commit)
        self._publish(events)
        self._compaction.note(events[-1].revision, sum(footprint(event.key, event.value) for event in events))
        commit.finish()
