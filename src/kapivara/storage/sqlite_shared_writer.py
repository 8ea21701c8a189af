"""Writes to the SQLite file what several processes have decided: whoever waits for a write makes the transaction.

It is made for all: with all that is in the shared log by then (`sqlite_shared_staging`), while the others wait for the
lock of commits, and find that theirs is done when they get it. So the flush of the disk is shared between processes as
it is between the callers of one. Who has nothing to write sleeps until others wake it, for what they wrote is news to
those who watch. A process that was killed after its transaction, and before it said so, is found out by the next one.
"""

from __future__ import annotations

import select
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from kapivara.storage.contract import StorageError
from kapivara.storage.feed import Feed
from kapivara.storage.process_lock import ProcessLock
from kapivara.storage.retention import Retention, footprint
from kapivara.storage.shared_log import SharedLog
from kapivara.storage.sqlite_changes import commit_events
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction, failure_of, roll_back
from kapivara.storage.sqlite_reader import read_moment
from kapivara.storage.sqlite_shared_staging import SharedStaging
from kapivara.storage.sqlite_thread import SqliteThread

_LONGEST_SLEEP = 1.0
"""Nobody sleeps longer: a process that is killed while it wakes others has not woken them."""
_RETRY_SECONDS = 0.1


class SharedWriter(SqliteThread):
    """Writes through `connection`, which nobody else uses, from a thread of its own until `close`.

    It is a `member` of a log; `commits` is the lock of those who write the file.
    """

    staging: SharedStaging

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        *,
        log: SharedLog,
        member: int,
        commits: ProcessLock,
        make_staging: Callable[[Callable[[], None]], SharedStaging],
    ) -> None:
        staging = make_staging(lambda: log.wake(member))
        super().__init__(connection, staging, SqliteCompaction(connection, path, log.compacted))
        self._path = path
        self._log = log
        self._member = member
        self._commits = commits
        self._wanted: SimpleQueue[WantedCompaction] = SimpleQueue()
        self._written = 0
        """Bytes of what was published and is not counted yet."""
        self._publishing = threading.Lock()
        self._published = self.staging.revision

    def start(self, feed: Feed, retention: Retention) -> None:
        """Begins to work."""
        self._feed = feed
        self._compaction.start(retention, self.staging.revision)
        self._thread.start()

    @property
    def lags(self) -> bool:
        """Whether something is durable that is not published here. Quick, and does not block."""
        return self._log.durable != self._published

    def settle(self) -> None:
        """Publishes what has become durable, through whichever process, and tells those who wait for it."""
        with self._publishing:
            settled = self.staging.settle()
            if settled.gap:
                self._feed.restart(settled.gap)
            if settled.events:
                self._feed.publish(settled.events)
                self._written += sum(footprint(event.key, event.value) for event in settled.events)
            self._published = settled.revision
        for commit in settled.commits:
            commit.finish()

    @property
    def _compacted(self) -> int:
        return self._log.compacted

    def _want(self, compaction: WantedCompaction) -> None:
        self._wanted.put(compaction)
        self._log.wake(self._member)

    def _end(self) -> None:
        self._log.wake(self._member)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            try:
                is_over = self._sleep()
                is_last = self._closed
                self._work()
                if is_over and not is_last:
                    self._write(is_wanted=False)
            except (StorageError, sqlite3.Error, OSError):  # the file cannot be read: it is tried again
                time.sleep(_RETRY_SECONDS)

    def _work(self) -> None:
        while self.staging.is_wanted:
            self._write()
            self.settle()
        if self.lags or self.staging.has_lost:
            self.settle()
        self._compact()

    def _sleep(self) -> bool:
        """Waits until there is something to do; tells whether nothing came in all the time."""
        log, member = self._log, self._member
        woken: list[int] = [member]
        log.fall_asleep(member)
        is_wanted = self.staging.is_wanted  # takes a lock: whoever writes after this sees who sleeps
        has_work = is_wanted or self.lags or self.staging.has_lost or self._closed or not self._wanted.empty()
        if not has_work:
            patience = self._compaction.patience()
            seconds = _LONGEST_SLEEP if patience is None else min(patience, _LONGEST_SLEEP)
            woken, _, _ = select.select((log.door(member),), (), (), seconds)
        log.wake_up(member)
        return not woken

    def _write(self, *, is_wanted: bool = True) -> None:
        """Makes one transaction of what all processes have decided, unless another process has made it meanwhile."""
        with self._commits:
            events = self.staging.batch(is_wanted=is_wanted)
            if not events:
                return
            try:
                commit_events(self._connection, events)
            except BaseException as error:  # whatever it is, those who wait must hear of it and the thread must live
                roll_back(self._connection)
                if not self._was_written():
                    self.staging.give_up(failure_of(self._path, error))
            else:
                self._log.note_durable(events[-1].revision)
                self._compaction.compacted = self._log.compacted
                self._compaction.compact_what_is_due(written=len(events))
                self._log.note_compacted(self._compaction.compacted)
        self._log.wake_others(self._member)

    def _was_written(self) -> bool:
        """Tells whether a process that is gone had written more than it could say; takes note of that."""
        try:
            revision, _ = read_moment(self._connection)
        except sqlite3.Error:
            return False
        if revision <= self._log.durable:
            return False
        self._log.note_durable(revision)
        return True

    def _compact(self) -> None:
        """Makes the compactions that somebody waits for, and those that are due."""
        with self._publishing:
            written, self._written = self._written, 0
        if written:
            self._compaction.note(self.staging.revision, written)
        if self._wanted.empty() and not self._compaction.is_due:
            return
        with self._commits:
            self._compaction.compacted = self._log.compacted
            with suppress(Empty):
                while True:
                    wanted = self._wanted.get_nowait()
                    failure = self._compaction.compact(wanted.target)
                    self._log.note_compacted(self._compaction.compacted)
                    wanted.finish(failure)
            self._compaction.compact_what_is_due()
            self._log.note_compacted(self._compaction.compacted)
