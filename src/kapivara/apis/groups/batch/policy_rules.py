"""Validation rules of pod failure policies and success policies.

Upstream: pkg/apis/batch/validation/validation.go validatePodFailurePolicy, validateSuccessPolicy (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.batch.indexes import IndexesError, count_indexes
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required, too_long, too_many
from kapivara.field.errors import OMITTED
from kapivara.values.rendering import NamedString, quote

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1

_ACTIONS: Final = ("Count", "FailIndex", "FailJob", "Ignore")
_OPERATORS: Final = ("In", "NotIn")
_STATUSES: Final = ("False", "True", "Unknown")
_MOST_RULES: Final = 20
_MOST_EXIT_CODES: Final = 255
_MOST_PATTERNS: Final = 20
_LONGEST_INDEXES: Final = 64 * 1024


def validate_failure_policy(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    """Requires valid rules that refer to containers of the job."""
    rules, place = spec["podFailurePolicy"]["rules"] or (), path.child("rules")
    errors = [too_many(place, len(rules), _MOST_RULES)] if len(rules) > _MOST_RULES else []
    pod = spec["template"]["spec"]
    names = {each["name"] for each in (*(pod["containers"] or ()), *pod.get("initContainers", ()))}
    for position, rule in enumerate(rules):
        errors += _validate_failure_rule(spec, rule, place.index(position), names)
    return errors


def _validate_failure_rule(
    spec: v1.JobSpec, rule: v1.PodFailurePolicyRule, path: FieldPath, containers: Collection[str]
) -> ErrorList:
    action, codes, conditions = rule["action"], rule.get("onExitCodes"), rule.get("onPodConditions")
    errors = _validate_word(action, path.child("action"), _ACTIONS)
    if action == "FailIndex" and "backoffLimitPerIndex" not in spec:
        detail = "requires the backoffLimitPerIndex to be set"
        errors.append(invalid(path.child("action"), NamedString(action), detail))
    if codes is not None:
        errors += _validate_exit_codes(codes, path.child("onExitCodes"), containers)
    if conditions:
        errors += _validate_conditions(conditions, path.child("onPodConditions"))
    if codes is not None and conditions:
        errors.append(invalid(path, OMITTED, "specifying both OnExitCodes and OnPodConditions is not supported"))
    elif codes is None and not conditions:
        errors.append(invalid(path, OMITTED, "specifying one of OnExitCodes and OnPodConditions is required"))
    return errors


def _validate_word(word: str, path: FieldPath, choices: Sequence[str]) -> ErrorList:
    """Requires one of several values; the error about an empty one lists them."""
    if word:
        return validate_choice(word, path, choices)
    return [required(path, f"valid values: [{' '.join(map(quote, choices))}]")]


def _validate_conditions(patterns: Sequence[v1.PodFailurePolicyOnPodConditionsPattern], path: FieldPath) -> ErrorList:
    errors = [too_many(path, len(patterns), _MOST_PATTERNS)] if len(patterns) > _MOST_PATTERNS else []
    for position, pattern in enumerate(patterns):
        errors += validate_qualified_name(pattern["type"], path.index(position).child("type"))
        errors += _validate_word(pattern["status"], path.index(position).child("status"), _STATUSES)
    return errors


def _validate_exit_codes(
    codes: v1.PodFailurePolicyOnExitCodesRequirement, path: FieldPath, containers: Collection[str]
) -> ErrorList:
    values, place = codes["values"], path.child("values")
    errors = _validate_word(codes["operator"], path.child("operator"), _OPERATORS)
    if "containerName" in codes and codes["containerName"] not in containers:
        detail = "must be one of the container or initContainer names in the pod template"
        errors.append(invalid(path.child("containerName"), codes["containerName"], detail))
    if not values:
        return [*errors, invalid(place, values, "at least one value is required")]
    if len(values) > _MOST_EXIT_CODES:
        errors.append(too_many(place, len(values), _MOST_EXIT_CODES))
    seen: set[int] = set()
    for position, value in enumerate(values):
        if value == 0 and codes["operator"] == "In":
            errors.append(invalid(place.index(position), value, "must not be 0 for the In operator"))
        if value in seen:
            errors.append(duplicate(place.index(position), value))
        seen.add(value)
    if any(one > other for one, other in pairwise(values)):
        errors.append(invalid(place, values, "must be ordered"))
    return errors


def validate_success_policy(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    """Requires valid rules that the pods of an indexed job can satisfy."""
    rules, place, errors = spec["successPolicy"]["rules"] or (), path.child("rules"), ErrorList()
    if not rules:
        errors.append(required(place, "at least one rules must be specified when the successPolicy is specified"))
    if len(rules) > _MOST_RULES:
        errors.append(too_many(place, len(rules), _MOST_RULES))
    for position, rule in enumerate(rules):
        errors += _validate_success_rule(spec, rule, place.index(position))
    return errors


def _validate_success_rule(spec: v1.JobSpec, rule: v1.SuccessPolicyRule, path: FieldPath) -> ErrorList:
    """Requires a reachable number of successes; upstream panics if `completions` is absent."""
    indexes, count, completions = rule.get("succeededIndexes"), rule.get("succeededCount"), spec.get("completions")
    if indexes is None and count is None:
        return [required(path, "at least one of succeededCount or succeededIndexes must be specified")]
    errors, total, place = ErrorList(), 0, path.child("succeededIndexes")
    if indexes is not None:
        if byte_length(indexes) > _LONGEST_INDEXES:
            errors.append(too_long(place, _LONGEST_INDEXES))
        if completions is not None:
            try:
                total = count_indexes(indexes, completions)
            except IndexesError as error:
                errors.append(invalid(place, indexes, f"error parsing succeededIndexes: {error}"))
    if count is None or completions is None:
        return errors
    named = None if indexes is None else total
    return errors + _validate_count(count, path.child("succeededCount"), completions, named)


def _validate_count(count: int, path: FieldPath, completions: int, total: int | None) -> ErrorList:
    errors, most = validate_non_negative(count, path), "must be less than or equal to"
    if count > completions:
        errors.append(invalid(path, count, f"{most} {completions} (the number of specified completions)"))
    if total is not None and count > total:
        detail = f"{most} {total} (the number of indexes in the specified succeededIndexes field)"
        errors.append(invalid(path, count, detail))
    return errors
