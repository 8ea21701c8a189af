"""Leases by which etcd forgets keys some time after they were last written. Many keys share one, so that hardly any
write has to ask for another.

A key lives as long as asked for, and up to a minute longer: a lease is granted for that much more, and given to keys
until less than their time is left of it.
Upstream: apiserver/pkg/storage/etcd3/lease_manager.go (1.37).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic

from kapivara.storage.etcd_client import EtcdClient
from kapivara.storage.etcd_messages import LEASE_GRANT

LONGEST_SECONDS = 1_000_000_000
"""How long a key may live; an etcd grants leases for some times that."""
_LONGEST_SPARE_SECONDS = 60
_SPARE_SHARE = 0.05
_MOST_KEYS = 1000
"""A lease that ends takes all of its keys with it in one transaction."""


@dataclass(slots=True)
class _Lease:
    """A lease that was granted: when it ends, and how many keys it has been given."""

    number: int
    ends: float
    keys: int = 0


class Leases:
    """Leases of one etcd. Safe for many threads; nothing is locked while etcd is asked."""

    def __init__(self, client: EtcdClient) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._newest: dict[int, _Lease] = {}
        """By the time that keys are to have."""

    def find(self, seconds: int) -> int:
        """Returns a lease for a key that is to live for so many seconds from now."""
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
        """Takes note that a lease is gone, before its time: the next key gets another one."""
        with self._lock:
            self._newest = {seconds: each for seconds, each in self._newest.items() if each.number != number}
