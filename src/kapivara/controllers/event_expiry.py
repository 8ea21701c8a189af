"""Deletes events an hour after their last write, ignoring finalizers.

In a real cluster, etcd deletes them by the lease that each write attaches to their key, and so it does here; the
controller is for other storages, and for events in etcd without a lease. For an event written before this process
started, the newest time in its metadata counts. Upstream: pkg/registry/core/event/storage/storage.go TTLFunc,
kube-apiserver's --event-ttl (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Hashable
from contextlib import suppress

from kapivara.controllers.controller import Controller, Later, Means
from kapivara.controllers.objects import ObservedWrite
from kapivara.meta import GroupResource
from kapivara.registry.objects.store import key_prefix
from kapivara.storage import Conflict, KeyNotFound, Storage
from kapivara.values import JsonObject

_KEYS = key_prefix(GroupResource("", "events"))
_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_GRACE_SECONDS = 120.0
"""For a storage that deletes events by itself, perhaps a little later."""


def forget_events(storage: Storage, seconds: float) -> bool:
    """Lets a storage delete events by itself, if it can; every server requests this, with or without controllers."""
    return storage.forget_after(_KEYS, seconds)


class EventExpiry(Controller):
    """Deletes expired events. Its items are their keys."""

    prefixes = (_KEYS,)

    def __init__(self, means: Means):
        super().__init__(means)
        does_itself = forget_events(means.objects.storage, means.event_seconds)
        self._seconds = means.event_seconds + (_GRACE_SECONDS if does_itself else 0.0)
        self._written: dict[str, tuple[int, float]] = {}
        """The revision and the time of the last write of each event."""

    def begin(self) -> None:
        """Forgets all events."""
        self._written.clear()

    def observe(self, write: ObservedWrite) -> None:
        """Records the time of a written event, or removes a deleted one."""
        if write.is_gone:
            self._written.pop(write.key, None)
            return
        now = self.clock()
        written = min(now, _last_time(write.metadata) or now) if write.is_new else now
        self._written[write.key] = write.revision, written
        self.plan(write.key, after=max(0.0, written + self._seconds - now))

    def work(self, item: Hashable) -> None:
        """Deletes an event, unless a later write has extended its time."""
        key = str(item)
        if key not in self._written:
            return
        revision, written = self._written[key]
        left = written + self._seconds - self.clock()
        if left > 0:
            raise Later(left)
        with suppress(KeyNotFound, Conflict):
            self.objects.storage.delete(key, revision, (), self.objects.pending)


CONTROLLER = EventExpiry


def _last_time(metadata: JsonObject) -> float | None:
    """Returns the newest time of a write in the metadata; None if there is none."""
    times = [metadata.get("creationTimestamp"), *(each.get("time") for each in metadata.get("managedFields") or ())]
    try:
        return max(calendar.timegm(time.strptime(each, _FORMAT)) for each in times if each)
    except ValueError:  # no times, or an invalid one
        return None
