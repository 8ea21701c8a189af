"""Deletes the identity leases of API servers that are no longer renewed, once an hour.

Ignores all other leases. Upstream: pkg/controlplane/controller/apiserverleasegc (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Hashable

from kapivara.codec import DecodeError
from kapivara.controllers.controller import Controller, Later
from kapivara.controllers.objects import ObservedWrite
from kapivara.meta import GroupResource
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import decode_stored
from kapivara.storage import Stored
from kapivara.values import JsonObject

_KEYS = key_prefix(GroupResource("coordination.k8s.io", "leases"), "kube-system")
_LABEL, _VALUE = "apiserver.kubernetes.io/identity", "kube-apiserver"
_PERIOD_SECONDS = 3600.0
_SECOND = len("2026-01-01T00:00:00")


class LeaseExpiry(Controller):
    """Checks all leases of API servers periodically, as its only item."""

    prefixes = ()

    def begin(self) -> None:
        """Queues the check."""
        self.plan(_KEYS)

    def observe(self, write: ObservedWrite) -> None:
        """Does nothing: the check is periodic."""

    def work(self, item: Hashable) -> None:
        """Deletes the expired leases, and repeats the check in an hour."""
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
