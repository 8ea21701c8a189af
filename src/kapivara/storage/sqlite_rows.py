"""Rows of the SQLite file, and how it is known that one is still what was written.

A disk may change bytes, and a page that was changed may still look like one. So each row of `versions` has a checksum
of all that it holds: what does not match it is told as damaged, and never as a value.
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
    """Tells whether a row, whatever it holds by now, is the one that was written."""
    return (
        type(previous) is int
        and (value is None if deleted else type(value) is bytes)
        and row_checksum(revision, key, previous, value) == checksum
    )


def stored(key: bytes, revision: int, value: Any, previous: Any, deleted: Any, checksum: Any) -> Stored:
    """Returns what a row holds under the key and the revision that led to it, with a word where it is damaged."""
    if is_intact(revision, key, value, previous, deleted, checksum) and value is not None:
        return Stored(shown_key(key), value, revision)
    if type(value) is not bytes:
        return Stored(shown_key(key), b"", revision, UNREADABLE)
    return Stored(shown_key(key), value, revision, CHANGED)


def shown_key(key: Any) -> str:
    """Returns the text of a key; what was damaged is shown as far as it is text."""
    data = key if type(key) is bytes else str(key).encode()
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "backslashreplace")


def find_current(connection: sqlite3.Connection, key: bytes) -> Stored | None:
    """Returns what is stored under a key, damaged or not; None where nothing is."""
    try:
        row = connection.execute(_CURRENT, (key,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        pointer = connection.execute(_POINTER, (key,)).fetchone()
        return None if pointer is None else find_version(connection, key, pointer[0])
    return None if row is None else stored(key, *row)


def find_version(connection: sqlite3.Connection, key: bytes, revision: int) -> Stored:
    """Returns what a revision wrote under a key, as damaged where its page cannot be read."""
    try:
        row = connection.execute(_VERSION, (revision,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        row = None
    return stored(key, revision, *(row or (None, None, None, None)))


def is_corruption(error: BaseException) -> bool:
    """Tells whether SQLite met a page that makes no sense."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
