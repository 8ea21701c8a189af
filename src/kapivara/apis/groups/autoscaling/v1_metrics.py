"""Converts metrics between the flat form of autoscaling/v1 and the hub version.

Upstream: pkg/apis/autoscaling/v1/conversion.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kapivara.apis.machinery.scales.nested import put
from kapivara.codec.typed.decoding import read_nested
from kapivara.codec.typed.described import described
from kapivara.values import JsonObject
from kapivara.values.quantity import parse_quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.groups.autoscaling.v2 import zz_generated_types as v2

_Places: TypeAlias = Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""The fields of v1 by the kind of metric, each with its path at the hub version."""

_TYPES = described("apis.groups.autoscaling.v1")
_NAME, _SELECTOR = ("metric", "name"), ("metric", "selector")

_SPECS: _Places = {
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
_STATUSES: _Places = {
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
    converted = _to_hub(metric, _SPECS, "target")
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
    return cast("v2.MetricStatus", _to_hub(metric, _STATUSES, "current"))


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
    return cast("v1.MetricSpec", _from_hub(metric, _SPECS, "MetricSpec"))


def status_from_hub(metric: v2.MetricStatus) -> v1.MetricStatus:
    """Converts a metric's status to v1."""
    return cast("v1.MetricStatus", _from_hub(metric, _STATUSES, "MetricStatus"))


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
