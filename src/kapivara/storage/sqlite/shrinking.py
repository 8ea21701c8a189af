"""Shrinks a SQLite file: removes its history and rewrites its pages without free space.

For a file without a server: a running server compacts by itself and reuses free space.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kapivara.storage.contract import StorageError
from kapivara.storage.sqlite.changes import compact_slice
from kapivara.storage.sqlite.directory_lock import DirectoryLock
from kapivara.storage.sqlite.file import connect_writer, storage_error
from kapivara.storage.sqlite.reader import read_moment
from kapivara.storage.sqlite.salvage import is_sound

_SLICE = 10_000


def shrink(path: Path) -> Iterator[int]:
    """Shrinks the file; yields the revision up to which the history is removed, after each atomic step.

    Needs additional space for all objects. Raises StorageError if the file is damaged or in use.
    """
    lock = DirectoryLock(path.parent)
    try:
        with closing(connect_writer(path, None)) as connection:
            if not is_sound(connection):
                raise StorageError(f"{path}: the data file is damaged: start a server, which saves what can be read")
            yield from _compact(connection)
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, OSError) as error:
        raise storage_error(path, error) from error
    finally:
        lock.release()


def _compact(connection: sqlite3.Connection) -> Iterator[int]:
    revision, compacted = read_moment(connection)
    yield compacted
    while compacted < revision:
        target = min(revision, compacted + _SLICE)
        connection.execute("BEGIN IMMEDIATE")
        compact_slice(connection, compacted, target)
        connection.execute("COMMIT")
        compacted = target
        yield compacted
