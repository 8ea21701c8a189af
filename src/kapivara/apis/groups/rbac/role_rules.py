"""Validation rules of Role and ClusterRole: complete rules.

Upstream: pkg/apis/rbac/validation/validation.go ValidateRole, ValidateClusterRole, ValidatePolicyRule;
pkg/registry/rbac/clusterrole/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.shared.rules.labels import has_invalid_label_value, validate_label_selector
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.rbac.v1.zz_generated_types import AggregationRule, ClusterRole, PolicyRule

_RULES = FieldPath.of("rules")
_SELECTORS = FieldPath.of("aggregationRule", "clusterRoleSelectors")


def validate_role(role: ClusterRole, old: ClusterRole | None, *, namespaced: bool) -> ErrorList:
    """Requires complete rules, and valid selectors of aggregated roles."""
    errors: ErrorList = []
    for position, rule in enumerate(role.get("rules") or ()):
        errors += validate_policy_rule(rule, _RULES.index(position), namespaced=namespaced)
    aggregation = role.get("aggregationRule")
    if aggregation is not None:
        any_values = old is not None and _has_invalid_label_values(old.get("aggregationRule"))
        errors += _validate_aggregation(aggregation, any_values=any_values)
    return errors


def validate_policy_rule(rule: PolicyRule, path: FieldPath, *, namespaced: bool) -> ErrorList:
    """Requires verbs, and either resources with their groups or, in a ClusterRole, URLs."""
    errors: ErrorList = []
    if not rule.get("verbs"):
        missing = required(path.child("verbs"), "verbs must contain at least one value")
        errors.append(missing.marked(covered_by_declarative=True))
    urls = rule.get("nonResourceURLs")
    if urls:
        place = path.child("nonResourceURLs")
        if namespaced:
            errors.append(invalid(place, urls, "namespaced rules cannot apply to non-resource URLs"))
        if rule.get("apiGroups") or rule.get("resources") or rule.get("resourceNames"):
            errors.append(invalid(place, urls, "rules cannot apply to both regular resources and non-resource URLs"))
        return errors
    if not rule.get("apiGroups"):
        errors.append(required(path.child("apiGroups"), "resource rules must supply at least one api group"))
    if not rule.get("resources"):
        errors.append(required(path.child("resources"), "resource rules must supply at least one resource"))
    return errors


def _validate_aggregation(aggregation: AggregationRule, *, any_values: bool) -> ErrorList:
    selectors = aggregation.get("clusterRoleSelectors") or ()
    errors: ErrorList = []
    if not selectors:
        detail = "at least one clusterRoleSelector required if aggregationRule is non-nil"
        errors.append(required(_SELECTORS, detail))
    for position, selector in enumerate(selectors):
        path = _SELECTORS.index(position)
        errors += validate_label_selector(selector, path, any_values=any_values)
        if validate_label_selector(selector, path):  # kept: an invalid selector is also reported as a whole
            errors.append(invalid(path, None, "invalid label selector."))
    return errors


def _has_invalid_label_values(aggregation: AggregationRule | None) -> bool:
    return any(map(has_invalid_label_value, (aggregation or {}).get("clusterRoleSelectors") or ()))
