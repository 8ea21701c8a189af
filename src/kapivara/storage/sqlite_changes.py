"""What a write does to the SQLite file, inside a transaction that its caller began.

Each function judges against what the transaction sees, the writes before it in the same batch included; a refusal is
returned, not raised, since the batch goes on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kapivara.storage.contract import (
    AlreadyExists,
    Conflict,
    Event,
    EventType,
    KeyNotFound,
    Precondition,
    PreconditionFailed,
    Unchanged,
)
from kapivara.storage.key_range import key_bytes, prefix_end
from kapivara.storage.sqlite_rows import find_current, row_checksum
from kapivara.values.record import record

_APPEND = "INSERT INTO versions (revision, key, previous, deleted, value, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_POINT_NEW = "INSERT OR IGNORE INTO objects (revision, key) VALUES (?, ?)"
_POINT = "UPDATE objects SET revision = ? WHERE key = ?"
_UNPOINT = "DELETE FROM objects WHERE key = ?"
_IS_AT = "SELECT 1 FROM objects WHERE key = ? AND revision = ?"
_NEWER = "SELECT 1 FROM objects WHERE key >= ? AND key < ? AND revision > ? LIMIT 1"
_DROP_REPLACED = """
DELETE FROM versions WHERE revision IN
(SELECT previous FROM versions WHERE revision > ? AND revision <= ? AND previous > 0)"""
_DROP_DELETIONS = "DELETE FROM versions WHERE revision > ? AND revision <= ? AND deleted"
_COMPACTED = "UPDATE state SET compacted = ?"


@record
class Change:
    """One write as its caller wants it; `value` is None for a deletion, `expected` is 0 for a new key."""

    kind: EventType
    key: str
    value: bytes | None
    expected: int = 0
    preconditions: Sequence[Precondition] = ()


def apply_change(
    connection: sqlite3.Connection, change: Change, revision: int
) -> Event | AlreadyExists | KeyNotFound | Conflict | PreconditionFailed:
    """Makes the change under `revision` and returns its event, or why it was refused."""
    for each in change.preconditions:
        if not _holds(connection, each):
            return PreconditionFailed(each, revision - 1)
    key = key_bytes(change.key)
    if change.kind is EventType.ADDED:
        if not connection.execute(_POINT_NEW, (revision, key)).rowcount:
            return AlreadyExists(change.key)
        _append(connection, revision, key, 0, change.value)
        return Event(EventType.ADDED, change.key, change.value, None, revision)
    current = find_current(connection, key)
    if current is None:
        return KeyNotFound(change.key)
    if change.expected != current.revision:
        return Conflict(change.expected, current)
    if change.kind is EventType.DELETED:
        connection.execute(_UNPOINT, (key,))
    else:
        connection.execute(_POINT, (revision, key))
    _append(connection, revision, key, current.revision, change.value)
    return Event(change.kind, change.key, change.value, current.value, revision, current.revision)


def _holds(connection: sqlite3.Connection, precondition: Precondition) -> bool:
    if isinstance(precondition, Unchanged):
        wanted = key_bytes(precondition.key), precondition.revision
        return connection.execute(_IS_AT, wanted).fetchone() is not None
    start, end = key_bytes(precondition.prefix), prefix_end(precondition.prefix)
    return connection.execute(_NEWER, (start, end, precondition.revision)).fetchone() is None


def _append(connection: sqlite3.Connection, revision: int, key: bytes, previous: int, value: bytes | None) -> None:
    checksum = row_checksum(revision, key, previous, value)
    connection.execute(_APPEND, (revision, key, previous, value is None, value, checksum))


def compact_slice(connection: sqlite3.Connection, compacted: int, target: int) -> None:
    """Drops what no moment from `target` on can see; up to `compacted` that was done before.

    A value goes when the write that replaced it is itself within the slice, so what was current at `target` stays,
    and with it the old value of every later event.
    """
    connection.execute(_DROP_REPLACED, (compacted, target))
    connection.execute(_DROP_DELETIONS, (compacted, target))
    connection.execute(_COMPACTED, (target,))
