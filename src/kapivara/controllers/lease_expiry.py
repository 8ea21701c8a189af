"""Leases by which API servers tell that they are alive: those that are not renewed any more are removed, once an hour.

All other leases are their owners' affair. Upstream: pkg/controlplane/controller/apiserverleasegc (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Hashable

from kapivara.codec import DecodeError
from kapivara.controllers.controller import Controller, Later
from kapivara.controllers.observed_write import ObservedWrite
from kapivara.meta import GroupResource
from kapivara.registry.store import key_prefix
from kapivara.registry.stored_object import decode_stored
from kapivara.storage import Stored
from kapivara.values import JsonObject

_KEYS = key_prefix(GroupResource("coordination.k8s.io", "leases"), "kube-system")
_LABEL, _VALUE = "apiserver.kubernetes.io/identity", "kube-apiserver"
_PERIOD_SECONDS = 3600.0
_SECOND = len("2026-01-01T00:00:00")


class LeaseExpiry(Controller):
    """Looks at all leases of API servers in turn: that is its one item."""

    prefixes = ()

    def begin(self) -> None:
        """Has them looked at."""
        self.plan(_KEYS)

    def observe(self, write: ObservedWrite) -> None:
        """Is told of nothing: leases are looked at by the clock."""

    def work(self, item: Hashable) -> None:
        """Removes the leases that are over, and comes back in an hour."""
        for stored in self.objects.stored_under(str(item)):
            if self._is_over(stored) and (name := self.objects.resources.find(stored.key)) is not None:
                self.objects.delete(name, policy="Background", resource_version=str(stored.revision))
        raise Later(_PERIOD_SECONDS)

    def _is_over(self, stored: Stored) -> bool:
        try:
            lease = decode_stored(stored.value)
        except DecodeError:
            return False
        if (lease["metadata"].get("labels") or {}).get(_LABEL) != _VALUE:
            return False
        spec: JsonObject = lease.get("spec") or {}
        renewed, seconds = spec.get("renewTime"), spec.get("leaseDurationSeconds")
        if not renewed or seconds is None:
            return True
        since = calendar.timegm(time.strptime(renewed[:_SECOND], "%Y-%m-%dT%H:%M:%S"))
        return since + int(seconds) < self.clock()


CONTROLLER = LeaseExpiry
