"""The open watches by resource: the watches of a changed or removed CRD are ended.

Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go tearDown (1.37).
"""

from __future__ import annotations

import threading
from typing import Protocol

from kapivara.meta import GroupResource


class Endable(Protocol):
    """A watch that can be ended."""

    def end(self) -> None:
        """Ends the watch after the events that exist now; must be quick."""


class OpenWatches:
    """The open watches. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watches: dict[GroupResource, set[Endable]] = {}

    def add(self, resource: GroupResource, watch: Endable) -> None:
        """Adds a watch."""
        with self._lock:
            self._watches.setdefault(resource, set()).add(watch)

    def remove(self, resource: GroupResource, watch: Endable) -> None:
        """Removes a closed watch; does nothing if it is unknown."""
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
