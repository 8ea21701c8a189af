"""Reads the objects in etcd at one revision while servers keep using it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kapivara.storage.contract import Compacted, StorageError, Stored
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.storage import EtcdStorage
from kapivara.storage.retention import Retention
from kapivara.storage.transfer.copy import ALL_OBJECTS, PAGE, Snapshot

_KEEP_ALL = Retention(seconds=1e9, entries=2**62, size=2**62)
"""The reader compacts nothing; servers on the same etcd do."""


class EtcdSnapshot(Snapshot):
    """Reads pages at the revision that was the newest at first."""

    def __init__(self, storage: EtcdStorage) -> None:
        self._storage = storage
        first = storage.list(ALL_OBJECTS, limit=1, counts=True)
        self.revision = first.revision
        self.total = len(first.items) + (first.remaining or 0)

    def items(self) -> Iterator[Stored]:
        """Yields the objects."""
        after, has_more = "", True
        while has_more:
            try:
                page = self._storage.list(ALL_OBJECTS, limit=PAGE, after=after, at_revision=self.revision)
            except Compacted:
                raise StorageError(
                    f"etcd has forgotten revision {self.revision} before all its objects were read; try again"
                ) from None
            yield from page.items
            has_more = page.has_more
            after = page.items[-1].key if page.items else ""


@contextmanager
def open_etcd_snapshot(access: EtcdAccess) -> Iterator[EtcdSnapshot]:
    """Opens an etcd for reading. Raises StorageError."""
    with EtcdStorage(access, retention=_KEEP_ALL) as storage:
        yield EtcdSnapshot(storage)
