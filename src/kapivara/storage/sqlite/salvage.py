"""Detects a damaged SQLite file when it is opened, and copies all readable objects into a new one.

Damage to the structure of a file (its trees and indexes) prevents every write, so all current objects are copied into a
new file with their revisions. Unreadable objects are copied as damaged, so that they can be listed by name and deleted.
The history is not copied. The next revision is well after the last known one, so that none is assigned twice. The
damaged file is kept.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from kapivara.storage.sqlite.changes import put_current
from kapivara.storage.sqlite.counts import fill_counts
from kapivara.storage.sqlite.rows import is_corruption, is_intact, row_checksum, shown_key

_GAP = 1000
_TOLD = 10
_MOST_REVISIONS = 2**53
"""More revisions than any file has; a larger number is damaged."""
_UNKNOWN = -1
"""A checksum that no row has, for damaged rows."""
_MISPLACED = """
SELECT 1 FROM objects o LEFT JOIN versions v ON v.revision = o.revision WHERE v.key IS NOT o.key OR v.deleted LIMIT 1"""

_REPLACING = "SELECT revision, key, deleted FROM versions INDEXED BY replacements WHERE previous > 0 ORDER BY key"
_ALL_BY_KEY = "SELECT revision, key, deleted FROM versions INDEXED BY versions_by_key ORDER BY key"
"""For layouts before 4; without this index the query finds nothing."""


def is_sound(connection: sqlite3.Connection) -> bool:
    """Returns True if the trees and indexes of a file are complete and consistent; ignores the content of values."""
    try:
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != (b"ok",):
            return False
        return connection.execute(_MISPLACED).fetchone() is None
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        return False


class Salvage:
    """Reads the readable objects of a damaged file. `has_checksums` is False for files of the first layout."""

    def __init__(self, connection: sqlite3.Connection, *, has_checksums: bool) -> None:
        self._connection = connection
        columns = "key, value, previous, deleted, checksum" if has_checksums else "key, value, previous, deleted, NULL"
        self._version = f"SELECT {columns} FROM versions WHERE revision = ?"  # noqa: S608 (made of constants)
        self._has_checksums = has_checksums
        self.damaged: list[str] = []
        self.saved = 0
        self.revision = 0
        """The newest revision in any part of the file."""

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Writes all current objects into a new file."""
        target.execute("BEGIN IMMEDIATE")
        for revision, key in self._live():
            found_key, value, previous, checksum = self._row(revision, key)
            put_current(target, (revision, found_key, previous, value, checksum))
        fill_counts(target)
        target.execute("UPDATE state SET compacted = ?", (self.revision + _GAP,))
        target.execute("COMMIT")

    def _row(self, revision: int, key: bytes) -> tuple[bytes, bytes | None, int, int]:
        """Returns key, value, previous revision and checksum of an object; a damaged one gets the checksum _UNKNOWN."""
        own_key, value, previous, deleted, checksum = self._read(revision) or (None, None, 0, 0, None)
        if not self._has_checksums and type(value) is bytes and type(previous) is int and own_key == key:
            checksum = row_checksum(revision, key, previous, value)
        for candidate in (own_key, key):
            if type(candidate) is bytes and is_intact(revision, candidate, value, previous, deleted, checksum):
                self.saved += 1
                return candidate, value, previous, checksum
        self.damaged.append(shown_key(key))
        return key, value if type(value) is bytes else None, 0, _UNKNOWN

    def _read(self, revision: int) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = self._connection.execute(self._version, (revision,)).fetchone()
        except sqlite3.DatabaseError:
            return None
        return row

    def _live(self) -> list[tuple[int, bytes]]:
        """Returns the revision and key of every current object that any part of the file still contains.

        An intact row is the best source of its key. For other rows the index is, and for writes that replaced nothing,
        the table of current objects, unless it names an otherwise unknown write of a key that other parts know.
        """
        pointers, _ = self._scan("SELECT revision, key, 0 FROM objects ORDER BY key")
        replacing, _ = self._scan(_REPLACING)
        indexed, all_indexed = self._scan(_ALL_BY_KEY)
        rows, all_rows = self._scan("SELECT revision, key, deleted FROM versions ORDER BY revision")
        writes = {**rows, **replacing, **indexed}
        if not (all_indexed or all_rows):
            writes = {**pointers, **writes}
        if not all_indexed:
            ends = {key: deleted for _, (key, deleted) in sorted(writes.items())}
            for revision, (key, _) in pointers.items():
                if revision not in replacing and (revision in rows or ends.get(key, True)):
                    writes[revision] = key, 0
        self.revision = max((*writes, *pointers, self._compacted()))
        newest: dict[bytes, tuple[int, Any]] = {}
        for revision, (key, deleted) in sorted(writes.items()):
            newest[self._own_key(revision) or key] = revision, deleted
        return sorted((revision, key) for key, (revision, deleted) in newest.items() if not deleted)

    def _own_key(self, revision: int) -> bytes | None:
        """Returns the key of an intact row; None for a damaged one."""
        own_key, *rest = self._read(revision) or (None,)
        return own_key if type(own_key) is bytes and is_intact(revision, own_key, *rest) else None

    def _scan(self, query: str) -> tuple[dict[int, tuple[bytes, Any]], bool]:
        """Reads a tree from both ends up to its damage; the second result is True if it was read completely."""
        found: dict[int, tuple[bytes, Any]] = {}
        for order in ("", " DESC"):
            try:
                for revision, key, deleted in self._connection.execute(query + order):
                    if type(key) is bytes and type(revision) is int and 0 < revision < _MOST_REVISIONS:
                        found[revision] = key, deleted
            except sqlite3.DatabaseError:
                continue
            return found, True
        return found, False

    def _compacted(self) -> int:
        try:
            ((compacted,),) = self._connection.execute("SELECT max(compacted) FROM state").fetchall()
        except sqlite3.DatabaseError:
            return 0
        return compacted if type(compacted) is int else 0

    def note(self, path: Path, kept: Path) -> str:
        """Returns a sentence about the saved and the lost objects."""
        told = ", ".join(self.damaged[:_TOLD])
        more = f" and {len(self.damaged) - _TOLD} more" if len(self.damaged) > _TOLD else ""
        lost = f"; {len(self.damaged)} cannot be read: {told}{more}" if self.damaged else ""
        return (
            f"{path}: the data file was damaged; {self.saved} objects were saved into a new one{lost}; "
            f"the damaged one is kept as {kept}"
        )


def set_aside(path: Path) -> Path:
    """Renames a damaged file, with its log files, to a free name; returns that name."""
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    os.replace(path, kept)
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            os.replace(beside, kept.with_name(kept.name + suffix))
    return kept
