"""The RBAC authorizer: the permissions of users by roles and bindings.

The permissions of a user in a namespace are computed once, and cached until a role or a binding changes: a request
costs a dictionary look-up. The reason names the first binding by name that allows the access. Upstream:
plugin/pkg/auth/authorizer/rbac/rbac.go, pkg/registry/rbac/validation/rule.go, pkg/apis/rbac/v1 evaluation_helpers.go;
authorizerfactory NewPrivilegedGroups; authorization/union/union.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from kapivara.authorization.access import Access, Decision
from kapivara.authorization.policy_tables import (
    API_GROUP,
    GROUP,
    USER,
    Binding,
    BindingTable,
    PolicyRule,
    PolicyTables,
    Subject,
    subject_key,
)
from kapivara.authorization.user_info import MASTERS, UserInfo
from kapivara.meta.status import aggregate_text
from kapivara.values.record import record
from kapivara.values.rendering import quote

RoleName: TypeAlias = tuple[str, str]
"""The kind and the name of a role."""
_Action: TypeAlias = tuple[str, str, str, str]
_ALL: Final = "*"
_ROLE: Final = "Role"
_MOST_KNOWN: Final = 4096
"""The maximum number of cached users per namespace, and of cached actions of each."""
_ALLOWED: Final = Decision(True)


def _do_nothing() -> None:
    """Does nothing: the tables are up to date."""


class RoleBasedAuthorizer:
    """Authorizes by tables, which `refresh` updates. Thread-safe."""

    def __init__(self, tables: PolicyTables, refresh: Callable[[], None] = _do_nothing):
        self._tables = tables
        self._refresh = refresh
        self._known: dict[tuple[str, tuple[str, ...], str], _Grants] = {}

    def version(self) -> int:
        """Returns a number that grows whenever a role or a binding changes."""
        self._refresh()
        return self._tables.version

    def decide(self, access: Access) -> Decision:
        """Authorizes an access."""
        if MASTERS in access.user.groups:
            return _ALLOWED
        return self._grants(access.user, access.namespace).decide(access)

    def rules(self, user: UserInfo, namespace: str) -> list[PolicyRule]:
        """Returns all rules of a user in a namespace."""
        return [rule for granted in self._grants(user, namespace).granted for rule in granted.rules]

    def missing(self, user: UserInfo, namespace: str) -> tuple[RoleName, ...]:
        """Returns the bound roles of a user that do not exist."""
        return self._grants(user, namespace).missing

    def problems(self, user: UserInfo, namespace: str) -> str:
        """Returns the error about bound roles of a user that do not exist; empty if all exist."""
        return self._grants(user, namespace).problems

    def rules_of(self, kind: str, name: str, namespace: str) -> Sequence[PolicyRule] | None:
        """Returns the rules of a role bound in a namespace; None if it does not exist."""
        self._refresh()
        return self._rules_of(kind, name, namespace)

    def _rules_of(self, kind: str, name: str, namespace: str) -> Sequence[PolicyRule] | None:
        tables = self._tables
        return tables.roles.find(f"{namespace}/{name}") if kind == _ROLE else tables.cluster_roles.find(name)

    def _grants(self, user: UserInfo, namespace: str) -> _Grants:
        version, key = self.version(), (user.name, user.groups, namespace)
        known = self._known.get(key)
        if known is None or known.version != version:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._find(user, namespace, version)
        return known

    def _find(self, user: UserInfo, namespace: str, version: int) -> _Grants:
        granted, missing = [], []
        for binding, subject in self._bindings(user, namespace):
            rules = self._rules_of(binding.role_kind, binding.role, binding.namespace)
            if rules is None:
                missing.append((binding.role_kind, binding.role))
            else:
                granted.append(_Granted(_describe(binding, subject), rules))
        return _Grants(version, tuple(granted), tuple(missing))

    def _bindings(self, user: UserInfo, namespace: str) -> Iterator[tuple[Binding, Subject]]:
        """Yields the bindings of a user, cluster-wide ones first, each with the matching subject."""
        tables = self._tables
        for home, table in (("", tables.cluster_bindings), (namespace, tables.bindings)):
            for binding in sorted(_about(table, user, home), key=lambda each: each.name):
                yield binding, next(each for each in binding.subjects if _is_about(binding, each, user))


@record
class _Granted:
    """The rules of a user from one source."""

    source: str
    rules: Sequence[PolicyRule]


class _Grants:
    """The permissions of a user in a namespace, at a version of the tables."""

    __slots__ = ("_by_action", "granted", "missing", "version")

    def __init__(self, version: int, granted: tuple[_Granted, ...], missing: tuple[RoleName, ...]):
        self.version = version
        self.granted = granted
        self.missing = missing
        self._by_action: dict[_Action, tuple[tuple[Sequence[str], Decision], ...]] = {}

    def decide(self, access: Access) -> Decision:
        """Authorizes an access of the user."""
        if access.path is not None:
            allowing = (_decision(each) for each in self.granted if any(_allows_path(r, access) for r in each.rules))
            return next(allowing, None) or self._denial()
        action = access.verb, access.group, access.resource, access.subresource
        allowing_names = self._by_action.get(action)
        if allowing_names is None:
            if len(self._by_action) >= _MOST_KNOWN:
                self._by_action.clear()
            allowing_names = self._by_action[action] = tuple(self._find(access))
        for names, decision in allowing_names:
            if not names or access.name in names:
                return decision
        return self._denial()

    def _find(self, access: Access) -> Iterator[tuple[Sequence[str], Decision]]:
        """Yields the rules for an action: the names of their objects (empty for all), and the decision."""
        for granted in self.granted:
            for rule in granted.rules:
                if _allows(rule, access):
                    yield rule.get("resourceNames") or (), _decision(granted)

    def _denial(self) -> Decision:
        return Decision(False, f"rbac: RBAC: {self.problems}" if self.missing else "")

    @property
    def problems(self) -> str:
        """The error about roles that do not exist."""
        problems = [f"{kind.lower()}.{API_GROUP} {quote(name)} not found" for kind, name in self.missing]
        return aggregate_text(problems) if problems else ""


def _decision(granted: _Granted) -> Decision:
    return Decision(True, f"RBAC: allowed by {granted.source}")


def _about(table: BindingTable, user: UserInfo, namespace: str) -> set[Binding]:
    found = set(table.about(namespace, USER, user.name))
    return found.union(*(table.about(namespace, GROUP, each) for each in user.groups))


def _is_about(binding: Binding, subject: Subject, user: UserInfo) -> bool:
    key = subject_key(binding, subject)
    return key is not None and (key[2] == user.name if key[1] == USER else key[2] in user.groups)


def _describe(binding: Binding, subject: Subject) -> str:
    name = subject["name"]
    if subject["kind"] == "ServiceAccount":
        name = f"{name}/{binding.home_of(subject)}"
    kind = (
        f"RoleBinding {quote(f'{binding.name}/{binding.namespace}')}"
        if binding.namespace
        else f"ClusterRoleBinding {quote(binding.name)}"
    )
    return f"{kind} of {binding.role_kind} {quote(binding.role)} to {subject['kind']} {quote(name)}"


def _allows(rule: PolicyRule, access: Access) -> bool:
    """Returns True if a rule covers an action, ignoring the name of the object."""
    wanted = f"{access.resource}/{access.subresource}" if access.subresource else access.resource
    resources = rule.get("resources") or ()
    return (
        _has(rule["verbs"], access.verb)
        and _has(rule.get("apiGroups"), access.group)
        and (_has(resources, wanted) or bool(access.subresource and f"*/{access.subresource}" in resources))
    )


def _allows_path(rule: PolicyRule, access: Access) -> bool:
    urls = rule.get("nonResourceURLs") or ()
    return _has(rule["verbs"], access.verb) and any(_is_url(each, access.path or "") for each in urls)


def _has(values: Sequence[str] | None, wanted: str) -> bool:
    return values is not None and (_ALL in values or wanted in values)


def _is_url(url: str, path: str) -> bool:
    return url in (_ALL, path) or (url.endswith(_ALL) and path.startswith(url.rstrip(_ALL)))
