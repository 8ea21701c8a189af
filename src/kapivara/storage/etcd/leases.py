"""Leases with which etcd deletes keys some time after their last write.

Many keys share a lease, so most writes need no new one. A key lives for the requested time and up to a minute longer: a
lease gets that much more time, and keys are attached to it as long as enough of its time is left. Upstream:
apiserver/pkg/storage/etcd3/lease_manager.go (1.37).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic

from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.messages import LEASE_GRANT

LONGEST_SECONDS = 1_000_000_000
"""The longest lifetime of a key; etcd grants leases for several times as long."""
_LONGEST_SPARE_SECONDS = 60
_SPARE_SHARE = 0.05
_MOST_KEYS = 1000
"""An expired lease deletes all its keys in one transaction."""


@dataclass(slots=True)
class _Lease:
    """A granted lease, the time it expires, and the number of its keys."""

    number: int
    ends: float
    keys: int = 0


class Leases:
    """The leases of one etcd. Thread-safe; holds no lock during calls to etcd."""

    def __init__(self, client: EtcdClient) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._newest: dict[int, _Lease] = {}
        """The newest lease for each lifetime of keys."""

    def find(self, seconds: int) -> int:
        """Returns a lease for a key that has to live for `seconds` from now."""
        now = monotonic()
        with self._lock:
            lease = self._newest.get(seconds)
            if lease is not None and lease.ends >= now + seconds and lease.keys < _MOST_KEYS:
                lease.keys += 1
                return lease.number
        spare = min(max(1, int(seconds * _SPARE_SHARE)), _LONGEST_SPARE_SECONDS)
        granted = self._client.call(LEASE_GRANT, {"TTL": seconds + spare})
        with self._lock:
            self._newest[seconds] = _Lease(granted["ID"], now + granted["TTL"], 1)
        return int(granted["ID"])

    def drop(self, number: int) -> None:
        """Removes a lease that ended early, so that the next key gets another one."""
        with self._lock:
            self._newest = {seconds: each for seconds, each in self._newest.items() if each.number != number}
