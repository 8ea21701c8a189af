"""What writes do to the SQLite file, inside a transaction.

The writes were decided before (`sqlite_staging`): here they are only carried out, and nothing is looked up.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kapivara.storage.contract import Event
from kapivara.storage.key_range import key_bytes
from kapivara.storage.sqlite_counts import note_events
from kapivara.storage.sqlite_rows import row_checksum

_APPEND = "INSERT INTO versions (revision, key, previous, deleted, value, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_POINT = "INSERT OR REPLACE INTO objects (key, revision) VALUES (?, ?)"
_UNPOINT = "DELETE FROM objects WHERE key = ?"
_DROP_REPLACED = """
DELETE FROM versions WHERE revision IN
(SELECT previous FROM versions WHERE revision > ? AND revision <= ? AND previous > 0)"""
_DROP_DELETIONS = "DELETE FROM versions WHERE revision > ? AND revision <= ? AND deleted"
_COMPACTED = "UPDATE state SET compacted = ?"


def write_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Appends writes to the history, in their order, points each key to its newest value, and counts them."""
    rows: list[tuple[int, bytes, int, bool, bytes | None, int]] = []
    newest: dict[str, tuple[bytes, int]] = {}
    gone: dict[str, tuple[bytes]] = {}
    for event in events:  # hot: one loop, for every write comes by here
        key, revision, previous, value = key_bytes(event.key), event.revision, event.old_revision, event.value
        rows.append((revision, key, previous, value is None, value, row_checksum(revision, key, previous, value)))
        if value is None:
            gone[event.key] = (key,)
            newest.pop(event.key, None)
        else:
            newest[event.key] = key, revision
            if gone:
                gone.pop(event.key, None)
    connection.executemany(_APPEND, rows)
    connection.executemany(_POINT, newest.values())
    if gone:
        connection.executemany(_UNPOINT, gone.values())
    note_events(connection, events)


def commit_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Makes a transaction of writes."""
    connection.execute("BEGIN IMMEDIATE")
    write_events(connection, events)
    connection.execute("COMMIT")


def put_current(connection: sqlite3.Connection, row: tuple[int, bytes, int, bytes | None, int]) -> None:
    """Writes an object as it stands, without its history: revision, key, previous revision, value, checksum."""
    revision, key, previous, value, checksum = row
    connection.execute(_APPEND, (revision, key, previous, False, value, checksum))
    connection.execute(_POINT, (key, revision))


def compact_slice(connection: sqlite3.Connection, compacted: int, target: int) -> None:
    """Drops what no moment from `target` on can see; up to `compacted` that was done before.

    A value goes when the write that replaced it is itself within the slice, so what was current at `target` stays,
    and with it the old value of every later event.
    """
    connection.execute(_DROP_REPLACED, (compacted, target))
    connection.execute(_DROP_DELETIONS, (compacted, target))
    connection.execute(_COMPACTED, (target,))
