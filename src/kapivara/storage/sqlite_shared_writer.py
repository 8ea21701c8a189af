"""Writes to the SQLite file what several processes have decided: whoever waits for a write makes the transaction.

It is made for all: with all that is in the shared log by then (`sqlite_shared_staging`). Who finds another process at
it is told when that is through, and finds its own writes done. So the flush of the disk is shared between processes as
it is between the callers of one. Who has nothing to write is told as well, for it is news to those who watch: on the
event loop that answers requests, where there is one, for a thread would have to wait for the interpreter first. A
process that was killed after its transaction, and before it said so, is found out by the next one.
"""

from __future__ import annotations

import asyncio
import os
import select
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from kapivara.storage.contract import StorageError
from kapivara.storage.feed import Feed
from kapivara.storage.process_lock import ProcessLock
from kapivara.storage.retention import Retention, footprint
from kapivara.storage.shared_log import SharedLog
from kapivara.storage.sqlite_changes import commit_events
from kapivara.storage.sqlite_compaction import SqliteCompaction, WantedCompaction, failure_of, roll_back
from kapivara.storage.sqlite_reader import read_moment
from kapivara.storage.sqlite_shared_staging import SharedStaging
from kapivara.storage.sqlite_thread import CHECKPOINT_BYTES, PAGES_BYTES, SMALL_BYTES, SqliteThread

_LONGEST_SLEEP = 1.0
"""Nobody sleeps longer: a process that is killed while it wakes others has not woken them."""
_RETRY_SECONDS = 0.1


