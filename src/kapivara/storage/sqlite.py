"""The embedded storage: one SQLite file in a data directory, durable write by write.

An acknowledged write survives SIGKILL and a power cut (WAL, synchronous=FULL). A write is decided at once
(`sqlite_answers`), and shares one flush of the disk with others (`sqlite_writer`). Rows have checksums (`sqlite_rows`),
and a file whose structure is damaged is made anew when it is opened (`sqlite_salvage`).
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path

from kapivara.storage.contract import FutureRevision
from kapivara.storage.directory_lock import DirectoryLock
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite_answers import SqliteAnswers
from kapivara.storage.sqlite_file import FILE_NAME, connect_writer, prepare_directory, rebuild_if_damaged, storage_error
from kapivara.storage.sqlite_reader import Reader
from kapivara.storage.sqlite_writer import GroupWriter

_DEFAULT_RETENTION = Retention()


class SqliteStorage(SqliteAnswers):
    """A Storage in a directory, which it makes where missing and holds alone; see the contract.

    `max_size` bounds the data file, in bytes. Raises StorageError where the directory is in use, cannot be written,
    or holds a file that is not ours or of a newer layout.
    """

    def __init__(
        self, directory: str | Path, *, retention: Retention = _DEFAULT_RETENTION, max_size: int | None = None
    ) -> None:
        directory = Path(directory)
        path = directory / FILE_NAME
        self.notes: tuple[str, ...] = ()
        """What whoever opened it should know: that the file was damaged, and what became of it."""
        prepare_directory(directory)
        try:
            with ExitStack() as undo:
                self._lock = DirectoryLock(directory)
                undo.callback(self._lock.release)
                if note := rebuild_if_damaged(path):
                    self.notes = (note,)
                connection = connect_writer(path, max_size)
                undo.callback(connection.close)
                reader = Reader(path)
                undo.callback(reader.close)
                revision, compacted = reader.moment()
                self._writer = GroupWriter(connection, path, revision=revision, compacted=compacted)
                undo.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        self._answer_by(reader, self._writer.staging)
        self._writer.start(self._feed.publish, retention)

    @property
    def revision(self) -> int:
        """The revision of the newest write that is durable."""
        return self._staging.revision

    def compact(self, revision: int) -> None:
        """Forgets what cannot be seen at `revision` or later."""
        if revision > self.revision:
            raise FutureRevision(revision, self.revision)
        self._writer.compact(revision)

    def close(self) -> None:
        """Finishes the writes under way, ends all watches and lets go of the directory."""
        self._feed.close()
        self._reader.close()
        self._writer.close()
        self._lock.release()
