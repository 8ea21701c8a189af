"""Copies all objects of one storage, as of one revision, into another: backups, restores, moves.

A `Snapshot` is the source: a SQLite file, even while a server writes to it (`sqlite_snapshot`), or etcd
(`etcd_snapshot`). A `NewStorage` is the target; it appears only when it is complete (`sqlite_import`, `etcd_import`).
History is not copied, so watchers list again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeAlias

from kapivara.storage.contract import StorageError, Stored
from kapivara.storage.etcd.access import DEFAULT_PREFIX, EtcdAccess

Place: TypeAlias = Path | EtcdAccess
"""The location of a storage: a SQLite file or an etcd."""
ALL_OBJECTS = f"{DEFAULT_PREFIX}/"
"""The prefix of the keys of all objects of a server."""
PAGE = 100
"""The number of objects per read; an object may have 1.5 MiB."""
RESTORED_AFTER = 1_000_000_000
"""The revisions by which a restored storage is ahead of its backup, as etcd's documentation advises: clients may have
seen revisions written after the backup, and a restored storage must not assign them again.
"""


class Snapshot(Protocol):
    """The objects at one revision; `total` is their number."""

    revision: int
    total: int

    def items(self) -> Iterator[Stored]:
        """Yields the objects in the order of their keys, including damaged ones."""
        ...


class NewStorage(Protocol):
    """A storage that is written completely before it appears in its place."""

    def add(self, item: Stored) -> None:
        """Writes an object."""
        ...

    def finish(self, revision: int) -> int:
        """Puts the storage in its place, at `revision` or a later one; returns the revision it has."""
        ...


class DamagedError(StorageError):
    """Some objects cannot be read; `keys` are their keys."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__(f"{len(keys)} objects are damaged")
        self.keys = keys


class Transfer:
    """Copies a snapshot into a new storage. `run` yields its progress; the results are in the attributes afterwards.

    With `skip_damaged` it omits damaged objects; otherwise it raises DamagedError with all their keys and completes
    nothing.
    """

    def __init__(self, source: Snapshot, target: NewStorage, *, skip_damaged: bool = False, ahead: int = 0) -> None:
        self._source = source
        self._target = target
        self._skip_damaged = skip_damaged
        self._ahead = ahead
        self.copied = 0
        self.damaged: tuple[str, ...] = ()
        self.revision = 0
        """The revision of the new storage."""

    def run(self) -> Iterator[int]:
        """Copies object by object; yields the number of objects read so far."""
        for number, item in enumerate(self._source.items(), 1):
            if item.damage:
                self.damaged = (*self.damaged, item.key)
            elif not self.damaged or self._skip_damaged:
                self._target.add(item)
                self.copied += 1
            yield number
        if self.damaged and not self._skip_damaged:
            raise DamagedError(self.damaged)
        self.revision = self._target.finish(self._source.revision + self._ahead)


def open_snapshot(place: Place, *, alone: bool = False) -> AbstractContextManager[Snapshot]:
    """Opens a storage for reading; `alone` rejects, as far as possible, a storage that a server writes to.

    Raises StorageError.
    """
    if isinstance(place, EtcdAccess):
        from kapivara.storage.transfer.etcd_snapshot import open_etcd_snapshot

        return open_etcd_snapshot(place)
    from kapivara.storage.transfer.sqlite_snapshot import open_sqlite_snapshot

    return open_sqlite_snapshot(place, alone=alone)


def open_new(place: Place) -> AbstractContextManager[NewStorage]:
    """Starts a new storage at a free place; an unfinished one leaves nothing behind. Raises StorageError."""
    if isinstance(place, EtcdAccess):
        from kapivara.storage.transfer.etcd_import import open_etcd_import

        return open_etcd_import(place)
    from kapivara.storage.transfer.sqlite_import import open_sqlite_import

    return open_sqlite_import(place)
