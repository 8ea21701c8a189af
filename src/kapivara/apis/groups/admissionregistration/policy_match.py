"""Validation rules that policies and bindings share: match resources and parameters.

Upstream: pkg/apis/admissionregistration/validation/validation.go validateMatchResources, validateParamKind,
validateParamRef (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.groups.admissionregistration.match_rules import validate_rule_with_operations
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.names import is_dns1035_label, is_path_segment_name
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import (
        MatchResources,
        NamedRuleWithOperations,
        ParamKind,
        ParamRef,
    )

_POLICIES = ("Equivalent", "Exact")
_CHANGING = ("*", "CONNECT", "CREATE", "UPDATE")
_EXCLUSIVE = "name and selector are mutually exclusive"


def validate_required_word(word: str | None, path: FieldPath, words: Sequence[str]) -> ErrorList:
    """Requires one of several values."""
    if word is None:
        return [required(path)]
    return [] if word in words else [not_supported(path, NamedString(word), words)]


def validate_match_resources(match: MatchResources, path: FieldPath) -> ErrorList:
    """Validates the match policy, the selectors and the rules."""
    errors = validate_required_word(match.get("matchPolicy"), path.child("matchPolicy"), _POLICIES)
    for field, selector in (
        ("namespaceSelector", match.get("namespaceSelector")),
        ("objectSelector", match.get("objectSelector")),
    ):
        if selector is None:
            errors.append(required(path.child(field)))
        else:
            errors += validate_label_selector(selector, path.child(field))
    for field, rules in (
        ("resourceRules", match.get("resourceRules")),
        ("excludeResourceRules", match.get("excludeResourceRules")),
    ):
        for position, rule in enumerate(rules or ()):
            errors += _validate_named_rule(rule, path.child(field).index(position))
    return errors


def validate_changing_operations(match: MatchResources, path: FieldPath) -> ErrorList:
    """Rejects operations that cannot change objects. Kept: the path lacks the rule's index."""
    place = path.child("resourceRules").child("operations")
    return [
        not_supported(place, NamedString(operation), _CHANGING)
        for rule in match.get("resourceRules") or ()
        for operation in rule.get("operations") or ()
        if operation not in _CHANGING
    ]


def _validate_named_rule(rule: NamedRuleWithOperations, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    seen: set[str] = set()
    for position, name in enumerate(rule.get("resourceNames") or ()):
        place = path.child("resourceNames").index(position)
        errors += [invalid(place, name, problem) for problem in is_path_segment_name(name)]
        if name in seen:
            errors.append(duplicate(place, name))
        seen.add(name)
    return errors + validate_rule_with_operations(rule, path)


def validate_parameter_kind(kind: ParamKind, path: FieldPath) -> ErrorList:
    """Requires an apiVersion and a kind."""
    errors = _validate_version(kind.get("apiVersion", ""), path.child("apiVersion"))
    name = kind.get("kind", "")
    if not name:
        errors.append(required(path.child("kind")))
    elif problems := is_dns1035_label(name.lower()):
        detail = f"may have mixed case, but should otherwise match: {','.join(problems)}"
        errors.append(invalid(path.child("kind"), name, detail))
    return errors


def _validate_version(text: str, path: FieldPath) -> ErrorList:
    if not text:
        return [required(path)]
    if text.count("/") > 1:
        return [invalid(path, text, f"unexpected GroupVersion string: {text}")]
    group, _, version = text.rpartition("/")
    errors: ErrorList = []
    if group and (problems := subdomain_problems(group)):
        errors.append(invalid(path, group, ",".join(problems)))
    if not version:
        errors.append(invalid(path, text, "version must be specified"))
    elif found := is_dns1035_label(version):
        errors.append(invalid(path, version, ",".join(found)))
    return errors


def validate_parameter_reference(reference: ParamRef, path: FieldPath) -> ErrorList:
    """Requires either a name or a selector, and the action for missing parameters."""
    errors: ErrorList = []
    name, selector = reference.get("name", ""), reference.get("selector")
    if name:
        errors += [invalid(path.child("name"), name, problem) for problem in is_path_segment_name(name)]
        if selector is not None:
            errors.append(forbidden(path.child("name"), _EXCLUSIVE))
    if selector is not None:
        errors += validate_label_selector(selector, path.child("selector"))
        if name:
            errors.append(forbidden(path.child("selector"), _EXCLUSIVE))
    if not name and selector is None:
        errors.append(required(path, "one of name or selector must be specified"))
    action, place = reference.get("parameterNotFoundAction"), path.child("parameterNotFoundAction")
    if not action:
        errors.append(required(place))
    elif action not in ("Deny", "Allow"):
        errors.append(not_supported(place, NamedString(action), ("Deny", "Allow")))
    return errors
