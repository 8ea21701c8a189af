"""The columns of autoscalers. Upstream: pkg/printers/internalversion/printers.go formatHPAMetrics (1.37)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from kapivara.apis.machinery.tables.table import Column
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v2 import zz_generated_types as v2

_REFERENCE = (
    "scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be "
    "collected, as well as to actually change the replica count."
)
_TARGETS = (
    "metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica "
    "count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between "
    "the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the "
    "pod count is increased, and vice-versa.  See the individual metric source types for more information about how "
    "each type of metric must respond. If not set, the default metric will be set to 80% average CPU utilization."
)
_MIN_PODS = (
    "minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to "
    "1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one "
    "Object or External metric is configured.  Scaling is active as long as at least one metric value is available."
)
_MAX_PODS = (
    "maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less "
    "that minReplicas."
)
_REPLICAS = (
    "currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler."
)
_SHOWN_METRICS = 2
_UNKNOWN = "<unknown>"


def autoscaler_columns() -> Sequence[Column]:
    """Returns the columns between the name and the age."""
    return (
        Column("Reference", "string", _reference, description=_REFERENCE),
        Column("Targets", "string", _targets, description=_TARGETS),
        Column("MinPods", "string", lambda obj: str(_spec(obj).get("minReplicas", "<unset>")), description=_MIN_PODS),
        Column("MaxPods", "string", lambda obj: _spec(obj)["maxReplicas"], description=_MAX_PODS),
        Column("Replicas", "string", lambda obj: _status(obj).get("currentReplicas", 0), description=_REPLICAS),
    )


def _spec(obj: JsonObject) -> v2.HorizontalPodAutoscalerSpec:
    return cast("v2.HorizontalPodAutoscaler", obj)["spec"]


def _status(obj: JsonObject) -> v2.HorizontalPodAutoscalerStatus:
    return cast("v2.HorizontalPodAutoscaler", obj)["status"]


def _reference(obj: JsonObject) -> str:
    target = _spec(obj)["scaleTargetRef"]
    return f"{target['kind']}/{target['name']}"


def _targets(obj: JsonObject) -> str:
    metrics, current = _spec(obj).get("metrics", []), _status(obj).get("currentMetrics") or []
    texts = [
        _metric(metric, current[index] if index < len(current) else None)
        for index, metric in enumerate(metrics[:_SHOWN_METRICS])
    ]
    more = len(metrics) - _SHOWN_METRICS
    return ", ".join(texts) + (f" + {more} more..." if more > 0 else "") or "<none>"


_KINDS = {
    "External": "external",
    "Pods": "pods",
    "Object": "object",
    "Resource": "resource",
    "ContainerResource": "containerResource",
}


def _metric(metric: v2.MetricSpec, measured: v2.MetricStatus | None) -> str:
    """Returns the text of one metric: current value and target."""
    kind = _KINDS.get(metric["type"])
    if kind is None:
        return "<unknown type>"
    source: Any = metric.get(kind, {})
    found: Any = measured.get(kind, {}) if measured else {}
    target, current = source.get("target", {}), found.get("current", {})
    if kind in ("resource", "containerResource"):
        return f"{source.get('name', '')}: {_resource(target, current)}"
    if "averageValue" in target or kind == "pods":
        average = "" if kind == "pods" else " (avg)"
        return f"{current.get('averageValue', _UNKNOWN)}/{target.get('averageValue')}{average}"
    return f"{current.get('value', _UNKNOWN)}/{target.get('value')}"


def _resource(target: v2.MetricTarget, current: v2.MetricValueStatus) -> str:
    if "averageValue" in target:
        return f"{current.get('averageValue', _UNKNOWN)}/{target['averageValue']}"
    there = f"{current['averageUtilization']}%" if "averageUtilization" in current else _UNKNOWN
    wanted = f"{target['averageUtilization']}%" if "averageUtilization" in target else "<auto>"
    return f"{there}/{wanted}"
