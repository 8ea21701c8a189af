"""The SQLite file: how to open it, its tables, and messages for SQLite's errors.

Layout 4 (`user_version`; `application_id` identifies the program):
  `versions`  every write in the history by its revision; `previous` is the revision that it replaced (0: none), so the
              old value of an event is one look-up away; `checksum` covers the row (layout 1 had none); the index holds
              the writes that replaced a value, to read the values of a past revision (layouts before 4 indexed all
              writes, also those of objects that never change);
  `objects`   key → revision of the current value, which alone serves get, list and compare-and-swap;
  `counts`    the number of objects in each folder (`sqlite_counts`; layouts before 3 had none);
  `state`     the revision up to which the history is compacted. The revision counter needs no row: the newest revision
              is in `versions`, or it is the compacted one.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from kapivara.storage.contract import FIRST_REVISION, StorageError
from kapivara.storage.sqlite.counts import TABLE, fill_counts, mend_counts
from kapivara.storage.sqlite.rows import row_checksum
from kapivara.storage.sqlite.salvage import Salvage, is_sound, set_aside

FILE_NAME = "kapivara.db"
LAYOUT = 4
_CHECKSUMS = 2
"""The first layout with checksums."""
_COUNTS = 3
"""The first layout with counts, and so with all that a reader of current objects needs."""
_APPLICATION = 0x6B617069  # "kapi"
_INDEX = "CREATE INDEX replacements ON versions (key, revision, previous, deleted) WHERE previous > 0"
_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE versions (
    revision INTEGER PRIMARY KEY, key BLOB NOT NULL, previous INTEGER NOT NULL, deleted INTEGER NOT NULL, value BLOB,
    checksum INTEGER
);
{_INDEX};
CREATE TABLE objects (key BLOB PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
{TABLE};
CREATE TABLE state (compacted INTEGER NOT NULL);
INSERT INTO state VALUES ({FIRST_REVISION});
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {LAYOUT};
COMMIT;
"""  # noqa: S608 (made of constants)
_ADD_CHECKSUMS = (
    "ALTER TABLE versions ADD COLUMN checksum INTEGER",
    "UPDATE versions SET checksum = row_checksum(revision, key, previous, value)",
)
_CURES = {
    sqlite3.SQLITE_FULL: "no space is left for the data; nothing was written, free some space and try again",
    sqlite3.SQLITE_NOTADB: "this is not a kapivara data file; move it away, or choose another directory",
    sqlite3.SQLITE_CORRUPT: "the data file is damaged; start again, and what can be read is saved into a new file",
    sqlite3.SQLITE_READONLY: "the data file cannot be written; check its owner, its mode and its file system",
    sqlite3.SQLITE_CANTOPEN: "the data file cannot be opened; check its owner and its mode",
    sqlite3.SQLITE_PERM: "the data file cannot be opened; check its owner and its mode",
    sqlite3.SQLITE_BUSY: "another program has locked the data file; close it and try again",
    sqlite3.SQLITE_IOERR: "the disk failed; nothing was written, look into the system's log",
}


def storage_error(path: Path, error: BaseException) -> StorageError:
    """Returns the StorageError for a failure of SQLite or the file system, with its meaning and a remedy."""
    if isinstance(error, OSError):
        return StorageError(f"{path}: {error.strerror or error}")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    cure = _CURES.get(code)
    return StorageError(f"{path}: {cure} ({error})" if cure else f"{path}: {error}")


def prepare_directory(directory: Path) -> None:
    """Creates a missing data directory for its owner only, and makes its entry durable."""
    try:
        if directory.is_dir():
            return
        directory.mkdir(mode=0o700, parents=True)
        sync_folder(directory.parent)
    except FileExistsError:
        raise StorageError(f"{directory}: this is a file, not a directory; choose another one") from None
    except OSError as error:
        raise storage_error(directory, error) from None