class SharedWriter(SqliteThread):
    """Writes through `connection`, one caller or its own thread at a time, until `close`.

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
        make_staging: Callable[[Callable[[], None], Callable[[], None]], SharedStaging],
    ) -> None:
        self._path = path
        self._log = log
        self._member = member
        self._commits = commits
        self._wanted: SimpleQueue[WantedCompaction] = SimpleQueue()
        self._uncounted: list[tuple[int, int]] = []
        """The revisions up to which something was published that is not counted yet, with the bytes of it."""
        self._bell = os.pipe()
        """By which the thread is called while the loop is at the door, through which others wake this process."""
        for end in self._bell:
            os.set_blocking(end, False)
        self._is_on_loop = False
        self._publishing = threading.Lock()
        staging = make_staging(self._call_thread, self._write_here)
        super().__init__(connection, staging, SqliteCompaction(connection, path, log.compacted))
        self._published = self.staging.revision

    def start(self, feed: Feed, retention: Retention) -> None:
        """Begins to work."""
        self._feed = feed
        self._compaction.start(retention, self.staging.revision)
        self._thread.start()

    def join_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Has what others have written taken in on the event loop that runs, and no more by the thread."""
        self._is_on_loop = True
        self._log.fall_asleep(self._member)
        loop.add_reader(self._log.door(self._member), self._open_door)
        self._log.wake(self._member)  # the thread, which listens there until now

    def leave_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Leaves that to the thread again."""
        loop.remove_reader(self._log.door(self._member))
        self._is_on_loop = False
        self._ring()

    def _open_door(self) -> None:
        """Takes in what others have written, and writes what they have not, on the event loop."""
        self._log.wake_up(self._member)
        self._log.fall_asleep(self._member)
        with self._thread_tries_again():
            if self.lags or self.staging.has_lost:
                self.settle()
            if self.staging.is_wanted:
                self._write_here()

    @contextmanager
    def _thread_tries_again(self) -> Iterator[None]:
        """Calls the thread where the file cannot be read."""
        try:
            yield
        except (StorageError, sqlite3.Error, OSError):
            self._call_thread()

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
                size = sum(footprint(event.key, event.value) for event in settled.events)
                self._uncounted.append((settled.revision, size))
            self._published = settled.revision
        for commit in settled.commits:
            commit.finish()

    @property
    def _compacted(self) -> int:
        return self._log.compacted

    def _want(self, compaction: WantedCompaction) -> None:
        self._wanted.put(compaction)
        self._call_thread()

    def _end(self) -> None:
        self._call_thread()

    def _call_thread(self) -> None:
        if self._is_on_loop:
            self._ring()
        else:
            self._log.wake(self._member)

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # it has been rung often enough
            os.write(self._bell[1], b"!")

    def close(self) -> None:
        """Finishes what was decided, then ends the thread and the connection. Closing twice is fine."""
        super().close()
        bell, self._bell = self._bell, (-1, -1)
        for end in bell if bell[0] >= 0 else ():
            os.close(end)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            try:
                is_over = self._sleep()
                is_last = self._closed
                self._work()
                self._is_called = False
                if is_over and not is_last:
                    self._write(is_wanted=False)
            except (StorageError, sqlite3.Error, OSError):  # the file cannot be read: it is tried again
                time.sleep(_RETRY_SECONDS)

    def _work(self) -> None:
        if self.lags or self.staging.has_lost:
            self.settle()
        while self.staging.is_wanted:
            self._write()
            self.settle()
            self._check_log()  # there may be no end of writes
        self._compact()
        self._check_log()

    def _check_log(self) -> None:
        """Makes a checkpoint where that is due."""
        if self._unchecked >= CHECKPOINT_BYTES:
            with self._turn, self._commits:  # what others add meanwhile would keep the log from starting anew
                self._make_checkpoint()

    def _sleep(self) -> bool:
        """Waits until there is something to do; tells whether nothing came in all the time."""
        log, member, is_on_loop = self._log, self._member, self._is_on_loop
        woken: list[int] = [member]
        if not is_on_loop:
            log.fall_asleep(member)
        is_wanted = self.staging.is_wanted  # takes a lock: whoever writes after this sees who sleeps
        has_work = is_wanted or self.lags or self.staging.has_lost or self._closed or not self._wanted.empty()
        if not has_work:
            with self._turn:
                patience = self._compaction.patience()
            seconds = _LONGEST_SLEEP if patience is None else min(patience, _LONGEST_SLEEP)
            listens_at = self._bell[0] if is_on_loop else log.door(member)
            woken, _, _ = select.select((listens_at,), (), (), seconds)
        if is_on_loop:
            with suppress(BlockingIOError):
                os.read(self._bell[0], 4096)
            return not woken
        log.wake_up(member)
        if self._is_on_loop:  # since a moment ago: whoever writes from now on wakes the loop
            log.fall_asleep(member)
        return not woken

    def _write_here(self) -> None:
        """Writes what is waited for, in the thread of whoever waits; leaves to the writer's own what may take long.

        Where another process writes, that wakes this one when it is through, which sees what became of it.
        """
        if self._is_called or not self._is_quick or not self._turn.acquire(blocking=False):
            self._call_thread()
            return
        with self._thread_tries_again():
            try:
                if not self._commits.try_to_hold():
                    return
                try:
                    self._write_batch(is_wanted=True, most_bytes=SMALL_BYTES)
                finally:
                    self._commits.let_go()
                has_chores = self._has_chores
            finally:
                self._turn.release()
            self._log.wake_others(self._member)
            self.settle()
            if has_chores or self.staging.is_wanted:
                self._is_called = True
                self._call_thread()

    @property
    def _has_chores(self) -> bool:
        """Whether there is work for the thread that nobody waits for."""
        return self._unchecked >= CHECKPOINT_BYTES or self._compaction.is_due

    def _write(self, *, is_wanted: bool = True) -> None:
        """Makes one transaction of what all processes have decided, unless another process has made it meanwhile."""
        with self._turn, self._commits:
            self._write_batch(is_wanted=is_wanted)
        self._log.wake_others(self._member)

    def _write_batch(self, *, is_wanted: bool, most_bytes: float = inf) -> None:
        """Makes the transaction, of no more bytes than that. Needs the turn, and the lock of commits."""
        events = self.staging.batch(is_wanted=is_wanted)
        size = sum(footprint(event.key, event.value) for event in events)
        if not events or size > most_bytes:
            return
        begun = monotonic()
        try:
            commit_events(self._connection, events)
        except BaseException as error:  # whatever it is, those who wait must hear of it and the thread must live
            roll_back(self._connection)
            if not self._was_written():
                self.staging.give_up(failure_of(self._path, error))
            return
        self._log.note_durable(events[-1].revision)
        self._note_batch(begun, size + PAGES_BYTES * len(events))
        if most_bytes == inf:
            self._compaction.compacted = self._log.compacted
            self._compaction.compact_what_is_due(written=len(events))
            self._log.note_compacted(self._compaction.compacted)

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
            uncounted, self._uncounted = self._uncounted, []
        with self._turn:
            for revision, size in uncounted:
                self._compaction.note(revision, size)
            if self._wanted.empty() and not self._compaction.is_due:
                return
        with self._turn, self._commits:
            self._compaction.compacted = self._log.compacted
            with suppress(Empty):
                while True:
                    wanted = self._wanted.get_nowait()
                    failure = self._compaction.compact(wanted.target)
                    self._log.note_compacted(self._compaction.compacted)
                    wanted.finish(failure)
            self._compaction.compact_what_is_due()
            self._log.note_compacted(self._compaction.compacted)
