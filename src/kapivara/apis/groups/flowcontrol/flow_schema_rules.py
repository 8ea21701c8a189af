"""Validation rules of FlowSchema: priority level, precedence and rules.

Upstream: pkg/apis/flowcontrol/validation/validation.go ValidateFlowSchema, ValidateFlowSchemaPolicyRulesWithSubjects
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.names import label_problems, subdomain_problems
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.flowcontrol.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_LAST_PRECEDENCE: Final = 10000
_METHODS: Final = ("ByNamespace", "ByUser")
_VERBS: Final = ("create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch")
_SUBJECTS: Final = {"Group": "group", "ServiceAccount": "serviceAccount", "User": "user"}
_FORBIDDEN_ORDER: Final = ("serviceAccount", "user", "group")
_NAMESPACES: Final = "each member of this list must be '*' or a DNS-1123 label; "


def validate_flow_schema(spec: v1.FlowSchemaSpec, name: str) -> ErrorList:
    """Requires a valid precedence, a priority level, and complete rules."""
    errors = _validate_precedence(spec["matchingPrecedence"], name)
    method = spec.get("distinguisherMethod")
    if method is not None and method["type"] not in _METHODS:
        shown = internal_form(method, "flowcontrol.FlowDistinguisherMethod")
        errors.append(not_supported(_SPEC.child("distinguisherMethod").child("type"), shown, _METHODS))
    level, path = spec["priorityLevelConfiguration"]["name"], _SPEC.child("priorityLevelConfiguration").child("name")
    if level:
        errors += [invalid(path, level, problem) for problem in subdomain_problems(level)]
    else:
        errors.append(required(path, "must reference a priority level"))
    for position, rule in enumerate(spec.get("rules") or ()):
        errors += _validate_rule(rule, _SPEC.child("rules").index(position))
    return errors


def _validate_precedence(precedence: int, name: str) -> ErrorList:
    path = _SPEC.child("matchingPrecedence")
    if precedence <= 0:
        return [invalid(path, precedence, "must be a positive value")]
    if precedence > _LAST_PRECEDENCE:
        return [invalid(path, precedence, f"must not be greater than {_LAST_PRECEDENCE}")]
    if precedence == 1 and name != "exempt":
        return [invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")]
    return []


def _validate_rule(rule: v1.PolicyRulesWithSubjects, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    subjects, resources, urls = rule.get("subjects"), rule.get("resourceRules"), rule.get("nonResourceRules")
    if not subjects:
        errors.append(required(path.child("subjects"), "subjects must contain at least one value"))
    for position, subject in enumerate(subjects or ()):
        errors += _validate_subject(subject, path.child("subjects").index(position))
    if not resources and not urls:
        errors.append(required(path, "at least one of resourceRules and nonResourceRules has to be non-empty"))
    for position, each in enumerate(resources or ()):
        errors += _validate_resources(each, path.child("resourceRules").index(position))
    for position, other in enumerate(urls or ()):
        errors += _validate_urls(other, path.child("nonResourceRules").index(position))
    return errors


def _validate_subject(subject: Any, path: FieldPath) -> ErrorList:
    """Requires the field of the subject's kind, and rejects those of other kinds."""
    own = _SUBJECTS.get(subject["kind"])
    if own is None:
        return [not_supported(path.child("kind"), NamedString(subject["kind"]), tuple(_SUBJECTS))]
    named, place = subject.get(own), path.child(own)
    errors: ErrorList = []
    if named is None:
        errors.append(required(place, f"{own} is required when subject kind is '{subject['kind']}'"))
    elif not named["name"]:
        errors.append(required(place.child("name")))
    elif own == "serviceAccount" and named["name"] != "*":
        errors += [invalid(place.child("name"), named["name"], each) for each in subdomain_problems(named["name"])]
    if named is not None and own == "serviceAccount":
        namespace, where = named["namespace"], place.child("namespace")
        if not namespace:
            errors.append(required(where, "must specify namespace for service account"))
        else:
            errors += [invalid(where, namespace, problem) for problem in label_problems(namespace)]
    kinds = {field: kind for kind, field in _SUBJECTS.items()}
    return errors + [
        forbidden(path.child(field), f"{field} is forbidden when subject kind is not '{kinds[field]}'")
        for field in _FORBIDDEN_ORDER
        if field != own and field in subject
    ]


def _validate_verbs(verbs: Sequence[str], path: FieldPath) -> ErrorList:
    if not verbs:
        return [required(path, "verbs must contain at least one value")]
    if "*" in verbs:
        return _validate_only_wildcard(verbs, path, "verbs")
    return [] if set(verbs) <= set(_VERBS) else [not_supported(path, verbs, _VERBS)]


def _validate_only_wildcard(values: Sequence[str], path: FieldPath, what: str) -> ErrorList:
    alone = len(values) == 1 or "*" not in values
    return [] if alone else [invalid(path, values, f"if '*' is present, must not specify other {what}")]


def _validate_urls(rule: v1.NonResourcePolicyRule, path: FieldPath) -> ErrorList:
    errors = _validate_verbs(rule.get("verbs") or [], path.child("verbs"))
    urls, place = rule.get("nonResourceURLs") or [], path.child("nonResourceURLs")
    if not urls:
        errors.append(required(place, "nonResourceURLs must contain at least one value"))
    elif "*" in urls:
        errors += _validate_only_wildcard(urls, place, "non-resource URLs")
    else:
        for position, url in enumerate(urls):
            if problem := _url_problem(url):
                errors.append(invalid(place.index(position), url, problem))
    return errors


def _url_problem(url: str) -> str:
    if not url:
        return "must not be empty"
    if url == "/":
        return ""
    if not url.startswith("/"):
        return "must start with slash"
    if " " in url:
        return "must not contain white-space"
    if "//" in url:
        return "must not contain double slash"
    wildcards = url.count("*")
    return "wildcard can only do suffix matching" if wildcards > 1 or (wildcards and url[-2:] != "/*") else ""


def _validate_resources(rule: v1.ResourcePolicyRule, path: FieldPath) -> ErrorList:
    errors = _validate_verbs(rule.get("verbs") or [], path.child("verbs"))
    groups, resources, namespaces = (
        rule.get("apiGroups") or [],
        rule.get("resources") or [],
        rule.get("namespaces") or [],
    )
    if not groups:
        errors.append(required(path.child("apiGroups"), "resource rules must supply at least one api group"))
    errors += _validate_only_wildcard(groups, path.child("apiGroups"), "api groups")
    if not resources:
        errors.append(required(path.child("resources"), "resource rules must supply at least one resource"))
    errors += _validate_only_wildcard(resources, path.child("resources"), "resources")
    place = path.child("namespaces")
    if not namespaces and not rule.get("clusterScope"):
        detail = "resource rules that are not cluster scoped must supply at least one namespace"
        errors.append(required(place, detail))
    elif "*" in namespaces:
        errors += _validate_only_wildcard(namespaces, place, "namespaces")
    else:
        errors += [
            invalid(place.index(position), namespace, _NAMESPACES + problem)
            for position, namespace in enumerate(namespaces)
            for problem in label_problems(namespace)
        ]
    return errors
