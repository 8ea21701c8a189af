"""Validation rules of the operations, groups, versions and resources that a webhook or policy matches.

Upstream: pkg/apis/admissionregistration/validation/validation.go validateRuleWithOperations, validateRule,
validateResources (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import RuleWithOperations

_OPERATIONS = ("*", "CONNECT", "CREATE", "DELETE", "UPDATE")
_SCOPES = ("*", "Cluster", "Namespaced")


def validate_rule_with_operations(rule: RuleWithOperations, path: FieldPath) -> ErrorList:
    """Requires known operations, groups, versions and resources; rejects further entries beside `*`."""
    errors: ErrorList = []
    operations = rule.get("operations") or []
    place = path.child("operations")
    if not operations:
        errors.append(required(place))
    if len(operations) > 1 and "*" in operations:
        errors.append(invalid(place, operations, "if '*' is present, must not specify other operations"))
    errors += [
        not_supported(place.index(position), NamedString(each), _OPERATIONS)
        for position, each in enumerate(operations)
        if each not in _OPERATIONS
    ]
    return errors + _validate_rule(rule, path)


def _validate_rule(rule: RuleWithOperations, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    groups, versions = rule.get("apiGroups") or [], rule.get("apiVersions") or []
    for names, field, what in ((groups, "apiGroups", "API groups"), (versions, "apiVersions", "API versions")):
        if not names:
            errors.append(required(path.child(field)))
        if len(names) > 1 and "*" in names:
            errors.append(invalid(path.child(field), names, f"if '*' is present, must not specify other {what}"))
    errors += [required(path.child("apiVersions").index(place)) for place, each in enumerate(versions) if not each]
    errors += _validate_resources(rule.get("resources") or [], path.child("resources"))
    scope = rule.get("scope")
    if scope is not None and scope not in _SCOPES:
        errors.append(not_supported(path.child("scope"), NamedString(scope), _SCOPES))
    return errors


def _validate_resources(resources: Sequence[str], path: FieldPath) -> ErrorList:
    """Requires resources without overlaps: each at most once by itself and by a wildcard."""
    errors: ErrorList = [] if resources else [required(path)]
    with_all_parts: set[str] = set()
    parts_of_all: set[str] = set()
    is_plain = False  # kept: only the last resource without a subresource counts
    for position, each in enumerate(resources):
        resource, slash, part = each.partition("/")
        if not each:
            errors.append(required(path.index(position)))
        elif not slash:
            is_plain = each != "*"
        else:
            if resource in with_all_parts:
                detail = f"if '{resource}/*' is present, must not specify {each}"
                errors.append(invalid(path.index(position), each, detail))
            if part in parts_of_all:
                errors.append(invalid(path.index(position), each, f"if '*/{part}' is present, must not specify {each}"))
            if part == "*":
                with_all_parts.add(resource)
            if resource == "*":
                parts_of_all.add(part)
    if len(resources) > 1 and "*/*" in resources:
        errors.append(invalid(path, resources, "if '*/*' is present, must not specify other resources"))
    if "*" in resources and is_plain:
        detail = "if '*' is present, must not specify other resources without subresources"
        errors.append(invalid(path, resources, detail))
    return errors
