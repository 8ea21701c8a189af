"""Validation rules of HorizontalPodAutoscaler: target, bounds, metrics and behavior.

Upstream: pkg/apis/autoscaling/validation/validation.go validateHorizontalPodAutoscalerSpec, validateBehavior,
ValidateHorizontalPodAutoscalerStatusUpdate; pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go
validationOptionsForHorizontalPodAutoscaler (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.autoscaling.references import VersionRule, api_version_problem, validate_reference
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields, validate_positive
from kapivara.apis.shared.rules.quantities import validate_non_negative_quantity
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.autoscaling.v2.zz_generated_types as v2

_SPEC: Final = FieldPath.of("spec")
_STATUS: Final = FieldPath.of("status")
_SELECTIONS: Final = ("Disabled", "Max", "Min")
_POLICIES: Final = ("Percent", "Pods")
_LONGEST_PERIOD: Final = 1800
_LONGEST_WINDOW: Final = 3600


def validate_autoscaler(new: v2.HorizontalPodAutoscaler, old: v2.HorizontalPodAutoscaler | Absent) -> ErrorList:
    """Validates the spec of an autoscaler, given the old object, if any."""
    spec, before = new["spec"], old if old is ABSENT else old["spec"]
    errors = _validate_bounds(spec)
    path, rule = _SPEC.child("scaleTargetRef"), _rule_of_target(spec, before)
    errors += validate_reference(spec["scaleTargetRef"], path, rule, is_covered=True)
    errors += _validate_metrics(spec, before)
    behavior, place = spec.get("behavior", {}), _SPEC.child("behavior")
    for field, rules in (("scaleUp", behavior.get("scaleUp")), ("scaleDown", behavior.get("scaleDown"))):
        if rules is not None:
            errors += _validate_scaling(rules, place.child(field))
    return errors


def _validate_bounds(spec: v2.HorizontalPodAutoscalerSpec) -> ErrorList:
    """Requires bounds of which the minimum is not above the maximum."""
    least, most, errors = spec.get("minReplicas"), spec.get("maxReplicas", 0), ErrorList()
    if least is not None and least < 0:
        refused = invalid(_SPEC.child("minReplicas"), least, "must be greater than or equal to 0")
        errors.append(refused.with_origin("minimum").marked(covered_by_declarative=True))
    path = _SPEC.child("maxReplicas")
    if most == 0:
        errors.append(required(path, "must be set and greater than 0").marked(covered_by_declarative=True))
    elif most < 0:
        refused = invalid(path, most, "must be greater than or equal to 1")
        errors.append(refused.with_origin("minimum").marked(covered_by_declarative=True))
    if least is not None and most < least:
        errors.append(invalid(path, most, "must be greater than or equal to `minReplicas`"))
    return errors


def _rule_of_target(spec: v2.HorizontalPodAutoscalerSpec, old: v2.HorizontalPodAutoscalerSpec | Absent) -> VersionRule:
    """Returns the rule for the target's apiVersion; ANY if the target did not change."""
    target = spec["scaleTargetRef"]
    if old is not ABSENT:
        before = old["scaleTargetRef"]
        same = before["kind"] == target["kind"] and before.get("apiVersion", "") == target.get("apiVersion", "")
        if same:
            return VersionRule.ANY
    return VersionRule.WELL_FORMED if target["kind"] == "ReplicationController" else VersionRule.WITH_GROUP


def _validate_metrics(spec: v2.HorizontalPodAutoscalerSpec, old: v2.HorizontalPodAutoscalerSpec | Absent) -> ErrorList:
    """Requires valid metrics, and metrics that do not need pods if the minimum is zero."""
    metrics, path, errors = spec.get("metrics", ()), _SPEC.child("metrics"), ErrorList()
    if metrics:
        from kapivara.apis.groups.autoscaling.metric_rules import validate_metric  # not all have metrics

        rule = VersionRule.ANY if old is not ABSENT and _had_odd_versions(old) else VersionRule.WELL_FORMED
        for position, metric in enumerate(metrics):
            errors += validate_metric(metric, path.index(position), rule)
    if spec.get("minReplicas") == 0 and not any(each["type"] in ("Object", "External") for each in metrics):
        detail = "must specify at least one Object or External metric to support scaling to zero replicas"
        errors.append(forbidden(path, detail))
    return errors


def _had_odd_versions(old: v2.HorizontalPodAutoscalerSpec) -> bool:
    """Returns True if a metric of the old object names a malformed apiVersion."""
    return any(
        each["type"] == "Object"
        and "object" in each
        and api_version_problem(each["object"]["describedObject"], VersionRule.WELL_FORMED)
        for each in old.get("metrics", ())
    )


def _validate_scaling(rules: v2.HPAScalingRules, path: FieldPath) -> ErrorList:
    """Requires a valid stabilization window and valid scaling policies."""
    window, place, errors = rules.get("stabilizationWindowSeconds", 0), "stabilizationWindowSeconds", ErrorList()
    if window < 0:
        errors.append(invalid(path.child(place), window, "must be greater than or equal to zero"))
    elif window > _LONGEST_WINDOW:
        errors.append(invalid(path.child(place), window, f"must be less than or equal to {_LONGEST_WINDOW}"))
    if "selectPolicy" in rules:
        errors += validate_choice(rules["selectPolicy"], path.child("selectPolicy"), _SELECTIONS)
    policies = rules.get("policies", ())
    if not policies:
        errors.append(required(path.child("policies"), "must specify at least one Policy"))
    for position, policy in enumerate(policies):
        errors += _validate_scaling_policy(policy, path.child("policies").index(position))
    if "tolerance" in rules:
        errors += validate_non_negative_quantity(rules["tolerance"], path.child("tolerance"))
    return errors


def _validate_scaling_policy(policy: v2.HPAScalingPolicy, path: FieldPath) -> ErrorList:
    errors = validate_choice(policy["type"], path.child("type"), _POLICIES)
    errors += validate_positive(policy["value"], path.child("value"))
    seconds, place = policy["periodSeconds"], path.child("periodSeconds")
    errors += validate_positive(seconds, place)
    if seconds > _LONGEST_PERIOD:
        errors.append(invalid(place, seconds, f"must be less than or equal to {_LONGEST_PERIOD}"))
    return errors


def validate_autoscaler_status(new: v2.HorizontalPodAutoscaler) -> ErrorList:
    """Validates a new status."""
    status, errors = new["status"], ErrorList()
    for position, condition in enumerate(status.get("conditions", ())):
        place = _STATUS.child("conditions").index(position)
        errors += validate_non_negative_fields(condition, place, "observedGeneration")
    return errors
