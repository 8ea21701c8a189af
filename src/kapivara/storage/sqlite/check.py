"""Checks a whole SQLite file: its trees, its pointers, every row of its history, its counts.

A server checks the trees when it starts, and each row when it reads it; this check covers everything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from kapivara.storage.sqlite.counts import are_right
from kapivara.storage.sqlite.file import storage_error
from kapivara.storage.sqlite.rows import is_corruption, is_intact, shown_key

_MOST_TOLD = 100
_ROWS = "SELECT revision, key, value, previous, deleted, checksum FROM versions"
_LOST = """
SELECT o.key, o.revision FROM objects o LEFT JOIN versions v ON v.revision = o.revision
WHERE v.key IS NOT o.key OR v.deleted"""


def find_damage(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    """Yields a sentence for each error of a file, inside a transaction of the caller; none if the file is sound."""
    for look in (_trees, _pointers, _history, _counts):
        try:
            yield from look(connection)
        except sqlite3.DatabaseError as error:
            if not is_corruption(error):
                raise storage_error(path, error) from error
            yield f"the file cannot be read on: {error}"


def _trees(connection: sqlite3.Connection) -> Iterator[str]:
    for (told,) in connection.execute(f"PRAGMA integrity_check({_MOST_TOLD})"):
        if told != b"ok":
            yield from told.decode("utf-8", "replace").removeprefix("*** in database main ***\n").splitlines()


def _pointers(connection: sqlite3.Connection) -> Iterator[str]:
    for key, revision in connection.execute(_LOST):
        yield f"{shown_key(key)}: its value of revision {revision} is lost"


def _history(connection: sqlite3.Connection) -> Iterator[str]:
    for row in connection.execute(_ROWS):
        if not (type(row[1]) is bytes and is_intact(*row)):
            yield f"{shown_key(row[1])}: the value of revision {row[0]} does not match its checksum"


def _counts(connection: sqlite3.Connection) -> Iterator[str]:
    if not are_right(connection):
        yield "the numbers of objects that are noted are wrong; they are counted anew when a server starts"
