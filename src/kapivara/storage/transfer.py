"""All objects of one storage as of one moment, and how they come into another: backups, restores, moves.

A `Snapshot` is what is read: a SQLite file, also while a server writes to it (`sqlite_snapshot`), or etcd
(`etcd_snapshot`). A `NewStorage` is what they are written to: it is not there before all of it is (`sqlite_import`,
`etcd_import`). History is left behind: whoever watches lists again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeAlias

from kapivara.storage.contract import StorageError, Stored
from kapivara.storage.etcd_access import DEFAULT_PREFIX, EtcdAccess

Place: TypeAlias = Path | EtcdAccess
"""Where objects are: in a SQLite file, or in an etcd."""
ALL_OBJECTS = f"{DEFAULT_PREFIX}/"
"""What the keys of all objects of a server start with."""
PAGE = 100
"""How many objects are read at a time: they may be of 1.5 MiB each."""
RESTORED_AFTER = 1_000_000_000
"""How many revisions a restored storage is ahead of its backup, as etcd's documentation advises: clients may have seen
those that were given out since, and none of these may be given out again for something else."""


class Snapshot(Protocol):
    """The objects of one moment; `total` tells how many there are."""

    revision: int
    total: int

    def items(self) -> Iterator[Stored]:
        """Yields them by their keys, those that are damaged among them."""
        ...


class NewStorage(Protocol):
    """A storage that is written before it is put into its place."""

    def add(self, item: Stored) -> None:
        """Writes an object."""
        ...

    def finish(self, revision: int) -> int:
        """Puts the storage into its place, at this revision or a later one; returns which."""
        ...


class DamagedError(StorageError):
    """Some objects cannot be read; `keys` tells which."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__(f"{len(keys)} objects are damaged")
        self.keys = keys


class Transfer:
    """Copies a snapshot into a new storage. `run` tells how many objects it has looked at; then the results are here.

    Damaged objects are left out where that is asked for; else nothing is put into its place, and DamagedError tells of
    all of them.
    """

    def __init__(self, source: Snapshot, target: NewStorage, *, skip_damaged: bool = False, ahead: int = 0) -> None:
        self._source = source
        self._target = target
        self._skip_damaged = skip_damaged
        self._ahead = ahead
        self.copied = 0
        self.damaged: tuple[str, ...] = ()
        self.revision = 0
        """Of the new storage."""

    def run(self) -> Iterator[int]:
        """Does it, object by object."""
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
    """Opens what is at a place for reading; `alone` where no server may write to it meanwhile, as far as can be told.

    Raises StorageError.
    """
    if isinstance(place, EtcdAccess):
        from kapivara.storage.etcd_snapshot import open_etcd_snapshot

        return open_etcd_snapshot(place)
    from kapivara.storage.sqlite_snapshot import open_sqlite_snapshot

    return open_sqlite_snapshot(place, alone=alone)


def open_new(place: Place) -> AbstractContextManager[NewStorage]:
    """Begins a storage at a place where none is; what is not finished leaves nothing behind. Raises StorageError."""
    if isinstance(place, EtcdAccess):
        from kapivara.storage.etcd_import import open_etcd_import

        return open_etcd_import(place)
    from kapivara.storage.sqlite_import import open_sqlite_import

    return open_sqlite_import(place)
