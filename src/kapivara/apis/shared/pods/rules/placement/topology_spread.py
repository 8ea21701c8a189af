"""Validation rules of topology spread constraints and match label keys.

Upstream: pkg/apis/core/validation/validation.go validateTopologySpreadConstraints,
ValidateMatchLabelKeysAndMismatchLabelKeys, ValidateMatchLabelKeysInTopologySpread (1.37;
MatchLabelKeysInPodTopologySpreadSelectorMerge on).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.labels import validate_label_name, validate_label_selector
from kapivara.apis.shared.rules.numbers import validate_positive
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions
    from kapivara.meta.v1.zz_generated_types import LabelSelector

ACTIONS: Final = ("DoNotSchedule", "ScheduleAnyway")
_NODE_POLICIES: Final = ("Honor", "Ignore")
_IN_BOTH: Final = "exists in both matchLabelKeys and labelSelector"
_NO_SELECTOR: Final = "must not be specified when labelSelector is not set"


def validate_topology_spread(
    constraints: Sequence[v1.TopologySpreadConstraint], path: FieldPath, options: PodOptions
) -> ErrorList:
    """Requires valid constraints and unique pairs of key and action; the last of equal pairs is not reported."""
    errors: ErrorList = []
    left = Counter((each["topologyKey"], each["whenUnsatisfiable"]) for each in constraints[1:])
    for position, each in enumerate(constraints):
        place, key, action = path.index(position), each["topologyKey"], each["whenUnsatisfiable"]
        errors += validate_positive(each["maxSkew"], place.child("maxSkew"))
        if not key:
            errors.append(required(place.child("topologyKey"), "can not be empty"))
        errors += validate_choice(action, place.child("whenUnsatisfiable"), ACTIONS)
        if position:
            left[key, action] -= 1
        if left[key, action]:
            errors.append(duplicate(place.child("{topologyKey, whenUnsatisfiable}"), f"{{{key}, {action}}}"))
        errors += _validate_domains(each, place)
        if keys := each.get("matchLabelKeys"):
            selector = each.get("labelSelector")
            if options.any_label_keys:
                errors += _validate_legacy_label_keys(keys, selector, place.child("matchLabelKeys"))
            else:
                errors += validate_match_label_keys(keys, (), selector, place)
        if not options.any_spread_selectors:
            errors += validate_label_selector(each.get("labelSelector"), place.child("labelSelector"))
    return errors


def _validate_domains(constraint: v1.TopologySpreadConstraint, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if "minDomains" in constraint:
        domains, place, action = constraint["minDomains"], path.child("minDomains"), constraint["whenUnsatisfiable"]
        errors += validate_positive(domains, place)
        if action != "DoNotSchedule":
            detail = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}"
            errors.append(invalid(place, domains, detail).with_origin("dependsOn"))
    if "nodeAffinityPolicy" in constraint:
        errors += validate_choice(constraint["nodeAffinityPolicy"], path.child("nodeAffinityPolicy"), _NODE_POLICIES)
    if "nodeTaintsPolicy" in constraint:
        errors += validate_choice(constraint["nodeTaintsPolicy"], path.child("nodeTaintsPolicy"), _NODE_POLICIES)
    return errors


def validate_match_label_keys(
    matching: Sequence[str], differing: Sequence[str], selector: LabelSelector | None, path: FieldPath
) -> ErrorList:
    """Requires valid label keys that are not in the selector and not in both lists.

    The selector of a stored pod contains requirements for these keys. Kept: an error names an index in the wrong list.
    """
    errors = _validate_keys(matching, selector, path.child("matchLabelKeys"))
    errors += _validate_keys(differing, selector, path.child("mismatchLabelKeys"))
    if selector is not None and matching:
        positions = {key: position for position, key in enumerate(matching)}
        selected = set(selector.get("matchLabels", ()))
        for each in selector.get("matchExpressions", ()):
            key = each["key"]
            if key in positions and key in selected:
                error = invalid(path.index(positions[key]), key, _IN_BOTH)
                errors.append(error.with_origin("duplicatedLabelKeys"))
            selected.add(key)
    for position, key in enumerate(matching if differing else ()):
        if key in differing:
            place = path.child("matchLabelKeys").index(position)
            error = invalid(place, key, "exists in both matchLabelKeys and mismatchLabelKeys")
            errors.append(error.with_origin("duplicatedMismatchLabelKeys"))
    return errors


def _validate_keys(keys: Sequence[str], selector: LabelSelector | None, path: FieldPath) -> ErrorList:
    if not keys:
        return []
    if selector is None:
        return [forbidden(path, _NO_SELECTOR)]
    return [error for position, key in enumerate(keys) for error in validate_label_name(key, path.index(position))]


def _validate_legacy_label_keys(keys: Sequence[str], selector: LabelSelector | None, path: FieldPath) -> ErrorList:
    """Requires valid label keys that are not in the selector; older pods were stored without merging the two."""
    errors = [forbidden(path, _NO_SELECTOR)] if selector is None else []
    given = selector or {}
    selected = {*given.get("matchLabels", ()), *(each["key"] for each in given.get("matchExpressions", ()))}
    for position, key in enumerate(keys):
        errors += validate_label_name(key, path.index(position))
        if key in selected:
            errors.append(invalid(path.index(position), key, _IN_BOTH).with_origin("duplicatedLabelKeys"))
    return errors
