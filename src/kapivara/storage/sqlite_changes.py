"""What a write does to the SQLite file, inside a transaction that its caller began.

Each function judges against what the transaction sees, the writes before it in the same batch included; a refusal is
returned, not raised, since the batch goes on.
"""

from __future__ import annotations

import sqlite3

from kapivara.storage.contract import AlreadyExists, Conflict, Event, EventType, KeyNotFound, Stored
from kapivara.storage.key_range import key_bytes
from kapivara.values.record import record

_FIND = "SELECT v.revision, v.value FROM objects o JOIN versions v ON v.revision = o.revision WHERE o.key = ?"
_APPEND = "INSERT INTO versions (revision, key, previous, deleted, value) VALUES (?, ?, ?, ?, ?)"
_POINT_NEW = "INSERT OR IGNORE INTO objects (revision, key) VALUES (?, ?)"
_POINT = "UPDATE objects SET revision = ? WHERE key = ?"
_UNPOINT = "DELETE FROM objects WHERE key = ?"
_DROP_REPLACED = """
DELETE FROM versions WHERE revision IN
(SELECT previous FROM versions WHERE revision > ? AND revision <= ? AND previous > 0)"""
_DROP_DELETIONS = "DELETE FROM versions WHERE revision > ? AND revision <= ? AND deleted"
_COMPACTED = "UPDATE state SET compacted = ?"


@record
class Change:
    """One write as its caller wants it; `value` is None for a deletion, `expected` is None for any revision."""

    kind: EventType
    key: str
    value: bytes | None
    expected: int | None = None


def apply_change(
    connection: sqlite3.Connection, change: Change, revision: int
) -> Event | AlreadyExists | KeyNotFound | Conflict:
    """Makes the change under `revision` and returns its event, or why it was refused."""
    key = key_bytes(change.key)
    if change.kind is EventType.ADDED:
        if not connection.execute(_POINT_NEW, (revision, key)).rowcount:
            return AlreadyExists(change.key)
        connection.execute(_APPEND, (revision, key, 0, False, change.value))
        return Event(EventType.ADDED, change.key, change.value, None, revision)
    current = connection.execute(_FIND, (key,)).fetchone()
    if current is None:
        return KeyNotFound(change.key)
    old_revision, old_value = current
    if change.expected is not None and change.expected != old_revision:
        return Conflict(change.expected, Stored(change.key, old_value, old_revision))
    deleted = change.kind is EventType.DELETED
    if deleted:
        connection.execute(_UNPOINT, (key,))
    else:
        connection.execute(_POINT, (revision, key))
    connection.execute(_APPEND, (revision, key, old_revision, deleted, change.value))
    return Event(change.kind, change.key, change.value, old_value, revision, old_revision)


def compact_slice(connection: sqlite3.Connection, compacted: int, target: int) -> None:
    """Drops what no moment from `target` on can see; up to `compacted` that was done before.

    A value goes when the write that replaced it is itself within the slice, so what was current at `target` stays,
    and with it the old value of every later event.
    """
    connection.execute(_DROP_REPLACED, (compacted, target))
    connection.execute(_DROP_DELETIONS, (compacted, target))
    connection.execute(_COMPACTED, (target,))
