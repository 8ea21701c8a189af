"""The objects of a SQLite file as of one moment, whether or not a server writes to it; nothing changes by it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.storage.contract import StorageError, Stored
from kapivara.storage.directory_lock import DirectoryLock
from kapivara.storage.sqlite_file import FILE_NAME, connect_unchanging, storage_error
from kapivara.storage.sqlite_reader import Page, read_moment, read_page
from kapivara.storage.transfer import ALL_OBJECTS, PAGE, Snapshot


class SqliteSnapshot(Snapshot):
    """What a connection sees within the transaction that it is in."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self._path = path
        self.revision, self.compacted = read_moment(connection)
        first = read_page(connection, ALL_OBJECTS, Page(1, "", counts=True), None)
        self.total = len(first.items) + (first.remaining or 0)

    def items(self) -> Iterator[Stored]:
        """Yields the objects."""
        after, has_more = "", True
        while has_more:
            try:
                page = read_page(self.connection, ALL_OBJECTS, Page(PAGE, after, counts=False), None)
            except sqlite3.Error as error:
                raise storage_error(self._path, error) from error
            yield from page.items
            has_more = page.has_more
            after = page.items[-1].key if page.items else ""


@contextmanager
def open_sqlite_snapshot(path: Path, *, alone: bool = False) -> Iterator[SqliteSnapshot]:
    """Opens a data file, or a backup, for reading; `alone` refuses one that a server has. Raises StorageError."""
    with ExitStack() as stack:
        try:
            nobody_writes = path.is_file() and _lock(path, stack, required=alone)
            wal = path.with_name(path.name + "-wal")
            connection = connect_unchanging(path, nobody_writes=nobody_writes and not wal.exists())
            stack.callback(connection.close)
            connection.execute("BEGIN")
            snapshot = SqliteSnapshot(connection, path)
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        yield snapshot


def _lock(path: Path, stack: ExitStack, *, required: bool) -> bool:
    """Keeps servers out of the folder of a data file, if none is in there; tells whether nobody writes to the file.

    A backup, which has a name of its own, is nobody's to write to.
    """
    if path.name != FILE_NAME:
        return True
    try:
        stack.callback(DirectoryLock(path.parent).release)
    except (StorageError, OSError):
        if required:
            raise
        return False
    return True
