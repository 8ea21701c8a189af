"""ResourceQuota: refuses what would use more of a namespace than its quotas allow, and notes what is used.

What is given back is a controller's affair: as on a server that runs alone, deletions change no quota.
Upstream: apiserver/pkg/admission/plugin/resourcequota/admission.go, controller.go checkQuotas,
pkg/quota/v1/install/registry.go ignoredResources (1.37).
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Attributes, Plugin
from kapivara.meta import ApiError, GroupVersionResource

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1
    from kapivara.admission.resource_quota.measure import Measure
    from kapivara.apis.kind import Kind
    from kapivara.meta import GroupResource
    from kapivara.values import JsonObject

_QUOTAS: Final = GroupVersionResource("", "v1", "resourcequotas")
_UNCOUNTED: Final = frozenset(("bindings", "componentstatuses", "events", "events.events.k8s.io"))
_ATTEMPTS: Final = 4


class ResourceQuota(Plugin):
    """Asks the quotas of a namespace about what is written into it."""

    def __init__(self) -> None:
        self._measures: dict[GroupResource, Measure] = {}
        self._lock = Lock()

    def concerns(self, kind: Kind, namespace: str) -> bool:
        """Tells whether there are quotas: nearly never, and then nothing of them is imported."""
        if not namespace or not kind.surroundings.objects_of(_QUOTAS, namespace):
            return False
        return str(kind.group_resource) not in _UNCOUNTED

    def validate(self, write: Attributes) -> None:
        """Refuses a write that is beyond a quota, and charges those that it is within."""
        measure = self._measure_of(write.kind.group_resource)
        if not measure.counts(write):
            return
        if write.dry_run:
            _charge(write, measure)
            return
        write.deadline.leave_turn()
        with self._lock:  # writes of one server do not get into each other's way
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
    """Has what a write uses noted in all quotas; where another server came between, those are asked again."""
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
