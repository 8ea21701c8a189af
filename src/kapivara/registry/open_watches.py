"""The watches that are open, by their resources: those of a definition that changes or goes are ended.

Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go tearDown (1.37).
"""

from __future__ import annotations

import threading
from typing import Protocol

from kapivara.meta import GroupResource


class Endable(Protocol):
    """A watch, as far as it can be ended."""

    def end(self) -> None:
        """Has the watch end once what is there has been taken; must be quick."""


class OpenWatches:
    """Knows who watches. Safe for many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watches: dict[GroupResource, set[Endable]] = {}

    def add(self, resource: GroupResource, watch: Endable) -> None:
        """Takes note of a watch."""
        with self._lock:
            self._watches.setdefault(resource, set()).add(watch)

    def remove(self, resource: GroupResource, watch: Endable) -> None:
        """Forgets a watch that has ended; nothing where it was not known."""
        with self._lock:
            watches = self._watches.get(resource, set())
            watches.discard(watch)
            if not watches:
                self._watches.pop(resource, None)

    def end(self, resource: GroupResource) -> None:
        """Ends all watches of a resource."""
        with self._lock:
            watches = tuple(self._watches.get(resource, ()))
        for watch in watches:
            watch.end()
