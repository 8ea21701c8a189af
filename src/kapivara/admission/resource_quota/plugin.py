"""The ResourceQuota plugin: rejects writes beyond the quotas of a namespace, and records the usage.

A controller reduces the usage: as on a server without controllers, deletions change no quota. Upstream:
apiserver/pkg/admission/plugin/resourcequota/admission.go, controller.go checkQuotas, pkg/quota/v1/install/registry.go
ignoredResources (1.37).
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Attributes, Plugin
from kapivara.meta import ApiError, GroupVersionResource

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.admission.resource_quota.measure import Measure
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.meta import GroupResource
    from kapivara.values import JsonObject

_QUOTAS: Final = GroupVersionResource("", "v1", "resourcequotas")
_UNCOUNTED: Final = frozenset(("bindings", "componentstatuses", "events", "events.events.k8s.io"))
_ATTEMPTS: Final = 4


class ResourceQuota(Plugin):
    """Checks writes against the quotas of their namespace."""

    def __init__(self) -> None:
        self._measures: dict[GroupResource, Measure] = {}
        self._lock = Lock()

    def concerns(self, kind: Kind, namespace: str) -> bool:
        """Returns True if the namespace has quotas, which is rare; only then their modules are imported."""
        if not namespace or not kind.surroundings.objects_of(_QUOTAS, namespace):
            return False
        return str(kind.group_resource) not in _UNCOUNTED

    def validate(self, write: Attributes) -> None:
        """Rejects a write beyond a quota, and otherwise records its usage."""
        measure = self._measure_of(write.kind.group_resource)
        if not measure.counts(write):
            return
        if write.dry_run:
            _charge(write, measure)
            return
        write.deadline.leave_turn()
        with self._lock:  # prevents conflicts between writes of one server
            _charge(write, measure)

    def _measure_of(self, resource: GroupResource) -> Measure:
        measure = self._measures.get(resource)
        if measure is None:
            from kapivara.admission.resource_quota.measures import measure_of

            measure = self._measures[resource] = measure_of(resource)
        return measure


def _quotas(write: Attributes) -> list[v1.ResourceQuota]:
    return cast("list[v1.ResourceQuota]", [*write.surroundings.objects_of(_QUOTAS, write.namespace)])


def _charge(write: Attributes, measure: Measure) -> None:
    """Records the usage of a write in all quotas; retries those that another server changed."""
    from kapivara.admission.resource_quota.charge import charge

    quotas = _quotas(write)
    for attempt in range(_ATTEMPTS):
        charged = charge(quotas, write, measure)
        if write.dry_run or not charged:
            return
        outdated = set()
        for quota in quotas:
            name = quota["metadata"]["name"]
            if name in charged:
                status = {**quota["status"], "used": charged[name]}
                try:
                    write.surroundings.update_status(_QUOTAS, cast("JsonObject", {**quota, "status": status}))
                except ApiError as error:
                    if attempt == _ATTEMPTS - 1 or error.status.reason not in ("Conflict", "NotFound"):
                        raise
                    outdated.add(name)
        quotas = [each for each in _quotas(write) if each["metadata"]["name"] in outdated]


PLUGIN = ResourceQuota
