"""Compacts etcd by the age and size of its history, coordinated among the servers that share it.

The version of one key is the shared clock: the server that finds the key unchanged since its last look increments the
version and compacts. The others see the change and look again when their own budget is exceeded. It is the key of the
real API server, so both can use the same etcd. Upstream: apiserver/pkg/storage/etcd3/compact.go compactor, Compact
(1.37).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from kapivara.storage.contract import Closed, Event, StorageError
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.errors import RefusedError
from kapivara.storage.etcd.messages import COMPACT, EQUAL, GET, VERSION, WRITE
from kapivara.storage.retention import HistoryBudget, Retention, footprint

_KEY = b"compact_rev_key"
_SHORTEST_NAP = 0.05
_RETRY_NAP = 5.0
_STEPS = 1
"""The number of checks per retention; each compaction costs etcd a write and a pass over its history."""


class Compactor:
    """Compacts from its own thread until `close`; passes the compacted revision to `note_compacted`."""

    def __init__(
        self, client: EtcdClient, retention: Retention, revision: int, note_compacted: Callable[[int], None]
    ) -> None:
        self._client = client
        self._budget = HistoryBudget(retention, revision, monotonic(), steps=_STEPS)
        self._note_compacted = note_compacted
        self._version: int | None = None
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="kapivara-etcd-compaction", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def note(self, events: Sequence[Event]) -> None:
        """Records written events."""
        size = sum(footprint(event.key, event.value) for event in events)
        with self._lock:
            self._budget.note(events[-1].revision, size, monotonic())
            is_due = self._budget.is_due(monotonic())
        if is_due:
            self._news.set()

    def close(self) -> None:
        """Ends the thread; closing the client aborts a running call."""
        self._over = True
        self._news.set()
        self._thread.join()

    def _run(self) -> None:
        nap: float | None = 0.0
        while not self._over:
            self._news.wait(nap)
            self._news.clear()
            nap = self._work()

    def _work(self) -> float | None:
        """Compacts if that is due; returns the seconds until the next check, or None to wait for new events."""
        try:
            if self._version is None:
                self._version = self._look()
            with self._lock:
                target = self._budget.due(monotonic())
            if target:
                self._compact(target, self._version)
        except Closed:
            return None
        except StorageError:  # other calls report the failure; compaction follows later
            return _RETRY_NAP
        with self._lock:
            nap = self._budget.next_due(monotonic())
        return None if nap is None else max(nap, _SHORTEST_NAP)

    def _look(self) -> int:
        found = self._client.call(GET, {"key": _KEY}).get("kvs") or ()
        version: int = found[0]["version"] if found else 0
        return version

    def _compact(self, target: int, version: int) -> None:
        answer = self._client.call(
            WRITE,
            {
                "compare": [{"result": EQUAL, "target": VERSION, "key": _KEY, "version": version}],
                "success": [{"request_put": {"key": _KEY, "value": b"%d" % target}}],
                "failure": [{"request_range": {"key": _KEY}}],
            },
        )
        if answer.get("succeeded"):
            self._version = version + 1
            compact(self._client, target)
            self._note_compacted(target)
            return
        self._version = 0
        for found in answer["responses"][0].get("response_range", {}).get("kvs") or ():
            self._version = found["version"]
            with suppress(ValueError):
                self._note_compacted(int(found.get("value", b"0")))


def compact(client: EtcdClient, revision: int) -> None:
    """Removes the history that is not visible at a revision or later; does nothing if that was done before."""
    try:
        client.call(COMPACT, {"revision": revision})
    except RefusedError as refusal:
        if not refusal.is_compacted:
            raise
