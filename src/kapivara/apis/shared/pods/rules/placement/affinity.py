"""Validation rules of node and pod affinity.

Upstream: pkg/apis/core/validation/validation.go validateAffinity, validateNodeAffinity, validatePodAffinity,
validatePodAntiAffinity, validatePodAffinityTerm (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.placement.topology_spread import validate_match_label_keys
from kapivara.apis.shared.rules.labels import validate_label_name, validate_label_selector
from kapivara.apis.shared.rules.names import label_problems
from kapivara.apis.shared.rules.node_selectors import validate_node_selector, validate_node_selector_term
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.field.path import NO_PATH

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED: Final = "preferredDuringSchedulingIgnoredDuringExecution"
_LAST_WEIGHT: Final = 100


def validate_affinity(affinity: v1.Affinity, path: FieldPath, options: PodOptions) -> ErrorList:
    """Validates node affinity, pod affinity and pod anti-affinity."""
    errors: ErrorList = []
    if "nodeAffinity" in affinity:
        errors += _validate_node_affinity(affinity["nodeAffinity"], path.child("nodeAffinity"), options)
    if "podAffinity" in affinity:
        place = path.child("podAffinity")
        errors += _validate_pod_affinity(affinity["podAffinity"], place, any_values=options.any_affinity_values)
    if "podAntiAffinity" in affinity:
        place = path.child("podAntiAffinity")
        errors += _validate_pod_affinity(affinity["podAntiAffinity"], place, any_values=options.any_affinity_values)
    return errors


def _validate_node_affinity(affinity: v1.NodeAffinity, path: FieldPath, options: PodOptions) -> ErrorList:
    errors: ErrorList = []
    if _REQUIRED in affinity:
        errors += validate_node_selector(affinity[_REQUIRED], path.child(_REQUIRED), any_values=options.any_node_values)
    for position, term in enumerate(affinity.get(_PREFERRED, ())):
        place = path.child(_PREFERRED).index(position)
        errors += _validate_weight(term["weight"], place)
        errors += validate_node_selector_term(term["preference"], place.child("preference"), any_values=True)
    return errors


def _validate_weight(weight: int, path: FieldPath) -> ErrorList:
    if 1 <= weight <= _LAST_WEIGHT:
        return []
    return [invalid(path.child("weight"), weight, "must be in the range 1-100")]


def _validate_pod_affinity(
    affinity: v1.PodAffinity | v1.PodAntiAffinity, path: FieldPath, *, any_values: bool
) -> ErrorList:
    errors: ErrorList = []
    for position, term in enumerate(affinity.get(_REQUIRED, ())):
        errors += _validate_term(term, path.child(_REQUIRED).index(position), any_values=any_values)
    for position, weighted in enumerate(affinity.get(_PREFERRED, ())):
        place = path.child(_PREFERRED).index(position)
        errors += _validate_weight(weighted["weight"], place)
        errors += _validate_term(weighted["podAffinityTerm"], place.child("podAffinityTerm"), any_values=any_values)
    return errors


def _validate_term(term: v1.PodAffinityTerm, path: FieldPath, *, any_values: bool) -> ErrorList:
    """Requires valid selectors, valid namespace names and a topology key."""
    errors = _validate_selectors(term, path, any_values=any_values)
    for name in term.get("namespaces", ()):
        errors += [invalid(path.child("namespace"), name, problem) for problem in label_problems(name)]
    matching, differing = term.get("matchLabelKeys", ()), term.get("mismatchLabelKeys", ())
    if matching or differing:
        errors += validate_match_label_keys(matching, differing, term.get("labelSelector"), path)
    if not term["topologyKey"]:
        errors.append(required(path.child("topologyKey"), "can not be empty"))
    return errors + validate_label_name(term["topologyKey"], path.child("topologyKey"))


def _validate_selectors(term: v1.PodAffinityTerm, path: FieldPath, *, any_values: bool) -> ErrorList:
    errors = validate_label_selector(term.get("labelSelector"), path.child("labelSelector"), any_values=any_values)
    place = path.child("namespaceSelector")
    return errors + validate_label_selector(term.get("namespaceSelector"), place, any_values=any_values)


def has_invalid_affinity_selector(spec: v1.PodSpec) -> bool:
    """Returns True if a stored pod has invalid affinity selectors; updates may then keep invalid values."""
    terms = _terms(spec["affinity"]) if "affinity" in spec else ()
    return any(_validate_selectors(each, NO_PATH, any_values=False) for each in terms)


def _terms(affinity: v1.Affinity) -> Iterator[v1.PodAffinityTerm]:
    for each in (affinity.get("podAffinity", {}), affinity.get("podAntiAffinity", {})):
        yield from each.get(_REQUIRED, ())
        for weighted in each.get(_PREFERRED, ()):
            yield weighted["podAffinityTerm"]
