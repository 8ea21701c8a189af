"""Who writes the SQLite file, and how many callers share one flush of the disk.

Writes come decided (`sqlite_staging`), in batches that somebody waits for. Each batch is one transaction; after the
commit the events are published, then those who wait are told. Where the commit fails, nothing of the batch was done,
and all hear of it, with those whose writes were decided since.

Whoever asks for a batch writes it, or a thread (`sqlite_thread`), which makes checkpoints of the file, too, and
compactions in slices between batches (`sqlite_compaction`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from kapivara.storage.contract import Event
from kapivara.storage.group_commit import GroupCommit
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite_changes import commit_events
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction, failure_of, roll_back
from kapivara.storage.sqlite_staging import Staging
from kapivara.storage.sqlite_thread import CHECKPOINT_BYTES, PAGES_BYTES, SMALL_BYTES, SqliteThread


class _Call(Enum):
    """What the thread is woken for, beside compactions."""

    WORK = "work"
    END = "end"


class GroupWriter(SqliteThread):
    """Writes through `connection`, one caller or its own thread at a time, until `close`."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, revision: int, compacted: int) -> None:
        self._path = path
        self._queue: SimpleQueue[_Call | WantedCompaction] = SimpleQueue()
        self._wakes_by_itself = False
        staging = Staging(path, revision, self._wake, self._write_here)
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

    def _wake(self) -> None:
        self._queue.put(_Call.WORK)

    def _end(self) -> None:
        self._queue.put(_Call.END)

    def _write_here(self) -> None:
        """Writes what is waited for, in the thread of whoever waits; leaves to the writer's own what may take long."""
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
    def _has_chores(self) -> bool:
        """Whether there is work for the thread that nobody waits for."""
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
                compacted = self._compacted
                for each in called:
                    if isinstance(each, WantedCompaction):
                        each.finish(self._compaction.compact(each.target))
                self._unchecked += PAGES_BYTES * (self._compacted - compacted)
                self._do_chores()

    def _do_chores(self, written: int = 0) -> None:
        """Compacts and makes a checkpoint where that is due: behind each batch, for there may be no end of them."""
        compacted = self._compacted
        self._compaction.compact_what_is_due(written=written)
        self._unchecked += PAGES_BYTES * (self._compacted - compacted)
        if self._unchecked >= CHECKPOINT_BYTES:
            self._make_checkpoint()

    def _collect(self) -> list[_Call | WantedCompaction]:
        """Waits until it is woken, and takes all that there is to do; nothing where it woke by itself."""
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
        """Makes a transaction of a batch, and tells of it. Needs the turn."""
        events = commit.events
        begun = monotonic()
        try:
            commit_events(self._connection, events)
        except BaseException as error:  # whatever it is, those who wait must hear of it and the thread must live
            roll_back(self._connection)
            for lost in self.staging.roll_back(commit, failure_of(self._path, error)):
                lost.finish()
            return
        self._note_batch(begun, commit.size + PAGES_BYTES * len(events))
        self.staging.note_durable(commit)
        self._publish(events)
        self._compaction.note(events[-1].revision, commit.size)
        commit.finish()
