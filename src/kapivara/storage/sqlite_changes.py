"""What writes do to the SQLite file, inside a transaction that its caller began.

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
    connection.executemany(_APPEND, [_row(event) for event in events])
    newest = {event.key: event for event in events}.values()
    connection.executemany(_POINT, [(key_bytes(each.key), each.revision) for each in newest if each.value is not None])
    connection.executemany(_UNPOINT, [(key_bytes(each.key),) for each in newest if each.value is None])
    note_events(connection, events)


def _row(event: Event) -> tuple[int, bytes, int, bool, bytes | None, int]:
    key, value = key_bytes(event.key), event.value
    checksum = row_checksum(event.revision, key, event.old_revision, value)
    return event.revision, key, event.old_revision, value is None, value, checksum


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
