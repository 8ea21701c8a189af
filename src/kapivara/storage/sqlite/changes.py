"""Executes decided writes and compactions in the SQLite file, inside a transaction.

`sqlite_staging` has decided the writes, so nothing is looked up here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kapivara.storage.contract import Event
from kapivara.storage.key_range import key_bytes
from kapivara.storage.sqlite.counts import note_events
from kapivara.storage.sqlite.rows import row_checksum

_APPEND = "INSERT INTO versions (revision, key, previous, deleted, value, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_POINT = "INSERT OR REPLACE INTO objects (key, revision) VALUES (?, ?)"
_UNPOINT = "DELETE FROM objects WHERE key = ?"
_DROP_REPLACED = """
DELETE FROM versions WHERE revision IN
(SELECT previous FROM versions WHERE revision > ? AND revision <= ? AND previous > 0)"""
_DROP_DELETIONS = "DELETE FROM versions WHERE revision > ? AND revision <= ? AND deleted"
_COMPACTED = "UPDATE state SET compacted = ?"


def write_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Appends writes to the history in their order, points each key to its newest value, and updates the counts."""
    rows: list[tuple[int, bytes, int, bool, bytes | None, int]] = []
    newest: dict[str, tuple[bytes, int]] = {}
    gone: dict[str, tuple[bytes]] = {}
    for event in events:  # hot: one loop, because every write passes here
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
    """Writes events in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    write_events(connection, events)
    connection.execute("COMMIT")


def put_current(connection: sqlite3.Connection, row: tuple[int, bytes, int, bytes | None, int]) -> None:
    """Writes a current object without its history: revision, key, previous revision, value, checksum."""
    revision, key, previous, value, checksum = row
    connection.execute(_APPEND, (revision, key, previous, False, value, checksum))
    connection.execute(_POINT, (key, revision))


def compact_slice(connection: sqlite3.Connection, compacted: int, target: int) -> None:
    """Deletes the history that is not visible from `target` on; the part up to `compacted` is gone already.

    A value goes if the write that replaced it is itself within the slice, so the values current at `target` stay, and
    with them the old value of every later event.
    """
    connection.execute(_DROP_REPLACED, (compacted, target))
    connection.execute(_DROP_DELETIONS, (compacted, target))
    connection.execute(_COMPACTED, (target,))
