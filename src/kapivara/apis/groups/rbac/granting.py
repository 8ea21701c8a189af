"""Prevents privilege escalation: users may only grant rights that they have.

A user who has all granted rights may grant them, and a user with a special right: `escalate` on roles, or `bind` on the
bound role.
Upstream: pkg/registry/rbac/{role,clusterrole,rolebinding,clusterrolebinding}/policybased/storage.go,
pkg/registry/rbac/{escalation_check,helpers}.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.authorization.access import Access
from kapivara.authorization.escalation import FULL_AUTHORITY, TooManyPiecesError, escalation
from kapivara.authorization.policy_tables import API_GROUP, PolicyRule
from kapivara.authorization.user_info import MASTERS
from kapivara.meta import (
    ApiError,
    bad_request_status,
    cannot_status,
    forbidden_status,
    not_found_status,
    unknown_error_status,
)
from kapivara.values import ABSENT, Absent, JsonObject, deep_equal
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_COLLECTED: Final = ("ownerReferences", "finalizers", "managedFields", "selfLink")
"""The metadata that the garbage collector changes."""
_AGGREGATION: Final = "must have cluster-admin privileges to use the aggregationRule"
_RESOURCES: Final = {"ClusterRole": "clusterroles", "Role": "roles"}


def refuse_role(kind: Kind, new: JsonObject, old: JsonObject | Absent) -> None:
    """Raises ApiError if the user may not grant the rights of a role."""
    if _is_free(kind, new, old):
        return
    metadata, user = new["metadata"], kind.surroundings.user
    name = kind.surroundings.asked.name
    resource, namespace = kind.group_resource.resource, metadata.get("namespace", "")
    escalate = Access(user, "escalate", API_GROUP, resource, namespace=namespace, name=name)
    if kind.surroundings.decide(escalate).allowed:
        return
    _refuse_escalation(kind, metadata, new.get("rules") or ())
    if _aggregates(new) or (old is not ABSENT and _aggregates(old)):
        _refuse_escalation(kind, metadata, FULL_AUTHORITY, _AGGREGATION)


def refuse_binding(kind: Kind, new: JsonObject, old: JsonObject | Absent) -> None:
    """Raises ApiError if the user may not grant the rights of a binding's role."""
    if _is_free(kind, new, old):
        return
    metadata, role, user = new["metadata"], new["roleRef"], kind.surroundings.user
    namespace, resource = metadata.get("namespace", ""), _RESOURCES.get(role["kind"])
    if resource is None:
        raise ApiError(unknown_error_status(f"unsupported role reference kind: {quote(role['kind'])}"))
    bind = Access(user, "bind", role["apiGroup"], resource, namespace=namespace, name=role["name"])
    if kind.surroundings.decide(bind).allowed:
        return
    if role["kind"] == "Role" and not namespace:
        raise ApiError(bad_request_status("Namespace parameter required."))
    rules = kind.surroundings.authorizer.rules_of(role["kind"], role["name"], namespace)
    if rules is None:  # kept: the error names the bindings' resource
        raise ApiError(not_found_status(kind.group_resource, role["name"]))
    _refuse_escalation(kind, metadata, rules)


def _is_free(kind: Kind, new: JsonObject, old: JsonObject | Absent) -> bool:
    """Returns True if the user may grant any right, or the write grants none."""
    if MASTERS in kind.surroundings.user.groups:
        return True
    return old is not ABSENT and deep_equal(_without_collected(new), _without_collected(old))


def _without_collected(obj: JsonObject) -> JsonObject:
    metadata = {field: value for field, value in obj["metadata"].items() if value and field not in _COLLECTED}
    return {**obj, "metadata": metadata}


def _aggregates(role: JsonObject) -> bool:
    return bool((role.get("aggregationRule") or {}).get("clusterRoleSelectors"))


def _refuse_escalation(kind: Kind, metadata: JsonObject, rules: Sequence[PolicyRule], problem: str = "") -> None:
    authorizer, user = kind.surroundings.authorizer, kind.surroundings.user
    namespace = metadata.get("namespace", "")
    missing = authorizer.missing(user, namespace)
    problems = [f"{_RESOURCES[role]}.{API_GROUP} {quote(name)} not found" for role, name in missing]
    try:
        found = escalation(user, authorizer.rules(user, namespace), rules, problems)
    except TooManyPiecesError as error:
        raise ApiError(cannot_status(str(error))) from None
    if found:
        raise ApiError(forbidden_status(kind.group_resource, metadata.get("name") or "", problem or found))
