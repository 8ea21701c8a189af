"""Validation rules of Deployment: immutable selector, strategy and status.

Upstream: pkg/apis/apps/validation/validation.go ValidateDeployment, ValidateDeploymentUpdate,
ValidateDeploymentStatusUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.apps.number_annotations import ROLLBACK
from kapivara.apis.groups.apps.replicated_pods import SPEC, validate_replicated_pods, validate_selector_stays
from kapivara.apis.shared.rules.int_or_percent import (
    int_or_percent_value,
    shown_int_or_percent,
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.apis.shared.rules.numbers import validate_non_negative, validate_non_negative_fields
from kapivara.apis.shared.rules.replica_counts import validate_collision_count, validate_replica_counts
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1

_STRATEGY: Final = SPEC.child("strategy")
_ROLLING: Final = _STRATEGY.child("rollingUpdate")
_STRATEGIES: Final = ("Recreate", "RollingUpdate")
_USUAL: Final = frozenset((*range(11), "10%", "20%", "25%", "30%", "33%", "34%", "50%", "75%", "100%"))
"""The values of `maxUnavailable` and `maxSurge` in most deployments."""
_PROGRESS: Final = "progressDeadlineSeconds"
_STATUS_NUMBERS: Final = (
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
    "collisionCount",
)
_STATUS_PARTS: Final = ("updatedReplicas", "readyReplicas", "availableReplicas")


def validate_deployment(new: v1.Deployment, old: v1.Deployment | Absent) -> ErrorList:
    """Validates the spec of a deployment, given the old object, if any."""
    spec, before = new["spec"], old if old is ABSENT else old["spec"]
    if _is_plain(spec) and ROLLBACK not in new["metadata"].get("annotations", ()):
        errors = validate_replicated_pods(spec, before)
    else:
        errors = _validate_spec(new, before)
    if before is not ABSENT:
        errors += validate_selector_stays(spec.get("selector"), before.get("selector"))
    return errors


def _is_plain(spec: v1.DeploymentSpec) -> bool:
    """Returns True if a spec, except its selector and template, is valid by a fast check."""
    ready, strategy = spec.get("minReadySeconds", 0), spec["strategy"]
    rolling = strategy.get("rollingUpdate") or {}
    unavailable, surge = rolling.get("maxUnavailable"), rolling.get("maxSurge")
    return (
        spec.get("replicas", 0) >= 0
        and 0 <= ready < spec.get("progressDeadlineSeconds", 0)
        and spec.get("revisionHistoryLimit", 0) >= 0
        and strategy.get("type") == "RollingUpdate"
        and unavailable in _USUAL
        and surge in _USUAL
        and bool(unavailable or surge)
    )


def _validate_spec(new: v1.Deployment, before: v1.DeploymentSpec | Absent) -> ErrorList:
    spec = new["spec"]
    errors = validate_non_negative_fields(spec, SPEC, "replicas")
    errors += validate_replicated_pods(spec, before)
    errors += _validate_strategy(spec["strategy"])
    errors += validate_non_negative_fields(spec, SPEC, "minReadySeconds", "revisionHistoryLimit")
    errors += _validate_rollback(new["metadata"].get("annotations", {}))
    return errors + _validate_progress(spec)


def _validate_strategy(strategy: v1.DeploymentStrategy) -> ErrorList:
    kind, rolling, path = strategy.get("type", ""), strategy.get("rollingUpdate"), _ROLLING
    if kind not in _STRATEGIES:
        from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

        return [not_supported(_STRATEGY, internal_form({**strategy}, "apps.DeploymentStrategy"), _STRATEGIES)]
    if kind == "Recreate":
        detail = "may not be specified when strategy `type` is 'Recreate'"
        return [] if rolling is None else [forbidden(path, detail)]
    if rolling is None:
        return [required(path, "this should be defaulted and never be nil")]
    return _validate_rolling(rolling, path)


def _validate_rolling(rolling: v1.RollingUpdateDeployment, path: FieldPath) -> ErrorList:
    """Requires a positive `maxUnavailable` or `maxSurge`, and `maxUnavailable` of at most 100 %."""
    unavailable, surge = rolling.get("maxUnavailable", 0), rolling.get("maxSurge", 0)
    place = path.child("maxUnavailable")
    errors = validate_positive_int_or_percent(unavailable, place)
    errors += validate_positive_int_or_percent(surge, path.child("maxSurge"))
    if int_or_percent_value(unavailable) == 0 and int_or_percent_value(surge) == 0:
        errors.append(invalid(place, shown_int_or_percent(unavailable), "may not be 0 when `maxSurge` is 0"))
    return errors + validate_not_more_than_100_percent(unavailable, place)


def _validate_rollback(annotations: Mapping[str, str]) -> ErrorList:
    """Rejects a negative rollback revision."""
    if ROLLBACK not in annotations:
        return []
    return validate_non_negative(int(annotations[ROLLBACK]), SPEC.child("rollback", "version"))


def _validate_progress(spec: v1.DeploymentSpec) -> ErrorList:
    """Requires a progress deadline longer than `minReadySeconds`."""
    seconds = spec.get("progressDeadlineSeconds")
    if seconds is None:
        return []
    errors = validate_non_negative_fields(spec, SPEC, _PROGRESS)
    if seconds <= spec.get("minReadySeconds", 0):
        errors.append(invalid(SPEC.child(_PROGRESS), seconds, "must be greater than minReadySeconds"))
    return errors


def validate_deployment_status(new: v1.Deployment, old: v1.Deployment) -> ErrorList:
    """Validates a new status against the old one."""
    status = new["status"]
    errors = validate_replica_counts(status, _STATUS_NUMBERS, _STATUS_PARTS)
    return errors + validate_collision_count(status, old["status"])