def sync_folder(directory: Path) -> None:
    """Makes the entries of a folder durable."""
    if os.name == "nt":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def connect_writer(path: Path, max_size: int | None) -> sqlite3.Connection:
    """Opens the file for writing; creates it, or checks that it belongs to this program and has a known layout."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # for its owner only, which SQLite would not do
    connection = _connect(path)
    try:
        is_new = not _layout(connection, path)
        _prepare_writing(connection, path)
        if max_size is not None:
            (page_size,) = connection.execute("PRAGMA page_size").fetchone()
            connection.execute(f"PRAGMA max_page_count = {max(1, max_size // int(page_size))}")
        if is_new:
            connection.executescript(_TABLES)
        else:
            _bring_up_to_date(connection, _layout(connection, path))
    except BaseException:
        connection.close()
        raise
    return connection


def connect_again(path: Path) -> sqlite3.Connection:
    """Opens a file for writing after `connect_writer` opened it, in this process or another."""
    connection = _connect(path)
    try:
        _prepare_writing(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare_writing(connection: sqlite3.Connection, path: Path) -> None:
    """Configures the connection so that a committed transaction is on the disk."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != b"wal":
        raise StorageError(f"{path}: this file system cannot share memory between connections; choose a local one")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA journal_size_limit = 67108864")
    connection.execute("PRAGMA cache_size = -16000")


def _bring_up_to_date(connection: sqlite3.Connection, layout: int) -> None:
    """Upgrades files of older layouts, and recomputes wrong counts."""
    if layout >= _COUNTS:
        mend_counts(connection)
    if layout == LAYOUT:
        return
    connection.create_function("row_checksum", 4, row_checksum, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    for statement in _ADD_CHECKSUMS if layout < _CHECKSUMS else ():
        connection.execute(statement)
    if layout < _COUNTS:
        connection.execute(TABLE)
        fill_counts(connection)
    connection.execute("DROP INDEX versions_by_key")
    connection.execute(_INDEX)
    connection.execute(f"PRAGMA user_version = {LAYOUT}")
    connection.execute("COMMIT")


def rebuild_if_damaged(path: Path) -> str:
    """Replaces a damaged file by a new one with all readable objects, and keeps the damaged file beside it.

    Returns a note for the operator; an empty one if the file is sound or missing. Raises StorageError if nothing can be
    read.
    """
    if not path.exists():
        return ""
    connection = _connect(path)
    try:
        connection.execute("PRAGMA writable_schema = ON")  # otherwise a truncated file cannot be opened
        layout = _layout(connection, path)
        if not layout or is_sound(connection):
            return ""
        new = path.with_name(path.name + ".new")
        new.unlink(missing_ok=True)
        target = make_file(new)
        try:
            target.execute("PRAGMA synchronous = FULL")
            salvage = Salvage(connection, has_checksums=layout >= _CHECKSUMS)
            salvage.copy_to(target)
        finally:
            target.close()
    finally:
        connection.close()
    if not salvage.saved and not salvage.damaged:
        new.unlink()
        raise StorageError(
            f"{path}: the data file is damaged, and nothing in it can be read; "
            "restore it from a copy, or start with an empty directory"
        )
    kept = set_aside(path)
    os.replace(new, path)
    sync_folder(path.parent)
    return salvage.note(path, kept)


def make_file(path: Path) -> sqlite3.Connection:
    """Creates a new file without objects, for its owner only; returns a connection to it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = _connect(path)
    connection.executescript(_TABLES)
    return connection


def connect_existing(path: Path) -> sqlite3.Connection:
    """Opens a file to read its current objects, even if a server writes to it or starts later.

    Raises StorageError if the file is missing, or has a layout that must be upgraded before reading.
    """
    if not path.is_file():
        raise StorageError(f"{path}: there is no such file")
    connection = connect_reader(path)
    try:
        layout = _layout(connection, path)
        if layout < _COUNTS:
            age = f"written by an older kapivara (layout {layout})" if layout else "nothing was ever written into it"
            raise StorageError(f"{path}: {age}; start a server over it once")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """Opens the file read-only; the writer must have opened it before."""
    connection = _connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    # The callers begin and end transactions; a connection moves between threads, one at a time.
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    connection.text_factory = bytes  # SQLite stores all text as bytes here, and damaged text cannot be decoded
    return connection


def _layout(connection: sqlite3.Connection, path: Path) -> int:
    """Returns the layout of a file, 0 for a new one; raises StorageError for the file of another program."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if application == _APPLICATION:
        if layout > LAYOUT:
            raise StorageError(
                f"{path}: written by a newer kapivara (layout {layout}, this one reads up to {LAYOUT}); "
                f"use that version, or choose another directory"
            )
        return int(layout)
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application or layout or tables:
        raise StorageError(f"{path}: a database of another program; move it away, or choose another directory")
    return 0
