"""Leader election among the servers on one etcd: the leader does the work that must be done once.

The leadership is a key with a lease that the leader keeps alive, so no other server can take it. A server that ends
gives it back; a killed server loses it when the lease expires. The leader uses its own clock and stops before etcd can
give the leadership to another server.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from kapivara.storage.contract import Closed, StorageError
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.messages import CREATE, EQUAL, KEEP_ALIVE, LEASE_GRANT, LEASE_REVOKE, WRITE

_TURN_SECONDS = 15
_LOOK_SECONDS = 3.0


class Turn:
    """Tries to become the leader under `key`, in its own thread until `close`; passes each change to `on_change`."""

    def __init__(self, client: EtcdClient, key: bytes, on_change: Callable[[bool], None]) -> None:
        self._client = client
        self._key = key
        self._on_change = on_change
        self._lease = 0
        self._holds = False
        self._holds_until = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kapivara-etcd-turn", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def close(self) -> None:
        """Gives up the leadership if etcd answers; to be called before the client is closed."""
        self._over.set()
        self._thread.join()
        if self._lease:
            with suppress(StorageError):
                self._client.call(LEASE_REVOKE, {"ID": self._lease}, seconds=1.0)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._look()
            except Closed:
                return
            except StorageError:  # no other server can take the key yet
                if monotonic() >= self._holds_until:
                    self._lease = 0
                    self._report(holds=False)
            self._over.wait(_LOOK_SECONDS)
        self._report(holds=False)

    def _look(self) -> None:
        """Renews the lease, or gets a new one, and takes the leadership if it is free."""
        asked = monotonic()
        if self._lease and not self._client.call(KEEP_ALIVE, {"ID": self._lease}, seconds=_LOOK_SECONDS).get("TTL", 0):
            self._lease = 0
            self._report(holds=False)
        if not self._lease:
            granted = self._client.call(LEASE_GRANT, {"TTL": _TURN_SECONDS}, seconds=_LOOK_SECONDS)
            self._lease = granted["ID"]
        holds = self._take()
        if holds:
            self._holds_until = asked + _TURN_SECONDS - 2 * _LOOK_SECONDS  # a later call may fail late
        self._report(holds=holds)

    def _take(self) -> bool:
        answer = self._client.call(
            WRITE,
            {
                "compare": [{"result": EQUAL, "target": CREATE, "key": self._key, "create_revision": 0}],
                "success": [{"request_put": {"key": self._key, "lease": self._lease}}],
                "failure": [{"request_range": {"key": self._key}}],
            },
            seconds=_LOOK_SECONDS,
        )
        if answer.get("succeeded"):
            return True
        [found] = answer["responses"][0]["response_range"]["kvs"]
        return bool(found.get("lease", 0) == self._lease)

    def _report(self, *, holds: bool) -> None:
        if holds is not self._holds:
            self._holds = holds
            self._on_change(holds)
