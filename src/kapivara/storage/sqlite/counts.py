"""Stores the number of objects per folder in the SQLite file, because counting takes time for each object.

`counts` has a row for each folder of keys (a key up to its last slash), which every transaction updates. So a count
belongs to the revision that the reader sees, and survives a restart.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kapivara.storage.contract import Event, EventType
from kapivara.storage.key_range import key_bytes, prefix_end
from kapivara.storage.sqlite.rows import is_corruption

TABLE = "CREATE TABLE counts (folder BLOB PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID"
_FILL = "INSERT INTO counts SELECT folder_of(key), count(*) FROM objects GROUP BY 1"
_ADD = "INSERT INTO counts VALUES (?, ?) ON CONFLICT DO UPDATE SET live = live + excluded.live"
_TOTAL = "SELECT ifnull(sum(live), 0) FROM counts WHERE folder >= ? AND folder < ?"
_ALL = "SELECT (SELECT ifnull(sum(live), 0) FROM counts) IS (SELECT count(*) FROM objects)"
_CHANGES = {EventType.ADDED: 1, EventType.DELETED: -1}


def fill_counts(connection: sqlite3.Connection) -> None:
    """Recomputes all counts, inside a transaction of the caller."""
    connection.create_function("folder_of", 1, _folder, deterministic=True)
    connection.execute("DELETE FROM counts")
    connection.execute(_FILL)


def are_right(connection: sqlite3.Connection) -> bool:
    """Returns True if the counts add up to the number of objects."""
    right: bool = connection.execute(_ALL).fetchone() == (1,)
    return right


def mend_counts(connection: sqlite3.Connection) -> None:
    """Recomputes all counts if they are wrong."""
    if not are_right(connection):
        connection.execute("BEGIN IMMEDIATE")
        fill_counts(connection)
        connection.execute("COMMIT")


def note_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Updates the counts for writes, inside their transaction."""
    changes: dict[str, int] = {}
    for event in events:
        if change := _CHANGES.get(event.type):
            key = event.key
            folder = key[: key.rfind("/") + 1]
            changes[folder] = changes.get(folder, 0) + change
    connection.executemany(_ADD, [(key_bytes(folder), change) for folder, change in changes.items() if change])


def count_folder(connection: sqlite3.Connection, prefix: str) -> int | None:
    """Returns the number of objects under a prefix that ends in a slash; None if the counts are damaged."""
    try:
        (total,) = connection.execute(_TOTAL, (key_bytes(prefix), prefix_end(prefix))).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        return None
    return total if type(total) is int else None


def _folder(key: bytes) -> bytes:
    return key[: key.rfind(b"/") + 1]
