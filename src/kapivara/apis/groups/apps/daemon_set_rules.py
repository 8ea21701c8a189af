"""Validation rules of DaemonSet: immutable selector, update strategy and status.

The template generation needs no rules, since clients cannot change it (`daemon_set.py`).
Upstream: pkg/apis/apps/validation/validation.go ValidateDaemonSet, ValidateDaemonSetUpdate,
ValidateDaemonSetStatusUpdate; pkg/registry/apps/daemonset/strategy.go ValidateUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.apps.replicated_pods import SELECTOR, SPEC, TEMPLATE, validate_selector_stays
from kapivara.apis.shared.pods.rules.pod_template import template_options, validate_template
from kapivara.apis.shared.pods.rules.selected_template import is_selected, unselected, validate_always_running
from kapivara.apis.shared.rules.int_or_percent import (
    int_or_percent_value,
    shown_int_or_percent,
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.apis.shared.rules.labels import has_invalid_label_value, shown_selector, validate_label_selector
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.apis.shared.rules.replica_counts import STATUS, validate_collision_count
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.values import ABSENT, Absent
from kapivara.values.record import replace

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

_STRATEGY: Final = SPEC.child("updateStrategy")
_STATUS_NUMBERS: Final = (
    "currentNumberScheduled",
    "numberMisscheduled",
    "desiredNumberScheduled",
    "numberReady",
    "observedGeneration",
    "updatedNumberScheduled",
    "numberAvailable",
    "numberUnavailable",
    "collisionCount",
)


def validate_daemon_set(new: v1.DaemonSet, old: v1.DaemonSet | Absent) -> ErrorList:
    """Validates the spec of a daemon set, given the old object, if any."""
    spec, errors = new["spec"], ErrorList()
    options = template_options(old if old is ABSENT else old["spec"]["template"])
    if old is not ABSENT:
        before = old["spec"].get("selector")
        errors += validate_selector_stays(spec.get("selector"), before)
        if has_invalid_label_value(before):
            options = replace(options, any_affinity_values=True)
    errors += _validate_pods(spec, options)
    errors += validate_non_negative_fields(spec, SPEC, "minReadySeconds")
    return errors + _validate_strategy(spec["updateStrategy"])


def _validate_pods(spec: v1.DaemonSetSpec, options: PodOptions) -> ErrorList:
    """Requires a selector that matches the template, and pods with restart policy Always."""
    selector, template = spec.get("selector"), spec["template"]
    errors = validate_label_selector(selector, SELECTOR, any_values=options.any_affinity_values)
    if is_selected(selector, template["metadata"].get("labels", {})) is False:
        errors += unselected(template, TEMPLATE)
    if selector is not None and not selector.get("matchLabels") and not selector.get("matchExpressions"):
        errors.append(invalid(SELECTOR, shown_selector(selector), "empty selector is invalid for daemonset"))
    errors += validate_template(template, TEMPLATE, options)
    return errors + validate_always_running(template, TEMPLATE, "DaemonSet")


def _validate_strategy(strategy: v1.DaemonSetUpdateStrategy) -> ErrorList:
    kind, path = strategy.get("type", ""), _STRATEGY.child("rollingUpdate")
    if kind == "OnDelete":
        return []
    if kind != "RollingUpdate":
        from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

        shown = internal_form({**strategy}, "apps.DaemonSetUpdateStrategy")
        return [not_supported(_STRATEGY, shown, ("RollingUpdate", "OnDelete"))]
    rolling = strategy.get("rollingUpdate")
    return [required(path)] if rolling is None else _validate_rolling(rolling, path)


def _validate_rolling(rolling: v1.RollingUpdateDaemonSet, path: FieldPath) -> ErrorList:
    """Requires either a positive `maxUnavailable` or a positive `maxSurge`, and not both."""
    unavailable, surge = rolling.get("maxUnavailable", 0), rolling.get("maxSurge", 0)
    errors: ErrorList = []
    for check in (validate_positive_int_or_percent, validate_not_more_than_100_percent):
        errors += check(unavailable, path.child("maxUnavailable"))
        errors += check(surge, path.child("maxSurge"))
    has_unavailable, has_surge = int_or_percent_value(unavailable) != 0, int_or_percent_value(surge) != 0
    if has_unavailable and has_surge:
        detail = "may not be set when maxUnavailable is non-zero"
        errors.append(invalid(path.child("maxSurge"), shown_int_or_percent(surge), detail))
    elif not has_unavailable and not has_surge:
        errors.append(required(path.child("maxUnavailable"), "cannot be 0 when maxSurge is 0"))
    return errors


def validate_daemon_set_status(new: v1.DaemonSet, old: v1.DaemonSet) -> ErrorList:
    """Validates a new status against the old one."""
    errors = validate_non_negative_fields(new["status"], STATUS, *_STATUS_NUMBERS)
    return errors + validate_collision_count(new["status"], old["status"])
