"""Converts HorizontalPodAutoscalers between autoscaling/v1 and the hub version.

Annotations of v1 hold the metrics other than CPU utilization, the behavior and the conditions.
Upstream: pkg/apis/autoscaling/v1/conversion.go (1.37).
Upstream: pkg/apis/autoscaling/v1/conversion.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kapivara.apis.groups.autoscaling.round_trip import (
    BEHAVIOR,
    CONDITIONS,
    CURRENT_METRICS,
    METRICS,
    read_text,
    take_annotations,
)
from kapivara.apis.groups.autoscaling.v2.defaults import DEFAULT_CPU_UTILIZATION, cpu_metric
from kapivara.apis.machinery.scales.nested import put
from kapivara.codec.shapes import ListOf, Shape, Struct
from kapivara.codec.typed.decoding import read_nested
from kapivara.codec.typed.described import described
from kapivara.codec.typed.go_order import in_go_order
from kapivara.values import JsonObject, copy_json
from kapivara.values.quantity import parse_quantity
from kapivara.values.rendering import GoStruct, to_json_text

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.groups.autoscaling.v2 import zz_generated_types as v2


_Places: TypeAlias = Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""The fields of v1 by the kind of metric, each with its path at the hub version."""

_TYPES = described("apis.groups.autoscaling.v1")
_NAME, _SELECTOR = ("metric", "name"), ("metric", "selector")

_SPECS_of_v1_metrics: _Places = {
    "object": (
        ("target", ("describedObject",)),
        ("metricName", _NAME),
        ("targetValue", ("target", "value")),
        ("selector", _SELECTOR),
        ("averageValue", ("target", "averageValue")),
    ),
    "pods": (("metricName", _NAME), ("targetAverageValue", ("target", "averageValue")), ("selector", _SELECTOR)),
    "resource": (
        ("name", ("name",)),
        ("targetAverageUtilization", ("target", "averageUtilization")),
        ("targetAverageValue", ("target", "averageValue")),
    ),
    "containerResource": (
        ("name", ("name",)),
        ("targetAverageUtilization", ("target", "averageUtilization")),
        ("targetAverageValue", ("target", "averageValue")),
        ("container", ("container",)),
    ),
    "external": (
        ("metricName", _NAME),
        ("metricSelector", _SELECTOR),
        ("targetValue", ("target", "value")),
        ("targetAverageValue", ("target", "averageValue")),
    ),
}
_STATUSES_of_v1_metrics: _Places = {
    "object": (
        ("target", ("describedObject",)),
        ("metricName", _NAME),
        ("currentValue", ("current", "value")),
        ("selector", _SELECTOR),
        ("averageValue", ("current", "averageValue")),
    ),
    "pods": (("metricName", _NAME), ("currentAverageValue", ("current", "averageValue")), ("selector", _SELECTOR)),
    "resource": (
        ("name", ("name",)),
        ("currentAverageUtilization", ("current", "averageUtilization")),
        ("currentAverageValue", ("current", "averageValue")),
    ),
    "containerResource": (
        ("name", ("name",)),
        ("currentAverageUtilization", ("current", "averageUtilization")),
        ("currentAverageValue", ("current", "averageValue")),
        ("container", ("container",)),
    ),
    "external": (
        ("metricName", _NAME),
        ("metricSelector", _SELECTOR),
        ("currentValue", ("current", "value")),
        ("currentAverageValue", ("current", "averageValue")),
    ),
}


def spec_to_hub(metric: v1.MetricSpec) -> v2.MetricSpec:
    """Converts a metric's spec to the hub version, which names the type of the target value."""
    converted = _to_hub(metric, _SPECS_of_v1_metrics, "target")
    for kind, source in converted.items():
        if kind == "type":
            continue
        target = source["target"]
        if kind == "object" and "averageValue" in target and not parse_quantity(target["value"]).sign:
            del target["value"]  # v1 cannot omit it
        target["type"] = _target_type(kind, target)
    return cast("v2.MetricSpec", converted)


def _target_type(kind: str, target: JsonObject) -> str:
    match kind:
        case "resource" | "containerResource":
            return "Utilization" if "averageUtilization" in target else "AverageValue"
        case "object":
            return "AverageValue" if "averageValue" in target else "Value"
        case "external":
            return "Value" if "value" in target else "AverageValue"
    return "AverageValue"


def status_to_hub(metric: v1.MetricStatus) -> v2.MetricStatus:
    """Converts a metric's status to the hub version."""
    return cast("v2.MetricStatus", _to_hub(metric, _STATUSES_of_v1_metrics, "current"))


def _to_hub(metric: Any, places: _Places, values: str) -> JsonObject:
    converted: JsonObject = {"type": metric["type"]}
    for kind, fields in places.items():
        if kind in metric:
            source: JsonObject = {values: {}}
            for name, steps in fields:
                if name in metric[kind]:
                    put(source, steps, metric[kind][name])
            converted[kind] = source
    return converted


def spec_from_hub(metric: v2.MetricSpec) -> v1.MetricSpec:
    """Converts a metric's spec to v1."""
    return cast("v1.MetricSpec", _from_hub(metric, _SPECS_of_v1_metrics, "MetricSpec"))


def status_from_hub(metric: v2.MetricStatus) -> v1.MetricStatus:
    """Converts a metric's status to v1."""
    return cast("v1.MetricStatus", _from_hub(metric, _STATUSES_of_v1_metrics, "MetricStatus"))


def _from_hub(metric: Any, places: _Places, type_name: str) -> JsonObject:
    converted: JsonObject = {"type": metric["type"]}
    for kind, fields in places.items():
        if kind in metric:
            found = ((name, _find(metric[kind], steps)) for name, steps in fields)
            converted[kind] = {name: value for name, value in found if value is not None}
    normal: JsonObject = read_nested(converted, _TYPES.struct(type_name))
    return normal


