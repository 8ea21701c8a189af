"""Roles and bindings in memory: rules by role, bindings by subject.

A table receives every write to objects of its kind. Returned values are replaced, never changed, so threads may read
while one applies a write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from kapivara.authorization.user_info import account_name
from kapivara.meta import GroupVersionResource
from kapivara.values import JsonObject
from kapivara.values.record import record

PolicyRule: TypeAlias = Mapping[str, Any]
Subject: TypeAlias = Mapping[str, str]
_SubjectKey: TypeAlias = tuple[str, str, str]

API_GROUP: Final = "rbac.authorization.k8s.io"
USER: Final = "User"
GROUP: Final = "Group"
_ACCOUNT: Final = "ServiceAccount"


class RoleTable:
    """The rules of all roles of a kind, by `namespace/name` or by name."""

    def __init__(self) -> None:
        self._rules: dict[str, Sequence[PolicyRule]] = {}
        self.changes = 0
        """The number of changes of the table."""

    def find(self, key: str) -> Sequence[PolicyRule] | None:
        """Returns the rules of a role; None if it does not exist."""
        return self._rules.get(key)

    def clear(self) -> None:
        """Removes all roles."""
        self._rules = {}
        self.changes += 1

    def put(self, key: str, obj: JsonObject) -> None:
        """Adds or replaces a role."""
        self._rules[key] = obj.get("rules") or ()
        self.changes += 1

    def drop(self, key: str) -> None:
        """Removes a role."""
        self._rules.pop(key, None)
        self.changes += 1


@record(eq=False)
class Binding:
    """A binding of subjects to a role: in a namespace, or without one everywhere."""

    name: str
    namespace: str
    role_kind: str
    role: str
    subjects: tuple[Subject, ...]

    def home_of(self, subject: Subject) -> str:
        """Returns the namespace of a service account subject."""
        return subject.get("namespace") or self.namespace


class BindingTable:
    """The bindings of a kind, by namespace and subject. Service accounts are users, as in requests."""

    def __init__(self) -> None:
        self._bindings: dict[str, Binding] = {}
        self._by_subject: dict[_SubjectKey, frozenset[Binding]] = {}
        self.changes = 0
        """The number of changes of the table."""

    def about(self, namespace: str, kind: str, name: str) -> frozenset[Binding]:
        """Returns the bindings of a user or a group in a namespace."""
        return self._by_subject.get((namespace, kind, name), _NONE)

    def clear(self) -> None:
        """Removes all bindings."""
        self._bindings, self._by_subject = {}, {}
        self.changes += 1

    def put(self, key: str, obj: JsonObject) -> None:
        """Adds or replaces a binding."""
        self._forget(key)
        metadata, role = obj["metadata"], obj["roleRef"]
        namespace, subjects = metadata.get("namespace", ""), tuple(obj.get("subjects") or ())
        binding = Binding(metadata["name"], namespace, role["kind"], role["name"], subjects)
        self._bindings[key] = binding
        for each in _keys(binding):
            self._by_subject[each] = self._by_subject.get(each, _NONE) | {binding}
        self.changes += 1

    def drop(self, key: str) -> None:
        """Removes a binding."""
        self._forget(key)
        self.changes += 1

    def _forget(self, key: str) -> None:
        binding = self._bindings.pop(key, None)
        if binding is None:
            return
        for each in _keys(binding):
            left = self._by_subject.get(each, _NONE) - {binding}
            if left:
                self._by_subject[each] = left
            else:
                self._by_subject.pop(each, None)


_NONE: Final[frozenset[Binding]] = frozenset()


@record
class PolicyTables:
    """The tables of all roles and bindings."""

    cluster_roles: RoleTable
    roles: RoleTable
    cluster_bindings: BindingTable
    bindings: BindingTable

    @staticmethod
    def empty() -> PolicyTables:
        """Returns empty tables."""
        return PolicyTables(RoleTable(), RoleTable(), BindingTable(), BindingTable())

    def by_resource(self) -> dict[GroupVersionResource, RoleTable | BindingTable]:
        """Returns each table by the resource whose objects it holds."""
        tables: dict[str, RoleTable | BindingTable] = {
            "clusterroles": self.cluster_roles,
            "roles": self.roles,
            "clusterrolebindings": self.cluster_bindings,
            "rolebindings": self.bindings,
        }
        return {GroupVersionResource(API_GROUP, "v1", resource): table for resource, table in tables.items()}

    @property
    def version(self) -> int:
        """A number that grows with every change."""
        return self.cluster_roles.changes + self.roles.changes + self.cluster_bindings.changes + self.bindings.changes


def _keys(binding: Binding) -> set[_SubjectKey]:
    return {key for each in binding.subjects if (key := subject_key(binding, each)) is not None}


def subject_key(binding: Binding, subject: Subject) -> _SubjectKey | None:
    """Returns the look-up key of a binding's subject; None for an unknown kind of subject.

    Upstream: pkg/registry/rbac/validation/rule.go appliesToUser (1.37).
    """
    kind, name = subject["kind"], subject["name"]
    if kind in (USER, GROUP):
        return binding.namespace, kind, name
    home = binding.home_of(subject)
    return (binding.namespace, USER, account_name(home, name)) if kind == _ACCOUNT and home else None
