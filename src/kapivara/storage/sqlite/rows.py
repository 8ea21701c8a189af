"""Rows of the SQLite file, and checksums that detect damaged rows.

A disk may change bytes, and a changed page may still look valid. So each row of `versions` has a checksum of its
content; a row that does not match it is reported as damaged and never returned as a value.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any

from kapivara.storage.contract import Stored

CHANGED = "the data file is damaged: the checksum does not match"
UNREADABLE = "the data file is damaged: the value cannot be read"

# LEFT JOIN: an object whose version is lost is damaged, not absent.
_CURRENT = """
SELECT o.revision, v.value, v.previous, v.deleted, v.checksum
FROM objects o LEFT JOIN versions v ON v.revision = o.revision WHERE o.key = ?"""
_POINTER = "SELECT revision FROM objects WHERE key = ?"
_VERSION = "SELECT value, previous, deleted, checksum FROM versions WHERE revision = ?"


def row_checksum(revision: int, key: bytes, previous: int, value: bytes | None) -> int:
    """Returns the checksum of a row; the value of a deletion is None."""
    numbers = (revision ^ (previous << 1) ^ (value is None)) & 0xFFFFFFFF
    return zlib.crc32(value or b"", zlib.crc32(key, numbers))


def is_intact(revision: int, key: bytes, value: Any, previous: Any, deleted: Any, checksum: Any) -> bool:
    """Returns True if a row still is the one that was written."""
    return (
        type(previous) is int
        and (value is None if deleted else type(value) is bytes)
        and row_checksum(revision, key, previous, value) == checksum
    )


def stored(key: bytes, revision: int, value: Any, previous: Any, deleted: Any, checksum: Any) -> Stored:
    """Returns the value of a row under a key and revision; sets `damage` if the row is damaged."""
    if is_intact(revision, key, value, previous, deleted, checksum) and value is not None:
        return Stored(shown_key(key), value, revision)
    if type(value) is not bytes:
        return Stored(shown_key(key), b"", revision, UNREADABLE)
    return Stored(shown_key(key), value, revision, CHANGED)


def shown_key(key: Any) -> str:
    """Returns the text of a key; bytes of a damaged key that are no text appear as escapes."""
    data = key if type(key) is bytes else str(key).encode()
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "backslashreplace")


def find_current(connection: sqlite3.Connection, key: bytes) -> Stored | None:
    """Returns the value under a key, damaged or not; None if there is none."""
    try:
        row = connection.execute(_CURRENT, (key,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        pointer = connection.execute(_POINTER, (key,)).fetchone()
        return None if pointer is None else find_version(connection, key, pointer[0])
    return None if row is None else stored(key, *row)


def find_version(connection: sqlite3.Connection, key: bytes, revision: int) -> Stored:
    """Returns the value that a revision wrote under a key; a damaged one if its page cannot be read."""
    try:
        row = connection.execute(_VERSION, (revision,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        row = None
    return stored(key, revision, *(row or (None, None, None, None)))


def is_corruption(error: BaseException) -> bool:
    """Returns True if SQLite found an invalid page."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
