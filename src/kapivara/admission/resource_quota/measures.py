"""The measures by resource.

Upstream: pkg/quota/v1/evaluator/core/registry.go NewEvaluators (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.admission.resource_quota.claims import ClaimMeasure, DeviceClaimMeasure
from kapivara.admission.resource_quota.measure import Measure
from kapivara.admission.resource_quota.pods import PodMeasure
from kapivara.admission.resource_quota.services import ServiceMeasure

if TYPE_CHECKING:
    from kapivara.meta import GroupResource

_MEASURES: Final = {
    "pods": PodMeasure,
    "services": ServiceMeasure,
    "persistentvolumeclaims": ClaimMeasure,
    "resourceclaims.resource.k8s.io": DeviceClaimMeasure,
}


def measure_of(resource: GroupResource) -> Measure:
    """Returns the measure of a resource: a specific one, or an object count."""
    return _MEASURES.get(str(resource), Measure)(resource)
