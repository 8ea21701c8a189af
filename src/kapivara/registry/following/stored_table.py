"""All objects of a resource in memory, undecoded, for the objects that every write looks up.

The table follows the storage (`followers.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import UnreadableError, read_stored
from kapivara.storage import Event, Listing, Stored
from kapivara.values import JsonObject
from kapivara.values.record import slot_record


class StoredTable:
    """The objects under a prefix, by their keys. Thread-safe."""

    def __init__(self, followers: Followers, prefix: str):
        self._objects: dict[str, Stored] = {}
        self._changes = 0
        self._follower = followers.follow(prefix, self)

    def find(self, key: str) -> Stored | None:
        """Returns the value under a key; None if this server knows none."""
        if self._follower.has_news:
            self._follower.refresh()
        return self._objects.get(key)

    def changes(self) -> int:
        """Returns the number of changes of the table."""
        if self._follower.has_news:
            self._follower.refresh()
        return self._changes

    def all(self) -> Iterable[Stored]:
        """Returns all known values."""
        return self._objects.copy().values()

    def replace(self, listing: Listing) -> None:
        """Replaces all known objects by those of a listing."""
        self._objects = {stored.key: stored for stored in listing.items}
        self._changes += 1

    def apply(self, event: Event) -> None:
        """Applies one write."""
        if event.value is None:
            self._objects.pop(event.key, None)
        else:
            self._objects[event.key] = Stored(event.key, event.value, event.revision)
        self._changes += 1


class ObjectTable:
    """All objects of a kind, by namespace, decoded on demand. Thread-safe."""

    def __init__(self, followers: Followers, kind: Kind):
        self._kind = kind
        self._prefix = key_prefix(kind.stored_resource)
        self._table = StoredTable(followers, self._prefix)
        self._known = _Known(-1, {}, {})

    def objects(self, namespace: str = "") -> list[JsonObject]:
        """Returns the objects of a namespace, or all objects for an empty one; omits unreadable ones."""
        changes, known = self._table.changes(), self._known
        if changes != known.changes:
            known = self._known = self._read(self._table.all(), changes)
        return known.by_namespace.get(namespace, [])

    def _read(self, stored: Iterable[Stored], changes: int) -> _Known:
        before = self._known.decoded
        decoded: dict[str, tuple[Stored, JsonObject]] = {}
        by_namespace: dict[str, list[JsonObject]] = {}
        for each in stored:
            if (known := before.get(each.key)) is None or known[0] is not each:
                with suppress(UnreadableError):
                    known = each, read_stored(self._kind, each)
            if known is not None:
                decoded[each.key] = known
                by_namespace.setdefault("", []).append(known[1])
                if namespace := known[1]["metadata"].get("namespace"):
                    by_namespace.setdefault(namespace, []).append(known[1])
        return _Known(changes, decoded, by_namespace)


@slot_record
class _Known:
    """The decoded objects of an ObjectTable, at a count of its changes."""

    changes: int
    decoded: dict[str, tuple[Stored, JsonObject]]
    by_namespace: dict[str, list[JsonObject]]
