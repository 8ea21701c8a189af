"""The quota usage of services: load balancers and node ports.

Upstream: pkg/quota/v1/evaluator/core/services.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import ONE, Amounts, Measure
from kapivara.values.quantity import Quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.values import JsonObject

_PORTS: Final = "services.nodeports"
_BALANCERS: Final = "services.loadbalancers"
_NAMES: Final = frozenset(("count/services", "services", _PORTS, _BALANCERS))


class ServiceMeasure(Measure):
    """Measures services."""

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage."""
        return not write.subresource and write.action in (Action.CREATE, Action.UPDATE)

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to services."""
        return sorted(_NAMES.intersection(hard))

    def usage(self, obj: JsonObject) -> Amounts:
        """Returns the usage of a service."""
        spec = cast("v1.Service", obj)["spec"]
        ports, kind = spec.get("ports", []), spec.get("type")
        balanced = kind == "LoadBalancer"
        if balanced and spec.get("allocateLoadBalancerNodePorts") is False:
            ports = [each for each in ports if each.get("nodePort")]
        used = len(ports) if balanced or kind == "NodePort" else 0
        counts = {_BALANCERS: Quantity(int(balanced)), _PORTS: Quantity(used)}
        return {"count/services": ONE, "services": ONE, **counts}
