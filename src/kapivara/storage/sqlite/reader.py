"""Reads values, lists and events from the SQLite file, each from one snapshot.

Connections are pooled, not bound to threads: a reader takes an idle one or opens another. With WAL they read while the
writer writes, and each sees every write that was acknowledged before it began.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kapivara.storage.contract import Closed, Compacted, Event, EventType, FutureRevision, KeyNotFound, Listing, Stored
from kapivara.storage.key_range import key_bytes, key_text, prefix_end, range_start
from kapivara.storage.sqlite.counts import count_folder
from kapivara.storage.sqlite.file import connect_reader, storage_error
from kapivara.storage.sqlite.rows import find_current, find_version, is_corruption, is_intact, stored
from kapivara.values.record import record

_IDLE = 16
_CACHE = "PRAGMA cache_size = -8000"  # enough for a page of large objects and the index pages above it

_MOMENT = """
SELECT max(compacted, ifnull((SELECT max(revision) FROM versions), 0)), compacted FROM state"""
_LIST = """
SELECT o.key, o.revision, v.value, v.previous, v.deleted, v.checksum
FROM objects o LEFT JOIN versions v ON v.revision = o.revision
WHERE o.key >= ? AND o.key < ? ORDER BY o.key LIMIT ?"""
_POINTERS = """
SELECT key, revision FROM objects WHERE key >= ? AND key < ? ORDER BY key LIMIT ?"""
_COUNT = """
SELECT count(*) FROM objects WHERE key >= ? AND key < ?"""
# The current values that existed at that revision, and the values that the first later write replaced.
_THEN = """
SELECT key, revision FROM objects WHERE key >= ?1 AND key < ?2 AND revision <= ?3
UNION ALL
SELECT key, previous FROM versions INDEXED BY replacements
WHERE key >= ?1 AND key < ?2 AND revision > ?3 AND previous > 0 AND previous <= ?3"""
_POINTERS_THEN = f"""
{_THEN} ORDER BY key LIMIT ?4"""
_LIST_THEN = f"""
SELECT t.key, t.revision, v.value, v.previous, v.deleted, v.checksum FROM ({_POINTERS_THEN}) t
LEFT JOIN versions v ON v.revision = t.revision ORDER BY t.key"""  # noqa: S608 (made of constants)
_COUNT_THEN = f"""
SELECT count(*) FROM ({_THEN})"""  # noqa: S608 (made of constants)
_EVENTS = """
SELECT v.revision, v.key, v.value, v.previous, v.deleted, v.checksum, p.value
FROM versions v LEFT JOIN versions p ON p.revision = v.previous
WHERE v.revision > ? AND v.key >= ? AND v.key < ? ORDER BY v.revision LIMIT ?"""


@record
class Page:
    """The requested part of a list; `counts` asks for the number of values after it."""

    limit: int
    after: str
    counts: bool


class Reader:
    """Reads the file at `path`, from any number of threads, until closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False

    def get(self, key: str) -> Stored:
        """Returns the value under the key; raises KeyNotFound."""
        with self._connection() as connection:
            found = find_current(connection, key_bytes(key))
        if found is None:
            raise KeyNotFound(key)
        return found

    def moment(self) -> tuple[int, int]:
        """Returns the newest revision and the compacted one."""
        with self._connection() as connection:
            return read_moment(connection)

    def list(self, prefix: str, page: Page, at_revision: int | None) -> Listing:
        """Lists the values under a prefix at a revision; None: now."""
        with self._snapshot() as connection:
            return read_page(connection, prefix, page, at_revision)

    def events(self, prefix: str, after: int, limit: int) -> tuple[Sequence[Event], int]:
        """Returns the next events after a revision, and the revision up to which they are complete.

        Raises Compacted for a damaged history too: the client lists again, and the list reports the damage.
        """
        with self._snapshot() as connection:
            current, compacted = read_moment(connection)
            check_reachable(after, current, compacted)
            try:
                rows = connection.execute(_EVENTS, (after, key_bytes(prefix), prefix_end(prefix), limit)).fetchall()
            except sqlite3.DatabaseError as error:
                if not is_corruption(error):
                    raise
                raise Compacted(after, current) from None
        if not all(is_intact(*row[:6]) for row in rows):
            raise Compacted(after, current)
        return [_event(*row) for row in rows], rows[-1][0] if len(rows) == limit else current

    def close(self) -> None:
        """Closes idle connections at once, and those in use when they are returned."""
        self._closed = True
        self._drain(0)

    def _drain(self, keep: int) -> None:
        while len(self._idle) > keep:
            try:
                connection = self._idle.popleft()
            except IndexError:
                return
            connection.close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise Closed("the storage is closed")
        try:
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = connect_reader(self._path)
                connection.execute(_CACHE)
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")  # nothing was written; COMMIT would report the damage again
                self._idle.append(connection)
                self._drain(0 if self._closed else _IDLE)
        except sqlite3.Error as error:
            raise storage_error(self._path, error) from error

    @contextmanager
    def _snapshot(self) -> Iterator[sqlite3.Connection]:
        with self._connection() as connection:
            connection.execute("BEGIN")
            yield connection


def read_page(connection: sqlite3.Connection, prefix: str, page: Page, at_revision: int | None) -> Listing:
    """Lists the values under a prefix at a revision (None: now), within the transaction of the connection."""
    start = key_bytes(range_start(prefix, page.after))
    most = page.limit + 1 if page.limit else -1
    current, compacted = read_moment(connection)
    revision = current if at_revision is None else at_revision
    check_reachable(revision, current, compacted)
    window: tuple[bytes | int, ...] = (start, prefix_end(prefix))
    listing, pointers, counting = _LIST, _POINTERS, _COUNT
    if revision != current:
        window = (*window, revision)
        listing, pointers, counting = _LIST_THEN, _POINTERS_THEN, _COUNT_THEN
    try:
        items = [stored(*row) for row in connection.execute(listing, (*window, most))]
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):
            raise
        found = connection.execute(pointers, (*window, most)).fetchall()
        items = [find_version(connection, *each) for each in found]
    has_more = len(items) == most
    if has_more:
        items.pop()
    remaining = 0 if page.counts else None
    if has_more and page.counts:
        is_whole = revision == current and not page.after and prefix.endswith("/")
        total = count_folder(connection, prefix) if is_whole else None
        if total is None:
            (total,) = connection.execute(counting, window).fetchone()
        remaining = max(1, total - len(items))
    return Listing(items, revision, has_more, remaining)


def check_reachable(revision: int, current: int, compacted: int) -> None:
    """Raises Compacted or FutureRevision unless the history holds a revision."""
    if revision < compacted:
        raise Compacted(revision, compacted)
    if revision > current:
        raise FutureRevision(revision, current)


def read_moment(connection: sqlite3.Connection) -> tuple[int, int]:
    """Returns the newest revision and the compacted one."""
    current, compacted = connection.execute(_MOMENT).fetchone()
    return current, compacted


def _event(
    revision: int, key: bytes, value: bytes | None, previous: int, deleted: int, checksum: int, old: bytes | None
) -> Event:
    del checksum  # it was checked
    live = EventType.MODIFIED if previous else EventType.ADDED
    return Event(EventType.DELETED if deleted else live, key_text(key), value, old, revision, previous)
