"""Reads the events between two revisions from etcd with a watch of its own, and finds the oldest available revision.

A watch reports writes, never their absence. So it watches all keys, also those of other programs: each revision wrote
at least one key, so once the last revision has arrived, no event is missing. Upstream: etcd
server/storage/mvcc/watchable_store.go (3.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.storage.contract import FIRST_REVISION, Compacted, Event, EventType, StorageError
from kapivara.storage.etcd.client import CALL_SECONDS, EtcdClient
from kapivara.storage.etcd.errors import RefusedError, UnreachableError
from kapivara.storage.etcd.keys import ALL_KEYS, KeyTree
from kapivara.storage.etcd.messages import DELETED, GET
from kapivara.values import JsonObject


class LostError(StorageError):
    """etcd was compacted during the watch and no longer has the value that a write replaced."""


class History:
    """Reads the history of one key tree. Thread-safe."""

    def __init__(self, client: EtcdClient, tree: KeyTree) -> None:
        self._client = client
        self._tree = tree
        self.compacted = FIRST_REVISION
        """The oldest available revision known to this process."""

    def read(self, prefix: str, after: int, limit: int, until: int) -> tuple[Sequence[Event], int]:
        """Returns events under a prefix after a revision, and the revision up to which they are complete.

        Stops at `until`, or at about `limit` events. Raises Compacted.
        """
        events: list[Event] = []
        create = {"key": ALL_KEYS, "range_end": ALL_KEYS, "start_revision": after, "prev_kv": True, "fragment": True}
        complete = after
        try:
            with self._client.watch(create, seconds=CALL_SECONDS) as answers:
                for answer in answers:
                    if answer.get("canceled"):
                        raise self._ended(answer, after)
                    told = answer.get("events") or ()
                    events += self._events_of(told, prefix, after)
                    if told:
                        complete = told[-1]["kv"]["mod_revision"] - (1 if answer.get("fragment") else 0)
                    if complete >= until or (len(events) >= limit and complete > after):
                        break
        except UnreachableError:
            if complete <= after:
                raise
        return [event for event in events if event.revision <= complete], max(complete, after)

    def _events_of(self, told: Sequence[JsonObject], prefix: str, after: int) -> list[Event]:
        try:
            found = [event_of(each, self._tree) for each in told if each["kv"]["mod_revision"] > after]
        except LostError:
            raise Compacted(after, self.find_compacted()) from None
        return [event for event in found if event is not None and event.key.startswith(prefix)]

    def find_newest(self) -> int:
        """Returns etcd's newest revision, as most members know it; a single member may be behind."""
        request = {"key": self._tree.key(self._tree.stands_for), "count_only": True}
        revision: int = self._client.call(GET, request)["header"]["revision"]
        return revision

    def go_back(self) -> None:
        """Resets the oldest revision after etcd went back to another history."""
        self.compacted = FIRST_REVISION

    def note_compacted(self, revision: int) -> None:
        """Records that the history before a revision is gone."""
        self.compacted = max(self.compacted, revision)

    def find_compacted(self) -> int:
        """Asks etcd for the oldest available revision and returns it."""
        key = self._tree.key(self._tree.stands_for)
        try:
            self._client.call(GET, {"key": key, "revision": FIRST_REVISION, "count_only": True})
            return self.compacted
        except RefusedError as refusal:
            if not refusal.is_compacted:
                raise
        with self._client.watch({"key": key, "start_revision": FIRST_REVISION}, seconds=CALL_SECONDS) as answers:
            for answer in answers:
                if answer.get("canceled"):
                    self.note_compacted(answer.get("compact_revision", 0))
                    return self.compacted
        return self.compacted

    def _ended(self, answer: JsonObject, after: int) -> StorageError:
        compacted = answer.get("compact_revision", 0)
        if compacted:
            self.note_compacted(compacted)
            return Compacted(after, self.compacted)
        reason = answer.get("cancel_reason", "")
        if "permission denied" in reason:  # only the revisions seen by this process remain available
            return Compacted(after, self._client.newest)
        return UnreachableError(f"etcd has ended a watch ({reason or 'no reason is known'})", was_sent=False)


def event_of(told: JsonObject, tree: KeyTree) -> Event | None:
    """Returns an event of etcd as an `Event`; None if its key is outside the tree. Raises LostError."""
    now, before = told["kv"], told.get("prev_kv")
    key = tree.name(now["key"])
    if key is None:
        return None
    revision = now["mod_revision"]
    if told.get("type") == DELETED:
        kind, value = EventType.DELETED, None
    else:
        kind, value = EventType.MODIFIED, now.get("value", b"")
        if now["create_revision"] == revision:
            return Event(EventType.ADDED, key, value, None, revision)
    if before is None:
        raise LostError(f"what stood under {key!r} before revision {revision} is not kept")
    return Event(kind, key, value, before.get("value", b""), revision, before["mod_revision"])
