"""Functions that fill in the defaults of autoscaling/v2; `type_defaults` calls them.

Upstream: pkg/apis/autoscaling/v2/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v2 import zz_generated_types as v2
    from kapivara.apis.machinery.objects.type_defaults import Fill

DEFAULT_CPU_UTILIZATION: Final = 80
_SECONDS: Final = 15


def cpu_metric(utilization: int) -> v2.MetricSpec:
    """Returns a metric for a CPU utilization in percent of the pods' requests."""
    target: v2.MetricTarget = {"type": "Utilization", "averageUtilization": utilization}
    return {"type": "Resource", "resource": {"name": "cpu", "target": target}}


def fill_autoscaler(autoscaler: v2.HorizontalPodAutoscaler) -> None:
    """Sets a minimum of one replica and a CPU metric; completes the behavior if it is given."""
    spec = autoscaler["spec"]
    spec.setdefault("minReplicas", 1)
    if not spec.get("metrics"):
        spec["metrics"] = [cpu_metric(DEFAULT_CPU_UTILIZATION)]
    if "behavior" in spec:
        up = spec["behavior"].setdefault("scaleUp", {})
        up.setdefault("stabilizationWindowSeconds", 0)
        _fill_rules(up, {"type": "Pods", "value": 4, "periodSeconds": _SECONDS})
        _fill_rules(spec["behavior"].setdefault("scaleDown", {}))


def _fill_rules(rules: v2.HPAScalingRules, *policies: v2.HPAScalingPolicy) -> None:
    everything: v2.HPAScalingPolicy = {"type": "Percent", "value": 100, "periodSeconds": _SECONDS}
    rules.setdefault("selectPolicy", "Max")
    rules.setdefault("policies", [*policies, everything])


FILL: Final[Mapping[str, Fill]] = {"HorizontalPodAutoscaler": fill_autoscaler}
