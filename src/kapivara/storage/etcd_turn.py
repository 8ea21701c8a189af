"""Whose turn it is among the servers over one etcd: one of them does what would be done twice otherwise.

The turn is a key that lives as long as a lease of its holder: while that is kept alive, by the server that has it,
nobody else takes it; a server that ends gives it back, and one that is killed loses it when the lease has run out. The
holder goes by its own clock: it stops before etcd gives the turn to another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from kapivara.storage.contract import Closed, StorageError
from kapivara.storage.etcd_client import EtcdClient
from kapivara.storage.etcd_messages import CREATE, EQUAL, KEEP_ALIVE, LEASE_GRANT, LEASE_REVOKE, WRITE

_TURN_SECONDS = 15
_LOOK_SECONDS = 3.0


class Turn:
    """Tries to have the turn under `key`, from a thread of its own until `close`; `on_change` hears whether it has."""

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
        """Begins to try."""
        self._thread.start()

    def close(self) -> None:
        """Gives the turn back, where etcd answers; before the client is closed."""
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
            except StorageError:  # the turn is held as long as nobody else can have it
                if monotonic() >= self._holds_until:
                    self._lease = 0
                    self._tell(holds=False)
            self._over.wait(_LOOK_SECONDS)
        self._tell(holds=False)

    def _look(self) -> None:
        """Keeps the lease alive, or has another one; takes the turn where nobody has it."""
        asked = monotonic()
        if self._lease and not self._client.call(KEEP_ALIVE, {"ID": self._lease}, seconds=_LOOK_SECONDS).get("TTL", 0):
            self._lease = 0
            self._tell(holds=False)
        if not self._lease:
            granted = self._client.call(LEASE_GRANT, {"TTL": _TURN_SECONDS}, seconds=_LOOK_SECONDS)
            self._lease = granted["ID"]
        holds = self._take()
        if holds:
            self._holds_until = asked + _TURN_SECONDS - 2 * _LOOK_SECONDS  # a look may fail late
        self._tell(holds=holds)

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

    def _tell(self, *, holds: bool) -> None:
        if holds is not self._holds:
            self._holds = holds
            self._on_change(holds)
