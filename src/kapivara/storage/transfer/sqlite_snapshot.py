"""Reads the objects of a SQLite file at one revision, even while a server writes to the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.storage.contract import Stored
from kapivara.storage.sqlite.directory_lock import DirectoryLock
from kapivara.storage.sqlite.file import FILE_NAME, connect_existing, storage_error
from kapivara.storage.sqlite.reader import Page, read_moment, read_page
from kapivara.storage.transfer.copy import ALL_OBJECTS, PAGE, Snapshot


class SqliteSnapshot(Snapshot):
    """The objects that a connection sees within its transaction."""

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
    """Opens a data file or a backup for reading; `alone` keeps servers out of its folder. Raises StorageError."""
    with ExitStack() as stack:
        try:
            if alone and path.name == FILE_NAME and path.is_file():
                stack.callback(DirectoryLock(path.parent).release)
            connection = connect_existing(path)
            stack.callback(connection.close)
            connection.execute("BEGIN")
            snapshot = SqliteSnapshot(connection, path)
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        yield snapshot
