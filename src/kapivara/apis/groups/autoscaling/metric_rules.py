"""Validation rules of an autoscaler's metrics: one source each, with a matching target.

Upstream: pkg/apis/autoscaling/validation/validation.go validateMetricSpec, validateMetricTarget (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.autoscaling.references import VersionRule, validate_reference
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.names import validate_dns1123_label
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.apis.shared.rules.resource_names import validate_container_resource_name
from kapivara.content.names import is_path_segment_name
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.autoscaling.v2.zz_generated_types as v2

_FIELDS: Final = {
    "Object": "object",
    "External": "external",
    "Pods": "pods",
    "Resource": "resource",
    "ContainerResource": "containerResource",
}
"""The types, each with the field of its source, in the order of validation."""
_TYPES: Final = tuple(sorted(_FIELDS))
_TARGETS: Final = ("Utilization", "Value", "AverageValue")


def validate_metric(metric: v2.MetricSpec, path: FieldPath, rule: VersionRule) -> ErrorList:
    """Requires a known type and only its source. Kept: the first given source is validated."""
    kind, errors = metric["type"], ErrorList()
    if not kind:
        errors.append(required(path.child("type"), "must specify a metric source type"))
    errors += validate_choice(kind, path.child("type"), _TYPES)
    given = [field for field in _FIELDS.values() if field in metric]
    if given:
        errors += _validate_source(metric, given[0], path.child(given[0]), rule)
    expected = _FIELDS.get(kind)
    if expected and expected not in given:
        errors.append(required(path.child(expected), "must populate information for the given metric source"))
    if len(given) != 1:
        detail = "must populate the given metric source only"
        errors += [forbidden(path.child(field), detail) for field in given if field != expected]
    return errors


def _validate_source(metric: v2.MetricSpec, field: str, path: FieldPath, rule: VersionRule) -> ErrorList:
    match field:
        case "object":
            source = metric["object"]
            errors = validate_reference(source["describedObject"], path.child("describedObject"), rule)
            errors += _validate_identifier(source["metric"], path.child("metric"))
            return errors + _validate_value(source["target"], path, "must set either a target value or averageValue")
        case "external":
            return _validate_external(metric["external"], path)
        case "pods":
            return _validate_pods(metric["pods"], path)
        case "resource":
            return _validate_resource(metric["resource"], path)
        case _:
            return _validate_container_resource(metric["containerResource"], path)


def _validate_value(target: v2.MetricTarget, path: FieldPath, detail: str) -> ErrorList:
    """Requires a value or an average value."""
    errors = _validate_target(target, path.child("target"))
    if "value" not in target and "averageValue" not in target:
        errors.append(required(path.child("target", "averageValue"), detail))
    return errors


def _validate_external(source: v2.ExternalMetricSource, path: FieldPath) -> ErrorList:
    target, errors = source["target"], _validate_identifier(source["metric"], path.child("metric"))
    errors += _validate_value(target, path, "must set either a target value for metric or a per-pod target")
    if "value" in target and "averageValue" in target:
        detail = "may not set both a target value for metric and a per-pod target"
        errors.append(forbidden(path.child("target", "value"), detail))
    return errors


def _validate_pods(source: v2.PodsMetricSource, path: FieldPath) -> ErrorList:
    errors = _validate_identifier(source["metric"], path.child("metric"))
    errors += _validate_target(source["target"], path.child("target"))
    if "averageValue" not in source["target"]:
        place = path.child("target", "averageValue")
        errors.append(required(place, "must specify a positive target averageValue"))
    return errors


def _validate_container_resource(source: v2.ContainerResourceMetricSource, path: FieldPath) -> ErrorList:
    name, container, errors = source["name"], source["container"], ErrorList()
    if name:
        errors += validate_container_resource_name(name, path.child("name"))
    else:
        errors.append(required(path.child("name"), "must specify a resource name"))
    if container:
        errors += validate_dns1123_label(container, path.child("container"))
    else:
        errors.append(required(path.child("container"), "must specify a container"))
    return errors + _validate_use(source["target"], path)


def _validate_resource(source: v2.ResourceMetricSource, path: FieldPath) -> ErrorList:
    errors = [] if source["name"] else [required(path.child("name"), "must specify a resource name")]
    return errors + _validate_use(source["target"], path)


def _validate_use(target: v2.MetricTarget, path: FieldPath) -> ErrorList:
    """Requires either an average value or an average utilization."""
    errors, place = _validate_target(target, path.child("target")), path.child("target")
    if "averageUtilization" not in target and "averageValue" not in target:
        detail = "must set either a target raw value or a target utilization"
        errors.append(required(place.child("averageUtilization"), detail))
    if "averageUtilization" in target and "averageValue" in target:
        detail = "may not set both a target raw value and a target utilization"
        errors.append(forbidden(place.child("averageValue"), detail))
    return errors


def _validate_target(target: v2.MetricTarget, path: FieldPath) -> ErrorList:
    kind, errors = target["type"], ErrorList()
    if not kind:
        errors.append(required(path.child("type"), "must specify a metric target type"))
    if kind not in _TARGETS:
        detail = "must be either Utilization, Value, or AverageValue"
        errors.append(invalid(path.child("type"), NamedString(kind), detail))
    for field, amount in (("value", target.get("value")), ("averageValue", target.get("averageValue"))):
        if amount is not None and read_quantity(amount).sign <= 0:
            errors.append(invalid(path.child(field), amount, "must be positive"))
    if (share := target.get("averageUtilization", 1)) < 1:
        errors.append(invalid(path.child("averageUtilization"), share, "must be greater than 0"))
    return errors


def _validate_identifier(metric: v2.MetricIdentifier, path: FieldPath) -> ErrorList:
    name, place = metric["name"], path.child("name")
    if not name:
        return [required(place, "must specify a metric name")]
    return [invalid(place, name, problem) for problem in is_path_segment_name(name)]
