"""All objects of a resource as they are stored, undecoded, in memory: what every other write looks up is not read anew.

The table follows the storage (`followers.py`).
"""

from __future__ import annotations

from kapivara.registry.followers import Followers
from kapivara.storage import Event, Listing, Stored


class StoredTable:
    """The objects under a prefix, by their keys. Safe for many threads."""

    def __init__(self, followers: Followers, prefix: str):
        self._objects: dict[str, Stored] = {}
        self._follower = followers.follow(prefix, self)

    def find(self, key: str) -> Stored | None:
        """Returns what is stored under a key, as far as is known here."""
        self._follower.refresh()
        return self._objects.get(key)

    def replace(self, listing: Listing) -> None:
        """Takes the objects of a listing instead of those that were known."""
        self._objects = {stored.key: stored for stored in listing.items}

    def apply(self, event: Event) -> None:
        """Takes in one write."""
        if event.value is None:
            self._objects.pop(event.key, None)
        else:
            self._objects[event.key] = Stored(event.key, event.value, event.revision)
