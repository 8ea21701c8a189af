"""How many objects stand under a prefix, kept in the SQLite file: counting them would take as long as there are many.

`counts` has a row for each folder of keys (a key up to its last slash), which every transaction brings up to date. So
what is told is of the moment that a reader sees, and as good after a restart.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kapivara.storage.contract import Event, EventType
from kapivara.storage.key_range import key_bytes, prefix_end
from kapivara.storage.sqlite_rows import is_corruption

TABLE = "CREATE TABLE counts (folder BLOB PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID"
_FILL = "INSERT INTO counts SELECT folder_of(key), count(*) FROM objects GROUP BY 1"
_ADD = "INSERT INTO counts VALUES (?, ?) ON CONFLICT DO UPDATE SET live = live + excluded.live"
_TOTAL = "SELECT ifnull(sum(live), 0) FROM counts WHERE folder >= ? AND folder < ?"
_ALL = "SELECT (SELECT ifnull(sum(live), 0) FROM counts) IS (SELECT count(*) FROM objects)"
_CHANGES = {EventType.ADDED: 1, EventType.DELETED: -1}


def fill_counts(connection: sqlite3.Connection) -> None:
    """Counts all objects anew, inside a transaction that the caller began."""
    connection.create_function("folder_of", 1, _folder, deterministic=True)
    connection.execute("DELETE FROM counts")
    connection.execute(_FILL)


def are_right(connection: sqlite3.Connection) -> bool:
    """Tells whether what is noted adds up to the objects that there are."""
    right: bool = connection.execute(_ALL).fetchone() == (1,)
    return right


def mend_counts(connection: sqlite3.Connection) -> None:
    """Counts all objects anew where what is noted cannot be right."""
    if not are_right(connection):
        connection.execute("BEGIN IMMEDIATE")
        fill_counts(connection)
        connection.execute("COMMIT")


def note_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Takes note of writes, inside the transaction that carries them out."""
    changes: dict[str, int] = {}
    for event in events:
        if change := _CHANGES.get(event.type):
            key = event.key
            folder = key[: key.rfind("/") + 1]
            changes[folder] = changes.get(folder, 0) + change
    connection.executemany(_ADD, [(key_bytes(folder), change) for folder, change in changes.items() if change])


def count_folder(connection: sqlite3.Connection, prefix: str) -> int | None:
    """Returns how many objects stand under a prefix that ends in a slash; None where that is damaged."""
    try:
        (total,) = connection.execute(_TOTAL, (key_bytes(prefix), prefix_end(prefix))).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        return None
    return total if type(total) is int else None


def _folder(key: bytes) -> bytes:
    return key[: key.rfind(b"/") + 1]