def _find(value: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        value = None if value is None else value.get(step)
    return value


_V1, _V2 = described("apis.groups.autoscaling.v1"), described("apis.groups.autoscaling.v2")
_SPECS, _STATUSES = _V1.shape("[]MetricSpec"), _V1.shape("[]MetricStatus")
_CONDITIONS = _V1.shape("[]HorizontalPodAutoscalerCondition")
_BEHAVIOR = _V2.struct("HorizontalPodAutoscalerBehavior")
_SHARED_SPEC = ("scaleTargetRef", "minReplicas", "maxReplicas")
_SHARED_STATUS = ("observedGeneration", "lastScaleTime", "currentReplicas", "desiredReplicas")


def to_hub(autoscaler: v1.HorizontalPodAutoscaler) -> v2.HorizontalPodAutoscaler:
    """Converts an autoscaler of v1 to the hub version; the result shares nothing with the original."""
    given: Any = copy_json(autoscaler)
    texts = take_annotations(given["metadata"])
    spec: Any = _shared(given["spec"], _SHARED_SPEC)
    spec["metrics"] = _metrics_to_hub(given["spec"], texts)
    behavior = read_text(texts.get(BEHAVIOR), _BEHAVIOR)
    if behavior:
        spec["behavior"] = behavior
    status: Any = {"currentMetrics": None, **_shared(given["status"], _SHARED_STATUS)}
    if "currentCPUUtilizationPercentage" in given["status"]:
        current = {"averageUtilization": given["status"]["currentCPUUtilizationPercentage"]}
        status["currentMetrics"] = [{"type": "Resource", "resource": {"name": "cpu", "current": current}}]
    current_metrics = read_text(texts.get(CURRENT_METRICS), _STATUSES)
    if current_metrics is not None:
        status["currentMetrics"] = [status_to_hub(each) for each in current_metrics]
    conditions = read_text(texts.get(CONDITIONS), _CONDITIONS)
    if conditions:
        status["conditions"] = conditions
    return cast("v2.HorizontalPodAutoscaler", {**given, "apiVersion": "autoscaling/v2", "spec": spec, "status": status})


def _metrics_to_hub(spec: v1.HorizontalPodAutoscalerSpec, texts: dict[str, str]) -> list[v2.MetricSpec]:
    metrics = [spec_to_hub(each) for each in read_text(texts.get(METRICS), _SPECS) or ()]
    if "targetCPUUtilizationPercentage" in spec:
        metrics.append(cpu_metric(spec["targetCPUUtilizationPercentage"]))
    return metrics or [cpu_metric(DEFAULT_CPU_UTILIZATION)]


def from_hub(autoscaler: v2.HorizontalPodAutoscaler) -> v1.HorizontalPodAutoscaler:
    """Converts an autoscaler of the hub version to v1; the result shares nothing with the original."""
    given: Any = copy_json(autoscaler)
    take_annotations(given["metadata"])
    spec, status = _shared(given["spec"], _SHARED_SPEC), _shared(given["status"], _SHARED_STATUS)
    status.setdefault("currentReplicas", 0)
    metrics = given["spec"].get("metrics", [])
    cpu = [each for each in metrics if _asks_for_cpu(each)]
    if cpu:
        spec["targetCPUUtilizationPercentage"] = cpu[0]["resource"]["target"]["averageUtilization"]
    current = given["status"].get("currentMetrics") or []
    for each in current:
        found = each.get("resource", {}) if each["type"] == "Resource" else {}
        if found.get("name") == "cpu" and "averageUtilization" in found["current"]:
            status["currentCPUUtilizationPercentage"] = found["current"]["averageUtilization"]
    texts = {
        METRICS: _list_text([spec_from_hub(each) for each in metrics if not _asks_for_cpu(each)], _SPECS),
        CURRENT_METRICS: _list_text([status_from_hub(each) for each in current], _STATUSES),
        BEHAVIOR: to_json_text(_internal(given["spec"].get("behavior"), _BEHAVIOR))
        if "behavior" in given["spec"]
        else "",
        CONDITIONS: _list_text(given["status"].get("conditions", []), _CONDITIONS),
    }
    texts = {name: text for name, text in texts.items() if text}
    if texts:
        given["metadata"]["annotations"] = {**given["metadata"].get("annotations", {}), **texts}
    return cast("v1.HorizontalPodAutoscaler", {**given, "apiVersion": "autoscaling/v1", "spec": spec, "status": status})


def _shared(part: Any, fields: tuple[str, ...]) -> Any:
    return {field: part[field] for field in fields if field in part}


def _asks_for_cpu(metric: v2.MetricSpec) -> bool:
    """Returns True if v1 has a field for a metric."""
    resource = metric.get("resource")
    is_cpu = metric["type"] == "Resource" and resource is not None and resource["name"] == "cpu"
    return is_cpu and resource is not None and "averageUtilization" in resource["target"]


def _list_text(items: list[Any], shape: Shape) -> str:
    return to_json_text(in_go_order(items, shape)) if items else ""


def _internal(value: Any, shape: Shape) -> Any:
    """Returns a value as the JSON of its internal type. Kept: with Go names and all fields."""
    if isinstance(shape, ListOf) and value is not None:
        return [_internal(item, shape.item) for item in value]
    if isinstance(shape, Struct) and value is not None:
        fields = shape.tables.by_name.values()
        return GoStruct(
            {each.name[0].upper() + each.name[1:]: _internal(value.get(each.name), each.shape) for each in fields}
        )
    return value
