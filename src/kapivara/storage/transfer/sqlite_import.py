"""Writes objects from another storage to a temporary SQLite file, which gets its name when it is complete."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.storage.contract import StorageError, Stored
from kapivara.storage.key_range import key_bytes
from kapivara.storage.sqlite.changes import put_current
from kapivara.storage.sqlite.counts import fill_counts
from kapivara.storage.sqlite.directory_lock import DirectoryLock
from kapivara.storage.sqlite.file import FILE_NAME, make_file, prepare_directory, storage_error, sync_folder
from kapivara.storage.sqlite.rows import row_checksum
from kapivara.storage.transfer.copy import NewStorage


class SqliteImport(NewStorage):
    """Writes to `written`, which becomes `path`. An object keeps its revision unless another object has it."""

    def __init__(self, connection: sqlite3.Connection, written: Path, path: Path) -> None:
        self._connection = connection
        self._written = written
        self._path = path
        self._taken: set[int] = set()
        self._to_number: list[Stored] = []

    def add(self, item: Stored) -> None:
        """Writes an object; of several objects with one revision, the first keeps it; `finish` numbers the others."""
        if item.revision in self._taken:  # in etcd, one transaction may write many keys
            self._to_number.append(item)
            return
        self._put(item, item.revision)

    def finish(self, revision: int) -> int:
        """Flushes the file and gives it its name, if that is still free; returns the newest revision."""
        for item in self._to_number:
            revision += 1
            self._put(item, revision)
        revision = max((revision, *self._taken))
        try:
            fill_counts(self._connection)
            self._connection.execute("UPDATE state SET compacted = ?", (revision,))
            self._connection.execute("COMMIT")
            self._connection.close()
            _flush(self._written)
            _put_into_place(self._written, self._path)
        except FileExistsError:
            raise _taken(self._path) from None
        except (sqlite3.Error, OSError) as error:
            raise storage_error(self._path, error) from error
        return revision

    def _put(self, item: Stored, revision: int) -> None:
        self._taken.add(revision)
        key = key_bytes(item.key)
        try:
            put_current(self._connection, (revision, key, 0, item.value, row_checksum(revision, key, 0, item.value)))
        except sqlite3.Error as error:
            raise storage_error(self._path, error) from error


@contextmanager
def open_sqlite_import(path: Path) -> Iterator[SqliteImport]:
    """Opens an import into a data file, whose folder is created, or into a backup. Raises StorageError."""
    is_data_file = path.name == FILE_NAME
    if is_data_file:
        prepare_directory(path.parent)
    elif not path.parent.is_dir():
        raise StorageError(f"{path}: there is no folder {path.parent}")
    written = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with ExitStack() as stack:
        try:
            if is_data_file:
                stack.callback(DirectoryLock(path.parent).release)
            if path.exists():
                raise _taken(path)
            written.unlink(missing_ok=True)
            stack.callback(written.unlink, missing_ok=True)
            connection = make_file(written)
            stack.callback(connection.close)
            connection.execute("PRAGMA journal_mode = OFF")  # an unfinished file is deleted
            connection.execute("PRAGMA synchronous = OFF")  # and `finish` flushes the file
            connection.execute("BEGIN IMMEDIATE")
        except (sqlite3.Error, OSError) as error:
            raise storage_error(path, error) from error
        yield SqliteImport(connection, written, path)


def _taken(path: Path) -> StorageError:
    return StorageError(f"{path}: there is a file already, and it is not replaced; choose another place")


def _put_into_place(written: Path, path: Path) -> None:
    """Gives a file its final name; raises FileExistsError if another file has it."""
    try:
        os.link(written, path)  # unlike a renaming, this replaces nothing
        written.unlink()
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(written, path)
    sync_folder(path.parent)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
