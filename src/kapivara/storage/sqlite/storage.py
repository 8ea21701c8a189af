"""The embedded storage: one SQLite file in a data directory, in which every acknowledged write is durable.

An acknowledged write survives SIGKILL and a power cut (WAL, synchronous=FULL). A write is decided at once, against the
file and the staged writes (`sqlite_staging`), and shares one flush of the disk with others (`sqlite_writer`). Reads use
pooled connections (`sqlite_reader`). Watches read the newest events from memory and older ones from the file (`feed`).
Rows have checksums (`sqlite_rows`), and a file whose structure is damaged is rebuilt when it is opened
(`sqlite_salvage`).
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path

from kapivara.storage.contract import FutureRevision, Listing, Pending, Storage, Stored, WriteRequest
from kapivara.storage.feed import Feed, FeedWatch
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite.directory_lock import DirectoryLock
from kapivara.storage.sqlite.file import FILE_NAME, connect_writer, prepare_directory, rebuild_if_damaged, storage_error
from kapivara.storage.sqlite.reader import Page, Reader, check_reachable
from kapivara.storage.sqlite.writer import GroupWriter

_DEFAULT_RETENTION = Retention()
_FEED_ENTRIES = 2000
_FEED_SIZE = 16 * 1024 * 1024


class SqliteStorage(Storage):
    """Implements `Storage` in a directory, which it creates if missing and locks for this process.

    `max_size` limits the data file, in bytes. Raises StorageError if the directory is in use, cannot be written, or
    holds a file of another program or of a newer layout.
    """

    decides_at_once = True

    def __init__(
        self, directory: str | Path, *, retention: Retention = _DEFAULT_RETENTION, max_size: int | None = None
    ) -> None:
        directory = Path(directory)
        path = directory / FILE_NAME
        self.notes: tuple[str, ...] = ()
        """Notes for the operator: that the file was damaged, and the result of the repair."""
        prepare_directory(directory)
        try:
            with ExitStack() as undo:
                self._lock = DirectoryLock(directory)
                undo.callback(self._lock.release)
                if note := rebuild_if_damaged(path):
                    self.notes = (note,)
                connection = connect_writer(path, max_size)
                undo.callback(connection.close)
                self._reader = Reader(path)
                undo.callback(self._reader.close)
                revision, compacted = self._reader.moment()
                self._writer = GroupWriter(connection, path, revision=revision, compacted=compacted)
                undo.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        self._staging = self._writer.staging
        self._feed = Feed(revision, self._reader.events, entries=_FEED_ENTRIES, size=_FEED_SIZE)
        self._writer.start(self._feed.publish, retention)

    @property
    def revision(self) -> int:
        """The revision of the newest durable write."""
        return self._staging.revision

    def get(self, key: str, pending: Pending | None = None) -> Stored:
        """Returns the value under the key, from the staged writes or the file."""
        if pending is not None and (staged := self._staging.peek(key, pending)) is not None:
            return staged
        return self._reader.get(key)

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values under a prefix."""
        return self._reader.list(prefix, Page(limit, after, counts), at_revision)

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:
        return self._staging.decide(request, pending)

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        if from_revision is None:
            return FeedWatch(self._feed, prefix, self._feed.revision)
        # A reader may be ahead of the feed between a commit and its publication, so ask the file.
        current, compacted = self._reader.moment()
        check_reachable(from_revision, current, compacted)
        return FeedWatch(self._feed, prefix, from_revision)

    def compact(self, revision: int) -> None:
        """Removes the history that is not visible at `revision` or later."""
        if revision > self.revision:
            raise FutureRevision(revision, self.revision)
        self._writer.compact(revision)

    def close(self) -> None:
        """Finishes the decided writes, ends all watches and unlocks the directory."""
        self._feed.close()
        self._reader.close()
        self._writer.close()
        self._lock.release()
