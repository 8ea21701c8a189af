"""Writes objects from another storage into an empty key tree of etcd.

An import takes many transactions, so a marker key beside the tree marks it as incomplete; no server starts on a tree
with a marker. The last transaction deletes the marker. A new import that finds a marker takes it over and starts again
with an empty tree; every transaction requires its own marker, so only one of two imports continues.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from kapivara.storage.contract import StorageError, Stored
from kapivara.storage.etcd.access import DEFAULT_PREFIX, EtcdAccess
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.keys import KeyTree, import_key
from kapivara.storage.etcd.messages import CREATE, EQUAL, GET, GREATER, MOD, WRITE
from kapivara.storage.transfer.copy import ALL_OBJECTS, NewStorage
from kapivara.values import JsonObject

_MOST_KEYS = 50
_MOST_BYTES = 512 * 1024
"""The upper limits of one transaction; one large object may exceed them."""


class EtcdImport(NewStorage):
    """Writes objects in batches. etcd assigns each a revision."""

    def __init__(self, client: EtcdClient, tree: KeyTree) -> None:
        self._client = client
        self._tree = tree
        self._marker = import_key(tree)
        self._range = tree.span(ALL_OBJECTS)
        self._batch: list[Stored] = []
        self._size = 0
        self._written = 0
        self._held_since = self._begin()

    def add(self, item: Stored) -> None:
        """Adds an object to the next batch."""
        if self._batch and (len(self._batch) >= _MOST_KEYS or self._size + len(item.value) > _MOST_BYTES):
            self._flush()
        self._batch.append(item)
        self._size += len(item.value)

    def finish(self, revision: int) -> int:  # noqa: ARG002  etcd has revisions of its own
        """Writes the last batch, checks the number of objects, and admits servers; returns the newest revision."""
        self._flush()
        start, end = self._range
        found = self._client.call(GET, {"key": start, "range_end": end, "count_only": True}).get("count", 0)
        if found != self._written:
            raise StorageError(f"{found} objects are in etcd where {self._written} were written: others write there")
        answer = self._write([], [{"request_delete_range": {"key": self._marker}}])
        newest: int = answer["header"]["revision"]
        return newest

    def discard(self) -> None:
        """Removes the written objects, then the marker."""
        start, end = self._range
        with suppress(StorageError):
            self._write([], [{"request_delete_range": {"key": start, "range_end": end}}])
            self._write([], [{"request_delete_range": {"key": self._marker}}])

    def _begin(self) -> int:
        """Sets the marker if the tree is empty or holds an incomplete import; returns the marker's revision."""
        start, end = self._range
        put = {"request_put": {"key": self._marker, "value": secrets.token_hex(8).encode()}}
        is_empty = {"result": EQUAL, "target": CREATE, "key": start, "range_end": end, "create_revision": 0}
        is_marked = {"result": GREATER, "target": CREATE, "key": self._marker, "create_revision": 0}
        empty = {"request_delete_range": {"key": start, "range_end": end}}
        for compare, made in ((is_empty, [put]), (is_marked, [empty, put])):
            answer = self._client.call(WRITE, {"compare": [compare], "success": made})
            if answer.get("succeeded"):
                revision: int = answer["header"]["revision"]
                return revision
        raise StorageError(
            f"there are objects under {self._tree.prefix} in etcd at {self._client.place} already, and they are not "
            "replaced; choose another --etcd-prefix"
        )

    def _flush(self) -> None:
        if not self._batch:
            return
        keys = [self._tree.key(each.key) for each in self._batch]
        self._write(
            [{"result": EQUAL, "target": CREATE, "key": key, "create_revision": 0} for key in keys],
            [{"request_put": {"key": key, "value": each.value}} for key, each in zip(keys, self._batch, strict=True)],
        )
        self._written += len(self._batch)
        self._batch.clear()
        self._size = 0

    def _write(self, compare: list[JsonObject], success: list[JsonObject]) -> JsonObject:
        own = {"result": EQUAL, "target": MOD, "key": self._marker, "mod_revision": self._held_since}
        answer = self._client.call(WRITE, {"compare": [own, *compare], "success": success})
        if not answer.get("succeeded"):
            raise StorageError(f"others write to {self._tree.prefix} in etcd at {self._client.place}, too")
        return answer


@contextmanager
def open_etcd_import(access: EtcdAccess) -> Iterator[EtcdImport]:
    """Opens an import into a key tree of etcd; removes an unfinished one. Raises StorageError."""
    client = EtcdClient(access)
    try:
        made = EtcdImport(client, KeyTree(access.prefix, DEFAULT_PREFIX))
        try:
            yield made
        except BaseException:
            made.discard()
            raise
    finally:
        client.close()
