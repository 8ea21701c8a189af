"""The embedded storage for several processes of one server: each opens the same SQLite file, and decides for itself.

`share` prepares the folder in the process that starts them; each of them opens a `SharedSqliteStorage` over what it
returns. To its caller that is a storage as any other: it decides at once, in view of what all have decided
(`sqlite_shared_staging`), writes are flushed together (`sqlite_shared_writer`), and a write that one process has
acknowledged is seen by whoever asks another one afterwards (`keep_up`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from kapivara.storage.contract import Closed, FutureRevision
from kapivara.storage.directory_lock import DirectoryLock
from kapivara.storage.feed import FeedWatch
from kapivara.storage.process_lock import ProcessLock
from kapivara.storage.retention import Retention
from kapivara.storage.shared_log import SharedLog
from kapivara.storage.shared_mutex import SharedMutex, make_mutex
from kapivara.storage.sqlite_answers import SqliteAnswers
from kapivara.storage.sqlite_file import (
    FILE_NAME,
    connect_again,
    connect_writer,
    prepare_directory,
    rebuild_if_damaged,
    storage_error,
)
from kapivara.storage.sqlite_reader import Reader, read_moment
from kapivara.storage.sqlite_shared_staging import SharedStaging
from kapivara.storage.sqlite_shared_writer import SharedWriter
from kapivara.values.record import record

_TURN_SECONDS = 0.5
_DEFAULT_RETENTION = Retention()


@record
class SharedFile:
    """A data folder that is held for several processes, and what they share; `notes` as a storage has them.

    `decisions` is the lock of the log, where the system has one that is in memory.
    """

    directory: Path
    log: SharedLog
    decisions: SharedMutex | None
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The data file."""
        return self.directory / FILE_NAME


@contextmanager
def share(directory: Path, members: int) -> Iterator[SharedFile]:
    """Holds a data folder for so many processes, which are to be started meanwhile; raises StorageError.

    The file is made, checked and brought up to date here, so that none of them has to.
    """
    path = directory / FILE_NAME
    prepare_directory(directory)
    with ExitStack() as undo:
        try:
            lock = DirectoryLock(directory)
            undo.callback(lock.release)
            note = rebuild_if_damaged(path)
            with closing(connect_writer(path, None)) as connection:
                revision, compacted = read_moment(connection)
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        log = undo.enter_context(closing(SharedLog(revision=revision, compacted=compacted, members=members)))
        yield SharedFile(directory, log, make_mutex(), (note,) if note else ())


class SharedSqliteStorage(SqliteAnswers):
    """A Storage over a file that others write as well; `member` tells them apart, by a number."""

    def __init__(self, shared: SharedFile, member: int, *, retention: Retention = _DEFAULT_RETENTION) -> None:
        self._log = shared.log
        self._directory = shared.directory
        self._turn: _Turn | None = None
        self._is_closed = False
        path = shared.path
        try:
            with ExitStack() as undo:
                decisions = shared.decisions or _lock(undo, shared.directory / "lock-decisions")
                commits = _lock(undo, shared.directory / "lock-commits")
                reader = undo.enter_context(closing(Reader(path)))
                connection = undo.enter_context(closing(connect_again(path)))
                self._writer = SharedWriter(
                    connection,
                    path,
                    log=shared.log,
                    member=member,
                    commits=commits,
                    make_staging=lambda wake, write: SharedStaging(
                        path, shared.log, decisions, member=member, history=reader.events, wake=wake, write=write
                    ),
                )
                self._locks = [each for each in (decisions, commits) if isinstance(each, ProcessLock)]
                undo.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        self._answer_by(reader, self._writer.staging)
        self._writer.start(self._feed, retention)

    def keep_up(self) -> None:
        """Publishes what others have made durable."""
        if not self._is_closed and self._writer.lags:
            self._writer.settle()

    @property
    def revision(self) -> int:
        """The revision of the newest write that is durable, through whichever process."""
        self.keep_up()
        return self._staging.revision

    def reaches(self, revision: int) -> bool:
        """Tells whether a revision has been reached; a process that was killed may not have told that it was."""
        return revision <= self.revision or revision <= self._reader.moment()[0]

    def join_loop(self) -> None:
        """Takes in what others write on the running event loop, and writes there what small requests wait for."""
        self._writer.join_loop(asyncio.get_running_loop())

    def leave_loop(self) -> None:
        """Leaves all that to a thread."""
        self._writer.leave_loop(asyncio.get_running_loop())

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        self.keep_up()
        return super().watch(prefix, from_revision)

    def compact(self, revision: int) -> None:
        """Forgets what cannot be seen at `revision` or later."""
        if self._is_closed:
            raise Closed("the storage is closed")
        if revision > self.revision:
            raise FutureRevision(revision, self.revision)
        self._writer.compact(revision)

    def take_turn(self, on_change: Callable[[bool], None]) -> None:
        """Has `on_change` called once it comes to be the turn of this process."""
        self._turn = _Turn(self._directory / "lock-turn", on_change)

    def close(self) -> None:
        """Finishes the writes under way, ends all watches and lets go of the file."""
        if self._is_closed:
            return
        if self._turn is not None:
            self._turn.close()
        self._feed.close()
        self._writer.close()
        self._reader.close()
        self._is_closed = True
        for each in self._locks:
            each.close()


class _Turn:
    """Waits for a lock that one process has at a time; whoever gets it keeps it until it ends."""

    def __init__(self, path: Path, on_change: Callable[[bool], None]) -> None:
        self._lock = ProcessLock(path)
        self._on_change = on_change
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kapivara-turn", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._lock.try_to_hold():
            if self._over.wait(_TURN_SECONDS):
                return
        self._on_change(True)

    def close(self) -> None:
        """Gives the turn back."""
        self._over.set()
        self._thread.join()
        self._lock.close()


def _lock(undo: ExitStack, path: Path) -> ProcessLock:
    return undo.enter_context(closing(ProcessLock(path)))
