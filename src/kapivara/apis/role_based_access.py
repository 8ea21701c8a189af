"""What users may do, by the roles that bindings give them: how access reviews are answered.

kapivara itself asks nobody for a role (`user_info.py`). Of those that could be named, the first binding that allows a
request is, by its name.
Upstream: plugin/pkg/auth/authorizer/rbac/rbac.go, pkg/registry/rbac/validation/rule.go, pkg/apis/rbac/v1
evaluation_helpers.go; authorizerfactory NewPrivilegedGroups (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from kapivara.apis.surroundings import Surroundings
from kapivara.apis.user_info import UserInfo
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.meta.status import aggregate_text
from kapivara.values.record import record
from kapivara.values.rendering import quote

PolicyRule: TypeAlias = Mapping[str, Any]
_Binding: TypeAlias = Mapping[str, Any]

_GROUP: Final = "rbac.authorization.k8s.io"
_MASTERS: Final = "system:masters"
_ALL: Final = "*"


@record
class Access:
    """What somebody wants to do: with objects, or where there is a `path` with what is found at it."""

    user: UserInfo
    verb: str
    group: str = ""
    resource: str = ""
    subresource: str = ""
    namespace: str = ""
    name: str = ""
    path: str | None = None


@record
class Decision:
    """Whether somebody may do it, and why, as far as there is something to say."""

    allowed: bool
    reason: str = ""


class RoleBasedAccess:
    """The roles and bindings of a server."""

    __slots__ = ("_surroundings",)

    def __init__(self, surroundings: Surroundings):
        self._surroundings = surroundings

    def decide(self, access: Access) -> Decision:
        """Tells whether somebody may do something."""
        if _MASTERS in access.user.groups:
            return Decision(allowed=True)
        problems: list[str] = []
        for granted in self._granted(access.user, access.namespace, problems):
            if any(_allows(rule, access) for rule in granted.rules):
                return Decision(True, f"RBAC: allowed by {granted.source}")
        return Decision(False, f"rbac: RBAC: {aggregate_text(problems)}" if problems else "")

    def rules(self, user: UserInfo, namespace: str) -> list[PolicyRule]:
        """Returns all rules by which a user may do something in a namespace."""
        return [rule for granted in self._granted(user, namespace, []) for rule in granted.rules]

    def _granted(self, user: UserInfo, namespace: str, problems: list[str]) -> Iterator[_Granted]:
        """Finds the bindings that are about a user; adds to `problems` those whose roles there are none of."""
        found = [(each, "") for each in self._bindings("clusterrolebindings")]
        if namespace:
            found += [(each, namespace) for each in self._bindings("rolebindings", namespace)]
        for binding, home in found:
            subject = next((each for each in binding.get("subjects", ()) if _is_about(each, user, home)), None)
            if subject is None:
                continue
            role = binding["roleRef"]
            rules = self._rules_of(role, home)
            if rules is None:
                problems.append(f"{role['kind'].lower()}.{_GROUP} {quote(role['name'])} not found")
            else:
                yield _Granted(_describe(binding, subject, home), rules)

    def _bindings(self, resource: str, namespace: str = "") -> list[_Binding]:
        found = self._surroundings.objects_of(GroupVersionResource(_GROUP, "v1", resource), namespace)
        return sorted(found, key=lambda each: each["metadata"]["name"])

    def _rules_of(self, role: Mapping[str, str], namespace: str) -> Sequence[PolicyRule] | None:
        """Returns the rules of a role; None where there is no such role."""
        is_role = role["kind"] == "Role"
        resource = GroupVersionResource(_GROUP, "v1", "roles" if is_role else "clusterroles")
        try:
            found = self._surroundings.get(resource, role["name"], namespace if is_role else "")
        except ApiError:
            return None
        return found.get("rules") or ()


@record
class _Granted:
    """Rules that hold for a user, and whence."""

    source: str
    rules: Sequence[PolicyRule]


def _is_about(subject: Mapping[str, str], user: UserInfo, namespace: str) -> bool:
    match subject["kind"]:
        case "User":
            return subject["name"] == user.name
        case "Group":
            return subject["name"] in user.groups
        case "ServiceAccount":
            home = subject.get("namespace") or namespace
            return bool(home) and user.name == f"system:serviceaccount:{home}:{subject['name']}"
    return False


def _describe(binding: _Binding, subject: Mapping[str, str], namespace: str) -> str:
    role, metadata = binding["roleRef"], binding["metadata"]
    name = subject["name"]
    if subject["kind"] == "ServiceAccount":
        name = f"{name}/{subject.get('namespace') or namespace}"
    kind = (
        f"RoleBinding {quote(metadata['name'] + '/' + namespace)}"
        if namespace
        else (f"ClusterRoleBinding {quote(metadata['name'])}")
    )
    return f"{kind} of {role['kind']} {quote(role['name'])} to {subject['kind']} {quote(name)}"


def _allows(rule: PolicyRule, access: Access) -> bool:
    if not _has(rule["verbs"], access.verb):
        return False
    if access.path is not None:
        return any(_is_url(each, access.path) for each in rule.get("nonResourceURLs", ()))
    names = rule.get("resourceNames", ())
    return (
        _has(rule.get("apiGroups"), access.group)
        and _names_resource(rule.get("resources", ()), access)
        and (not names or access.name in names)
    )


def _has(values: Sequence[str] | None, wanted: str) -> bool:
    return values is not None and (_ALL in values or wanted in values)


def _names_resource(resources: Sequence[str], access: Access) -> bool:
    wanted = f"{access.resource}/{access.subresource}" if access.subresource else access.resource
    return _has(resources, wanted) or bool(access.subresource and f"*/{access.subresource}" in resources)


def _is_url(url: str, path: str) -> bool:
    return url in (_ALL, path) or (url.endswith(_ALL) and path.startswith(url.rstrip(_ALL)))
