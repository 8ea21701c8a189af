"""An index of all objects of a kind that the kind keeps in memory, up to date with the storage.

The table follows the storage (`followers.py`), so the index includes objects that other servers wrote.
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.surroundings import ObjectIndex
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import UnreadableError, read_stored
from kapivara.storage import Event, Listing, NothingSince, Stored


class IndexTable:
    """Passes every write to objects of a kind to an index. As thread-safe as the index."""

    def __init__(self, followers: Followers, kind: Kind, index: ObjectIndex):
        self._kind = kind
        self._index = index
        self._prefix = key_prefix(kind.stored_resource)
        self._revision = 0
        self._follower = followers.follow(self._prefix, self)

    def index(self) -> ObjectIndex:
        """Returns the updated index."""
        self._follower.refresh()
        return self._index

    @property
    def no_other(self) -> NothingSince:
        """The condition that no object was written since the last write that the index has."""
        return NothingSince(self._prefix, self._revision)

    def replace(self, listing: Listing) -> None:
        """Replaces all known objects by those of a listing."""
        self._index.clear()
        for stored in listing.items:
            self._put(stored)
        self._revision = listing.revision

    def apply(self, event: Event) -> None:
        """Applies one write."""
        if event.value is None:
            self._index.drop(event.key.removeprefix(self._prefix))
        else:
            self._put(Stored(event.key, event.value, event.revision))
        self._revision = event.revision

    def _put(self, stored: Stored) -> None:
        key = stored.key.removeprefix(self._prefix)
        try:
            self._index.put(key, read_stored(self._kind, stored))
        except UnreadableError:
            self._index.drop(key)
